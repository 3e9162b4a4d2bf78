import { useSyncExternalStore } from 'react';

const subscribeNoop = () => () => {};

/** False on the server and during hydration, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNoop,
    () => true,
    () => false,
  );
