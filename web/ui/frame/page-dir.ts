import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Text direction of the page; on the server always left to right. */
export function usePageDir(): 'ltr' | 'rtl' {
  return useSyncExternalStore(
    never,
    () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'),
    () => 'ltr',
  );
}
