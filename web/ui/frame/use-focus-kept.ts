import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus when an action removes the button that had it, at once or after a dialog has returned the
 * focus. After `acted()`, a lost focus moves to `place`, until the user presses a key or the pointer.
 */
export function useLostFocusReturn<T extends HTMLElement>(): { place: RefObject<T | null>; acted(): void } {
  const place = useRef<T>(null);
  const isKept = useRef(false);
  useEffect(() => {
    if (isKept.current && document.activeElement === document.body) place.current?.focus();
  });
  return {
    place,
    acted() {
      isKept.current = true;
      const end = () => {
        isKept.current = false;
      };
      for (const next of ['keydown', 'pointerdown'])
        addEventListener(next, end, { once: true, capture: true });
    },
  };
}
