import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReadEndpoint } from '#shared/contract/endpoint.ts';
import { formatNumberInLang, type MessageKey, t } from '#web/i18n.ts';
import type { ListEndProps } from '#web/ui/list-end.tsx';
import { buildEndpointUrl, callPage, type WithInput } from './client.ts';
import { queryClient, type ReadOptions } from './hooks.ts';

/** Formats the total of a list; a plus means that the server stopped counting there. */
export const formatTotal = (total: string): string =>
  total.endsWith('+')
    ? `${formatNumberInLang(Number.parseInt(total, 10))}+`
    : formatNumberInLang(Number(total));

/** The total as a sentence: the text `over` has the placeholder `{total}`, `exactly` has `{n}`. */
export const formatTotalSentence = (
  total: string,
  { exactly, over }: Record<'exactly' | 'over', MessageKey>,
): string =>
  total.endsWith('+')
    ? t(over, { total: formatNumberInLang(Number.parseInt(total, 10)) })
    : t(exactly, { n: Number(total) });

interface Pages {
  data: { pages: readonly { rows: readonly unknown[]; total?: string | undefined }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

interface LoadedPages<Row> {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined;
}

/** All rows loaded so far. */
export const listLoadedRows = <Row>({ data }: LoadedPages<Row>): Row[] =>
  data?.pages.flatMap(({ rows }) => rows) ?? [];

/**
 * Total of a list, from its last page. If it is a minimum (`100+`) and more rows are loaded: their number with
 * a plus.
 */
export const listTotal = (list: Pick<Pages, 'data'>): string => {
  const read = listLoadedRows(list).length;
  const total = list.data?.pages.at(-1)?.total ?? String(read);
  return total.endsWith('+') && Number.parseInt(total, 10) < read ? `${read}+` : total;
};

/** Props of a list's end: the range shown and the total (or `total`), and a button for the next page. */
export const listEndProps = (list: Pages, total?: string): ListEndProps => ({
  total:
    total ??
    t('common.count.range', {
      from: 1,
      to: listLoadedRows(list).length,
      total: formatTotal(listTotal(list)),
    }),
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
      queryKey: [buildEndpointUrl(spec, input), 'pages'],
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
