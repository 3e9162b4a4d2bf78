import { useEffect, useRef } from 'react';
import type { StepName } from './booking-steps.ts';

/** A step, or the code input of the last step. */
export type BookingPlace = StepName | 'code';

interface Entry {
  bookingPlace: BookingPlace;
  /** Number of history entries of the booking before this one. */
  depth: number;
}
const readStepEntry = (): Entry | null => {
  const state = history.state as Partial<Entry> | null;
  return state?.bookingPlace ? (state as Entry) : null;
};

/**
 * Adds a history entry for each step that the user opens, so that Back returns to the step before. Returns a
 * function to call before a step change that is the user's choice, and not the effect of a reload or of a
 * lost time.
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
      const depth = readStepEntry()?.depth ?? 0;
      history.replaceState({ bookingPlace: recorded.current, depth }, '');
      history.pushState({ bookingPlace: place, depth: depth + 1 }, '');
    }
    moved.current = false;
    recorded.current = place;
  }, [place]);
  useEffect(() => {
    const follow = () => {
      const entry = readStepEntry();
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

/** Goes back before the entries of a finished booking: then Back leaves the page. */
export function leaveStepHistory(): void {
  const depth = readStepEntry()?.depth ?? 0;
  if (depth > 0) history.go(-depth);
}
