import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReadEndpoint } from '#shared/contract/endpoint.ts';
import { addressOf, callPage, type WithInput } from './client.ts';
import { queryClient, type ReadOptions } from './hooks.ts';

/** Reads a list page by page. */
export function useList<E extends ReadEndpoint>(
  spec: E,
  ...[input, { enabled = true, keepPrevious = true } = {}]: WithInput<E, [options?: ReadOptions]>
) {
  return useInfiniteQuery(
    {
      queryKey: [addressOf(spec, input), 'pages'],
      meta: { shows: spec.shows, ofBranch: spec.ofBranch },
      queryFn: ({ pageParam, signal }) =>
        callPage(spec, {
          ...input,
          query: { ...(input?.query as object | undefined), cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      enabled,
      ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  );
}
