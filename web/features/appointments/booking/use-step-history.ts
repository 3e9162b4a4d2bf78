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
 * Returns what notes that the next change of place is a choice of the user, not a reload or a lost time.
 */
export function useStepHistory(place: BookingPlace, show: (place: BookingPlace) => void): () => void {
  const moved = useRef(false);
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
  }, [place]);
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
  return () => {
    moved.current = true;
  };
}

/** Leaves the steps of a finished booking behind: Back then leaves the page. */
export function forgetSteps(): void {
  const depth = entryNow()?.depth ?? 0;
  if (depth > 0) history.go(-depth);
}
