import { useSyncExternalStore } from 'react';

const narrowMediaQuery = '(max-width: 639px)';

function subscribe(listener: () => void) {
  const media = matchMedia(narrowMediaQuery);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the viewport has the width of a phone. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(narrowMediaQuery).matches,
    () => false,
  );
