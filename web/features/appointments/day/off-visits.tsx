import type { Appointment } from '#shared/contract/appointments.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { type RowActions, RowMenu } from '#web/features/appointments/list/row-menu.tsx';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { StatusPill, statusWord } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joined } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';

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
