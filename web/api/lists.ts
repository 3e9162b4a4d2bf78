import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReadEndpoint } from '#shared/contract/endpoint.ts';
import { type MessageKey, number, t } from '#web/i18n.ts';
import { addressOf, callPage, type WithInput } from './client.ts';
import { queryClient, type ReadOptions } from './hooks.ts';

/** How many a list has in all, as its header says it; where it was counted no further, with a plus. */
export const countText = (total: string): string =>
  total.endsWith('+') ? `${number(Number.parseInt(total, 10))}+` : number(Number(total));

/** The same in a sentence: `over` takes `{total}`, `exactly` the number `{n}`. */
export const totalWords = (
  total: string,
  { exactly, over }: Record<'exactly' | 'over', MessageKey>,
): string =>
  total.endsWith('+')
    ? t(over, { total: number(Number.parseInt(total, 10)) })
    : t(exactly, { n: Number(total) });

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
