import { useState } from 'react';
import { appointmentHistory, type ChangeEntry, patientHistory } from '#shared/contract/staff-appointments.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/list-end.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { useLocationServiceNames } from './appointment-names.ts';
import { formatActor, formatChangeEntry } from './change-words.ts';

/** Who changed what and when; entries are never deleted. */
function ChangeList({ entries }: { entries: readonly ChangeEntry[] }) {
  const names = useLocationServiceNames();
  if (entries.length === 0) return <p className="text-ui text-ink-2">{t('staff.history.empty')}</p>;
  return (
    <ol className="grid">
      {entries.map((entry) => {
        const { lines, notes } = formatChangeEntry(entry, names);
        return (
          <li key={entry.id} className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
            {lines.map((line, index) => (
              <span key={line} className={index === 0 ? 'text-ui font-strong' : 'text-small'}>
                {line}
              </span>
            ))}
            {notes && <NotesChange {...notes} />}
            <span className="text-xs text-ink-2">
              {t('staff.history.by', {
                name: formatActor(entry),
                when: formatInstant(currentLang(), entry.at),
              })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** If text was only appended to the notes, shows the appended text. */
function NotesChange({ before, after }: { before: string; after: string }) {
  const [open, setOpen] = useState(false);
  const added = before !== '' && after.startsWith(before) ? after.slice(before.length).trim() : null;
  if (added !== null) return <Words>{added}</Words>;
  return (
    <>
      <Button
        kind="gho"
        size="sm"
        className="justify-self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'common.action.showLess' : 'common.action.showMore')}
      </Button>
      {open && (
        <dl className="grid gap-2 text-small sm:grid-cols-2">
          {(
            [
              ['before', before],
              ['after', after],
            ] as const
          ).map(([key, words]) => (
            <div key={key} className="min-w-0">
              <dt className="text-xs text-ink-2">{t(`staff.history.${key}`)}</dt>
              <dd>
                <Words>{words || t('staff.cell.noNotes')}</Words>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span
      dir="auto"
      className="block rounded-sm bg-sunk px-3 py-2 text-small whitespace-pre-line wrap-anywhere"
    >
      {children}
    </span>
  );
}

function LinesSkeleton() {
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-3">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-3 w-1/3" />
    </LoadingRegion>
  );
}

/** History of one appointment, newest change first. */
export function AppointmentChanges({ id }: { id: number }) {
  const { data, isPending, isError } = useRead(appointmentHistory, { params: { id } });
  return (
    <section aria-label={t('staff.history.title')} className="rounded-item border border-line p-4">
      {isError && !data && <Notice kind="danger">{t('staff.history.loadFailed')}</Notice>}
      {isPending && <LinesSkeleton />}
      {data && <ChangeList entries={data.toReversed()} />}
    </section>
  );
}

/** All changes in a patient's file, newest first. */
export function PatientChanges({ patientId }: { patientId: number }) {
  const list = useList(patientHistory, { params: { id: patientId }, query: { limit: 30 } });
  if (list.isError && !list.data) return <Notice kind="danger">{t('staff.history.loadFailed')}</Notice>;
  if (!list.data) return <LinesSkeleton />;
  return (
    <>
      <ChangeList entries={listLoadedRows(list)} />
      <LoadMore list={list} />
    </>
  );
}
