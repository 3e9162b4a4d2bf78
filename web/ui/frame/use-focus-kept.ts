import { type RefObject, useEffect, useRef } from 'react';

/**
 * What is done by a button may take the button away, and with it the focus, at once or when a dialog has
 * given it back: after `acted` it goes on at `place` whenever it is lost, until she goes on herself.
 */
export function useFocusKept<T extends HTMLElement>(): { place: RefObject<T | null>; acted(): void } {
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
