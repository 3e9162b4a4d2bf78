import { useSyncExternalStore } from 'react';

const queries = {
  all: '(min-width: 1280px)',
  most: '(min-width: 900px)',
} as const;

/** Space for a row: `all` columns, `most` of them, or a card. */
export type ListWidth = keyof typeof queries | 'card';

function subscribe(listener: () => void) {
  const media = Object.values(queries).map((query) => matchMedia(query));
  for (const list of media) list.addEventListener('change', listener);
  return () => {
    for (const list of media) list.removeEventListener('change', listener);
  };
}

const readListWidth = (): ListWidth =>
  (Object.keys(queries) as (keyof typeof queries)[]).find((width) => matchMedia(queries[width]).matches) ??
  'card';

export const useListWidth = (): ListWidth => useSyncExternalStore(subscribe, readListWidth, () => 'all');
