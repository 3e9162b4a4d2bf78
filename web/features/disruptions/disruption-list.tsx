import { ChevronRight } from 'lucide-react';
import { listDisruptions } from '#shared/contract/disruptions.ts';
import { displacedStates } from '#shared/domain/displaced-state.ts';
import { listEndProps, listLoadedRows, useList } from '#web/api/lists.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { formatDisruptionPeriod, formatDisruptionTitle, formatSavedBy } from './disruption-title.ts';
import { useDisruptionNames } from './names.ts';

const pageSize = 50;

/** Absences and changed hours that displaced appointments, newest first, with their progress. */
export function DisruptionList() {
  const names = useDisruptionNames();
  const list = useList(listDisruptions, { query: { limit: pageSize } });
  const { error, refetch } = list;
  const data = list.data && listLoadedRows(list);
  if (error && !data)
    return <LoadFailed title={t('plans.loadFailed')} reason={error.message} onAgain={() => void refetch()} />;
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-28 rounded-card!" />
      </LoadingRegion>
    );
  if (data.length === 0) return <EmptyState title={t('plans.none')}>{t('plans.noneText')}</EmptyState>;
  return (
    <>
      <ul className="grid gap-3" aria-label={t('plans.tab.disruptions')}>
        {data.map((head) => (
          <li key={head.id}>
            <Card className="relative grid gap-2 px-4 py-3 hover:border-line-2">
              <span className="flex items-start justify-between gap-3">
                <span className="grid min-w-0">
                  <a
                    href={`/clinic/disruptions/${head.id}`}
                    className="font-strong after:absolute after:inset-0 after:rounded-card"
                  >
                    {formatDisruptionTitle(head, names)}
                  </a>
                  <span className="num text-small text-ink-2">{formatDisruptionPeriod(head)}</span>
                  <span className="text-xs text-ink-2">{formatSavedBy(head)}</span>
                </span>
                <ChevronRight
                  size={20}
                  strokeWidth={1.7}
                  aria-hidden="true"
                  className="flex-none rtl:-scale-x-100"
                />
              </span>
              <span className="flex flex-wrap gap-x-4 gap-y-1 text-small">
                {displacedStates.map((state) => {
                  const n = head.counts[state];
                  return n ? (
                    <span key={state} className="whitespace-nowrap">
                      {t(`plans.state.${state}`)} <b className="num font-strong">{formatNumberInLang(n)}</b>
                    </span>
                  ) : null;
                })}
              </span>
            </Card>
          </li>
        ))}
      </ul>
      <ListEnd {...listEndProps(list)} />
    </>
  );
}
