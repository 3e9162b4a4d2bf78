import { useEffect, useRef, useState } from 'react';
import type { BookingChoice } from './booking-choice.ts';
import { computeBookingSteps, type StepName } from './booking-steps.ts';
import { type BookingPlace, useStepHistory } from './use-step-history.ts';

interface OpenStepOptions {
  choice: BookingChoice;
  byDoctor: boolean;
  /** The last step asks for the code that was sent. */
  codeSent: boolean;
  /** Called when the browser's Back button leads from the code to name and number. */
  onOtherNumber(): void;
}

/** The steps and the open one. Moves the focus to its heading and adds a history entry for each step. */
export function useOpenStep({ choice, byDoctor, codeSent, onOtherNumber }: OpenStepOptions) {
  const [opened, setOpened] = useState<StepName | null>(null);
  const steps = computeBookingSteps({ choice, byDoctor, opened });
  const { open } = steps;
  const focusOn = useRef(false);
  useEffect(() => {
    if (!focusOn.current) return;
    focusOn.current = false;
    const heading = document.getElementById(`book-${open}`);
    heading?.focus({ preventScroll: true });
    // On narrow screens the open step is scrolled to the top.
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
    /** Opens a step; null opens the first step that is not done. */
    go(to: StepName | null) {
      focusOn.current = true;
      noteMove();
      setOpened(to);
    },
    /** Keeps a step open while the user looks through its choices. */
    look: setOpened,
    noteMove,
  };
}
