import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReadEndpoint } from '#shared/contract/endpoint.ts';
import { exportLog, type LogName } from '#shared/contract/logs.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { buildEndpointUrl, getErrorMessage } from '#web/api/client.ts';
import { fetchFile, saveFile } from '#web/api/files/download.ts';
import { formatTotalSentence, listEndProps, listLoadedRows, listTotal, useList } from '#web/api/lists.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { buildLogQuery, type LogFilters } from './log-filters.ts';

const pageSize = 50;

const buildLogListInput = (query: ReturnType<typeof buildLogQuery>) => ({
  query: { ...query, limit: pageSize },
});
/** URL of the first page of an unfiltered log. */
export const buildFirstLogUrl = (spec: ReadEndpoint): string => buildEndpointUrl(spec, buildLogListInput({}));

interface LogListProps<Row> {
  spec: ReadEndpoint;
  filters: LogFilters;
  children(rows: readonly Row[]): ReactNode;
}

/** A log page by page, with its loading, empty and error states, the total and the export. */
export function LogList<Row>({ spec, filters, children }: LogListProps<Row>) {
  const query = buildLogQuery(filters);
  const list = useList(spec, buildLogListInput(query));
  const rows = list.data && (listLoadedRows(list) as Row[]);
  if (list.isError) {
    return (
      <LoadFailed
        title={t('logs.loadFailed')}
        reason={list.error.message}
        onAgain={() => void list.refetch()}
      />
    );
  }
  if (!rows) {
    return (
      <LoadingRegion label={t('logs.loading')} className="grid gap-3">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-15" />
        ))}
      </LoadingRegion>
    );
  }
  if (rows.length === 0)
    return (
      <EmptyState title={t('logs.emptyTitle')}>
        {t(Object.keys(query).length > 0 ? 'logs.emptyText' : 'logs.emptyPlain')}
      </EmptyState>
    );
  return (
    <div aria-busy={list.isFetching} className="grid gap-4">
      {children(rows)}
      <ListEnd
        {...listEndProps(
          list,
          formatTotalSentence(listTotal(list), { exactly: 'logs.count', over: 'logs.moreThan' }),
        )}
        labels={{ more: t('logs.loadMore'), busy: t('logs.loading') }}
      />
      <Export log={filters.log} query={query} />
    </div>
  );
}

function Export({ log, query }: { log: LogName; query: object }) {
  const file = useMultiStepChange(async () =>
    saveFile(await fetchFile(exportLog, { params: { log }, query })),
  );
  return (
    <div className="grid gap-3 border-t border-line pt-4 text-small text-ink-2">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          kind="out"
          size="sm"
          icon={<Download size={16} strokeWidth={1.7} aria-hidden="true" />}
          busy={file.isPending}
          busyLabel={t('logs.loading')}
          onClick={() => file.mutate()}
        >
          {t('logs.exportCsv')}
        </Button>
        {t('logs.exportHint')}
      </p>
      {file.error && (
        <Notice kind="danger" live>
          {getErrorMessage(file.error, t('error.unknown'))}
        </Notice>
      )}
    </div>
  );
}
