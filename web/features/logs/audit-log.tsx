import { type AuditEntry, listAudit } from '#shared/contract/logs.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { now } from '#web/api/clock.ts';
import { currentLang, formatNumberInLang, joinWithComma, t, translateValidation } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { formatAuditAction, formatAuditSubject, listFieldChanges } from './audit-words.ts';
import type { LogView } from './log-filters.ts';
import { LogList } from './log-list.tsx';

/** Audit log: who changed what, with the values before and after. */
export function AuditLog({ view }: { view: LogView }) {
  return (
    <LogList<AuditEntry> spec={listAudit} filters={view.filters}>
      {(entries) =>
        groupEntriesByDay(entries).map(([date, day]) => (
          <Day key={date} date={date} entries={day} view={view} />
        ))
      }
    </LogList>
  );
}

/** Groups entries by the clinic's date and keeps their order. */
function groupEntriesByDay(entries: readonly AuditEntry[]): [string, AuditEntry[]][] {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const { date } = clinicClock(readInstant(entry.at) ?? now());
    days.set(date, [...(days.get(date) ?? []), entry]);
  }
  return [...days];
}

function Day({ date, entries, view }: { date: string; entries: readonly AuditEntry[]; view: LogView }) {
  const title = formatWeekdayDate(currentLang(), date);
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="px-1 font-text text-ui font-strong tracking-normal">{title}</h2>
      <Table label={title} className="lg:table-fixed">
        <TableHead>
          <TableHeading className="lg:w-[100px]">{t('logs.column.when')}</TableHeading>
          <TableHeading>{t('logs.column.actor')}</TableHeading>
          <TableHeading>{t('logs.column.action')}</TableHeading>
          <TableHeading>{t('logs.column.patient')}</TableHeading>
          <TableHeading className="lg:w-[32%]">{t('logs.audit.changes')}</TableHeading>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} view={view} />
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

function formatActorRole(role: string): string {
  if (role === 'system') return t('logs.system');
  if (role === 'visitor') return t('logs.visitor');
  if (role === 'program') return t('logs.program');
  return translateValidation(`role.${role}`) ?? role;
}

function AuditRow({ entry, view }: { entry: AuditEntry; view: LogView }) {
  const { actorId, patientId, subjectId, subjectName } = entry;
  const about =
    subjectName ?? (subjectId === null ? null : t('logs.audit.number', { n: formatNumberInLang(subjectId) }));
  const actor =
    entry.actorName ??
    (actorId === null ? formatActorRole(entry.actorRole) : t('logs.person', { id: actorId }));
  const changes = listFieldChanges(entry.before, entry.after);
  const patient = patientId === null ? null : (entry.patientName ?? t('logs.person', { id: patientId }));
  return (
    <TableRow>
      <TableCell place="meta">
        <TwoLines
          strong={false}
          first={formatTime(currentLang(), clinicClock(readInstant(entry.at) ?? now()).time)}
          second={entry.ip && <span className="ltr num wrap-anywhere">{entry.ip}</span>}
        />
      </TableCell>
      <TableCell place="who">
        <FilterByPersonButton
          name={actor}
          id={actorId}
          label={t('logs.audit.onlyActor', { name: actor })}
          onNarrow={(id) => view.change({ actorId: id })}
        />
        {(actorId !== null || entry.actorName) && (
          <span className="block text-xs text-ink-2">{formatActorRole(entry.actorRole)}</span>
        )}
      </TableCell>
      <TableCell place="meta">
        <TwoLines
          first={formatAuditAction(entry.action)}
          second={joinWithComma(formatAuditSubject(entry.subject), about)}
        />
      </TableCell>
      <TableCell className={patient ? undefined : 'max-lg:hidden'}>
        {patient ? (
          <>
            <FilterByPersonButton
              name={patient}
              id={patientId}
              label={t('logs.audit.onlyPatient', { name: patient })}
              onNarrow={(id) => view.change({ patientId: id })}
            />
            <span className="block text-xs text-ink-2">
              <span className="ltr num">{entry.patientReference}</span>
            </span>
          </>
        ) : (
          '-'
        )}
      </TableCell>
      <TableCell className={cx('lg:max-w-110', changes.length === 0 && 'max-lg:hidden')}>
        <Changes changes={changes} />
      </TableCell>
    </TableRow>
  );
}

interface FilterByPersonButtonProps {
  name: string;
  id: number | null;
  label: string;
  onNarrow(id: string): void;
}

/** A name that filters the log by this person when pressed. */
function FilterByPersonButton({ name, id, label, onNarrow }: FilterByPersonButtonProps) {
  if (id === null) return <b className="font-strong">{name}</b>;
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={() => onNarrow(String(id))}
      className="min-h-6 touch:min-h-tap text-start font-strong underline decoration-line-2 underline-offset-4 hover:text-accent"
    >
      {name}
    </button>
  );
}

const fewChanges = 3;

/** Shows a short change at once; a long one is collapsible. */
function Changes({ changes }: { changes: ReturnType<typeof listFieldChanges> }) {
  if (changes.length === 0) return '-';
  const list = (
    <dl className="grid gap-1 text-small">
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-xs text-ink-2">{label}</dt>
          <dd dir="auto" className="min-w-0 break-words whitespace-pre-line">
            {before !== null && (
              <del className="text-ink-2 decoration-1 arabic:no-underline">
                <span className="sr-only">{t('logs.column.before')} </span>
                {before}
              </del>
            )}
            {before !== null && after === null && (
              <span className="ms-2 text-xs font-medium">{t('logs.audit.removed')}</span>
            )}
            {before !== null && after !== null && (
              <span aria-hidden="true" className="flip mx-2 inline-block text-ink-3">
                →
              </span>
            )}
            {after !== null && (
              <ins className="font-medium no-underline">
                <span className="sr-only">{t('logs.column.after')} </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (changes.length <= fewChanges) return list;
  return (
    <details>
      <summary className="flex min-h-tap flex-wrap items-center gap-2 text-xs font-strong text-accent">
        {t('logs.showDetails')} <Badge>{formatNumberInLang(changes.length)}</Badge>
      </summary>
      {list}
    </details>
  );
}
