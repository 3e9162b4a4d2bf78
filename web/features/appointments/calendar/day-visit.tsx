import type { Appointment } from '#shared/contract/appointments.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { type RowActions, RowMenu } from '#web/features/appointments/list/row-menu.tsx';
import { type Names, patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { StatusPill, statusIcons, statusWord } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joined, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';

interface VisitProps {
  row: Appointment;
  actions: RowActions;
  noteElsewhere: boolean;
}

/** A visit in its lane: when, who, how it stands, and what can be done. */
export function DayVisit({ row, names, actions, noteElsewhere }: VisitProps & { names: Names }) {
  const name = patientName(row.patient);
  const Icon = statusIcons[row.status];
  return (
    <div
      data-status={row.status}
      className="relative z-1 flex h-full items-center gap-1 overflow-hidden rounded-sm border-s-[3px] border-status-bar bg-status-bg ps-2 text-xs text-status"
    >
      <button
        type="button"
        aria-label={joined(
          formatTime(currentLang(), row.appointmentTime),
          t('staff.file.open', { name }),
          row.doctor && doctorName(currentLang(), row.doctor),
          statusWord(row.status),
        )}
        title={joined(row.doctor && doctorName(currentLang(), row.doctor), names.service(row.service))}
        onClick={() => actions.openFile({ id: row.userId, name })}
        className="flex h-full min-w-0 flex-1 items-center gap-2 text-start"
      >
        <Icon size={16} strokeWidth={2} aria-hidden="true" className="flex-none" />
        <span className="min-w-0 truncate leading-[1.4]">
          <b className="num font-strong">{formatTime(currentLang(), row.appointmentTime)}</b> {name}
        </span>
      </button>
      {actions.alerts(row.userId, 'brief')}
      <RowMenu row={row} actions={actions} noteElsewhere={noteElsewhere} />
    </div>
  );
}

interface OffVisitsProps {
  rows: readonly Appointment[];
  actions: RowActions;
  noteOpen: number | null;
}

/** Cancelled and missed visits of the day, below the lanes: they hold no room. */
export function OffVisits({ rows, actions, noteOpen }: OffVisitsProps) {
  if (rows.length === 0) return null;
  return (
    <Card as="section" aria-label={joined(statusWord('cancelled'), statusWord('no_show'))}>
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex min-h-[52px] items-center gap-3 border-t border-line ps-4 pe-1 text-small first:border-t-0"
          >
            <b className="num w-20 flex-none font-strong whitespace-nowrap">
              {formatTime(currentLang(), row.appointmentTime)}
            </b>
            <span className="min-w-0 flex-1 truncate">{patientName(row.patient)}</span>
            <StatusPill status={row.status} />
            <RowMenu row={row} actions={actions} noteElsewhere={noteOpen !== null && noteOpen !== row.id} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
