import { useSyncExternalStore } from 'react';

const query = '(min-width: 1280px)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Room for every column of the table; a card says the codes in the history instead. */
export const useRoomForAll = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
