import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReadEndpoint } from '#shared/contract/endpoint.ts';
import { type MessageKey, number, t } from '#web/i18n.ts';
import type { ListEndProps } from '#web/ui/list-end.tsx';
import { addressOf, callPage, type WithInput } from './client.ts';
import { queryClient, type ReadOptions } from './hooks.ts';

/** Formats the total of a list; a plus means that the server stopped counting there. */
export const countText = (total: string): string =>
  total.endsWith('+') ? `${number(Number.parseInt(total, 10))}+` : number(Number(total));

/** The total as a sentence: the text `over` has the placeholder `{total}`, `exactly` has `{n}`. */
export const totalWords = (
  total: string,
  { exactly, over }: Record<'exactly' | 'over', MessageKey>,
): string =>
  total.endsWith('+')
    ? t(over, { total: number(Number.parseInt(total, 10)) })
    : t(exactly, { n: Number(total) });

interface Pages {
  data: { pages: readonly { rows: readonly unknown[]; total?: string | undefined }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

interface Read<Row> {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined;
}

/** All rows loaded so far. */
export const listedRows = <Row>({ data }: Read<Row>): Row[] => data?.pages.flatMap(({ rows }) => rows) ?? [];

/**
 * Total of a list, from its last page. If it is a minimum (`100+`) and more rows are loaded: their number with
 * a plus.
 */
export const totalOf = (list: Pick<Pages, 'data'>): string => {
  const read = listedRows(list).length;
  const total = list.data?.pages.at(-1)?.total ?? String(read);
  return total.endsWith('+') && Number.parseInt(total, 10) < read ? `${read}+` : total;
};

/** Props of a list's end: the range shown and the total (or `total`), and a button for the next page. */
export const endOf = (list: Pages, total?: string): ListEndProps => ({
  total:
    total ??
    t('common.count.range', { from: 1, to: listedRows(list).length, total: countText(totalOf(list)) }),
  more: list.hasNextPage,
  busy: list.isFetchingNextPage,
  labels: { more: t('common.action.loadMore'), busy: t('common.state.loading') },
  onMore: () => void list.fetchNextPage(),
});

/** Reads a list endpoint page by page. */
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
