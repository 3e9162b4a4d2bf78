import { useState } from 'react';
import { patientTimeline } from '#shared/contract/patients.ts';
import { formatTotalSentence, listLoadedRows, useList } from '#web/api/lists.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { Count } from '#web/ui/count.tsx';
import { cx } from '#web/ui/cx.ts';
import { DebouncedSearchInput } from '#web/ui/form/debounced-search-input.tsx';
import { LoadMore } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Entry, type EntryActions } from './timeline-entry.tsx';

export const buildTimelineInput = (patientId: number, q = '') => ({
  params: { id: patientId },
  query: { limit: 20, ...(q ? { q } : {}) },
});

interface TimelineProps {
  patientId: number;
  today: string;
  actions: EntryActions;
}

/** Everything about a patient in order of time, newest first, with search; loads page by page. */
export function Timeline({ patientId, today, actions }: TimelineProps) {
  const [q, setQ] = useState('');
  const list = useList(patientTimeline, buildTimelineInput(patientId, q));
  const names = useLocationServiceNames();
  const entries = listLoadedRows(list);
  const total = list.data?.pages[0]?.total;
  return (
    <section aria-label={t('desk.file.timeline')} className="grid content-start gap-[14px]">
      <div className="flex flex-wrap items-center gap-[10px]">
        <h2 className="card-title">{t('desk.file.timeline')}</h2>
        <span role="status">
          {total && (
            <Count>
              {formatTotalSentence(total, { exactly: 'desk.file.entries', over: 'desk.file.manyEntries' })}
            </Count>
          )}
        </span>
        <search className="ms-auto w-full sm:w-[260px]">
          <DebouncedSearchInput
            dense
            label={t('desk.file.search')}
            placeholder={t('desk.file.search')}
            clearLabel={t('staff.filter.clear')}
            value={q}
            onChange={setQ}
          />
        </search>
      </div>
      {list.isPending && <EntriesSkeleton />}
      {list.isError && !list.data && (
        <LoadFailed title={t('desk.file.loadFailed')} onAgain={() => void list.refetch()} />
      )}
      {list.data && entries.length === 0 && (
        <p className="py-6 text-center text-ui text-ink-2">
          {t(q ? 'desk.file.nothingFound' : 'desk.file.empty')}
        </p>
      )}
      <ol className={cx('grid transition-opacity', list.isPlaceholderData && 'opacity-60')}>
        {entries.map((entry) => (
          <Entry
            key={`${entry.kind} ${getTimelineEntryId(entry)}`}
            entry={entry}
            today={today}
            names={names}
            actions={actions}
          />
        ))}
      </ol>
      <LoadMore list={list} />
    </section>
  );
}

const getTimelineEntryId = (entry: Parameters<typeof Entry>[0]['entry']) =>
  entry.kind === 'visit' ? entry.visit.id : entry.kind === 'note' ? entry.note.id : entry.change.id;

const EntriesSkeleton = () => (
  <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
    {[1, 2, 3].map((line) => (
      <Skeleton key={line} className="h-28 rounded-card!" />
    ))}
  </LoadingRegion>
);
