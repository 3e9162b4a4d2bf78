import { useEffect, useRef, useState } from 'react';
import type { BookingChoice } from './booking-choice.ts';
import { type StepName, stepsOf } from './booking-steps.ts';
import { type BookingPlace, useStepHistory } from './use-step-history.ts';

interface OpenStepOptions {
  choice: BookingChoice;
  byDoctor: boolean;
  /** The last step asks for the code that was sent. */
  codeSent: boolean;
  /** Back leads from the code to name and number. */
  onOtherNumber(): void;
}

/** The steps and the open one, with focus at its heading and an entry in the history for each. */
export function useOpenStep({ choice, byDoctor, codeSent, onOtherNumber }: OpenStepOptions) {
  const [opened, setOpened] = useState<StepName | null>(null);
  const steps = stepsOf({ choice, byDoctor, opened });
  const { open } = steps;
  const focusOn = useRef(false);
  useEffect(() => {
    if (!focusOn.current) return;
    focusOn.current = false;
    const heading = document.getElementById(`book-${open}`);
    heading?.focus({ preventScroll: true });
    // Where the steps fill the screen the open one begins at its top.
    const block = matchMedia('(max-width: 1099px)').matches ? 'start' : 'nearest';
    heading?.scrollIntoView({ block, behavior: 'instant' });
  }, [open]);
  const noteMove = useStepHistory(open === 'who' && codeSent ? 'code' : open, (place: BookingPlace) => {
    if (place === 'who' && codeSent) onOtherNumber();
    focusOn.current = true;
    setOpened(place === 'code' ? 'who' : place);
  });
  return {
    ...steps,
    /** Opens a step, or with null the first that is not done. */
    go(to: StepName | null) {
      focusOn.current = true;
      noteMove();
      setOpened(to);
    },
    /** Keeps a step open while its choices are looked through. */
    look: setOpened,
    noteMove,
  };
}
