import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Which way the page reads; known in the browser, left to right while the server renders. */
export function usePageDir(): 'ltr' | 'rtl' {
  return useSyncExternalStore(
    never,
    () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'),
    () => 'ltr',
  );
}
