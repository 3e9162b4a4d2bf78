import { Layers2, MapPin, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { ClinicalNote } from '#shared/contract/clinical-notes.ts';
import type { TimelineEntry } from '#shared/contract/patients.ts';
import { splitCalendar, splitLocal } from '#shared/domain/clinic-time.ts';
import { formatDayMonth, formatTimeOf, formatYear } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { listWrittenNotes } from '#shared/domain/visits/appointment-notes.ts';
import { isMissed, statuses } from '#shared/domain/visits/appointment-status.ts';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import type { LocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { formatActor, formatChangeEntry } from '#web/features/appointments/visit/change-words.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ClinicalNoteEntry, FileTextBlock } from './clinical-note.tsx';

export interface EntryActions {
  row: RowActions;
  correct(note: ClinicalNote): void;
  /** Content about an appointment that the patient missed. */
  missed(visit: Appointment): ReactNode;
}

interface EntryProps {
  entry: TimelineEntry;
  today: string;
  names: LocationServiceNames;
  actions: EntryActions;
}

const icon = { size: 15, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** One entry of the timeline: an appointment with its notes, a note without appointment, or a change. */
export function Entry({ entry, today, names, actions }: EntryProps) {
  return (
    <li
      className="file-entry"
      data-tone={entry.kind === 'visit' ? statuses[entry.visit.status].tone : 'neutral'}
    >
      <EntryDate entry={entry} today={today} />
      <div className="file-rail" aria-hidden="true">
        <i />
      </div>
      <div className="min-w-0">
        {entry.kind === 'visit' && <Visit entry={entry} names={names} actions={actions} />}
        {entry.kind === 'note' && (
          <Card className="p-3">
            <ClinicalNoteEntry note={entry.note} onCorrect={() => actions.correct(entry.note)} />
          </Card>
        )}
        {entry.kind === 'change' && (
          <p className="py-[11px] text-xs text-ink-2">
            {t('desk.file.changedBy', {
              what: joinWithComma(...formatChangeEntry(entry.change, names).lines),
              name: formatActor(entry.change),
            })}
          </p>
        )}
      </div>
    </li>
  );
}

function EntryDate({ entry: { at, kind }, today }: Pick<EntryProps, 'entry' | 'today'>) {
  const lang = currentLang();
  const { date, time } = kind === 'visit' ? splitLocal(at) : splitCalendar(at);
  const clock = formatTimeOf(lang, date, time);
  const year = date.slice(0, 4) === today.slice(0, 4) ? null : formatYear(lang, date);
  return (
    <p className="file-when">
      <b>{joinWithComma(formatDayMonth(lang, date), year)}</b>
      <span className="num">{date === today ? t('desk.file.today', { time: clock }) : clock}</span>
    </p>
  );
}

type VisitEntry = Extract<TimelineEntry, { kind: 'visit' }>;

function Visit({ entry, names, actions }: Omit<EntryProps, 'entry' | 'today'> & { entry: VisitEntry }) {
  const { visit, notes } = entry;
  const deskNote = listWrittenNotes(visit.notes);
  const where: ReactNode = joinWithComma(
    names.location(visit.locationId, visit.locationName),
    visit.room === null ? null : t('staff.appointments.room', { n: visit.room }),
    visit.doctor && doctorName(currentLang(), visit.doctor),
  );
  return (
    <Card as="article" aria-label={names.service(visit.service)} className="grid gap-2 px-3 py-3 sm:px-4">
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-[10px] gap-y-1">
          <button
            type="button"
            data-row-menu={visit.id}
            aria-label={joinWithComma(t('staff.visit.title'), names.service(visit.service))}
            onClick={() => actions.row.open(visit)}
            className="min-h-9 text-start text-ui font-strong underline underline-offset-4 hover:text-accent touch:min-h-tap"
          >
            {names.service(visit.service)}
          </button>
          <StatusPill status={visit.status} />
          {visit.overbooked && (
            <Pill tone="attention" icon={Layers2}>
              {t('staff.appointments.overbooked')}
            </Pill>
          )}
        </div>
      </div>
      {isMissed(visit.status) && actions.missed(visit)}
      {notes.map((note) => (
        <ClinicalNoteEntry key={note.id} note={note} onCorrect={() => actions.correct(note)} />
      ))}
      {deskNote !== '' && (
        <FileTextBlock
          look="desk"
          text={deskNote}
          head={
            <>
              <StickyNote {...icon} />
              {t('desk.file.deskNote')}
              <span className="font-normal">{t('desk.file.sheReads')}</span>
            </>
          }
        />
      )}
      <p className="flex items-start gap-[6px] text-xs text-ink-2">
        <MapPin {...icon} className="mt-[2px] flex-none" />
        {where}
      </p>
    </Card>
  );
}
