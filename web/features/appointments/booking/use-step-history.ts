import { useEffect, useRef } from 'react';
import type { StepName } from './booking-steps.ts';

/** A step, or the code that was sent in the last one. */
export type BookingPlace = StepName | 'code';

interface Entry {
  bookingPlace: BookingPlace;
  /** How many entries of the booking lie before this one. */
  depth: number;
}
const entryNow = (): Entry | null => {
  const state = history.state as Partial<Entry> | null;
  return state?.bookingPlace ? (state as Entry) : null;
};

/**
 * Each step that the user goes on to is an entry of the history, so that Back leads to the step before.
 * `moved` says that the place changed by a choice of the user, not by a reload or a lost time.
 */
export function useStepHistory(
  place: BookingPlace,
  moved: { current: boolean },
  show: (place: BookingPlace) => void,
): void {
  const recorded = useRef(place);
  const showNow = useRef(show);
  useEffect(() => {
    showNow.current = show;
  }, [show]);
  useEffect(() => {
    if (place === recorded.current) return;
    if (moved.current) {
      const depth = entryNow()?.depth ?? 0;
      history.replaceState({ bookingPlace: recorded.current, depth }, '');
      history.pushState({ bookingPlace: place, depth: depth + 1 }, '');
    }
    moved.current = false;
    recorded.current = place;
  }, [place, moved]);
  useEffect(() => {
    const follow = () => {
      const entry = entryNow();
      if (!entry) return;
      recorded.current = entry.bookingPlace;
      showNow.current(entry.bookingPlace);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
}

/** Leaves the steps of a finished booking behind: Back then leaves the page. */
export function forgetSteps(): void {
  const depth = entryNow()?.depth ?? 0;
  if (depth > 0) history.go(-depth);
}
