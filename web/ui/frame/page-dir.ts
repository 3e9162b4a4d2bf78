import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => {};

/** Text direction of the page; on the server always left to right. */
export function usePageDir(): 'ltr' | 'rtl' {
  return useSyncExternalStore(
    subscribeNever,
    () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'),
    () => 'ltr',
  );
}
