import { useSyncExternalStore } from 'react';

const query = '(min-width: 1280px), (max-width: 899px)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Room for every column of the table, or cards, which have room for anything. */
export const useRoomForAll = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
