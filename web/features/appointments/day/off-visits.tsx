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
            className="grid min-h-[52px] grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line ps-4 pe-1 text-small first:border-t-0 max-sm:py-2 sm:grid-cols-[5rem_minmax(0,1fr)_auto_auto]"
          >
            <b className="num font-strong whitespace-nowrap">
              {formatTime(currentLang(), row.appointmentTime)}
            </b>
            <span dir="auto" className="wrap-anywhere [text-align:-webkit-match-parent]">
              {patientName(row.patient)}
            </span>
            <span className="max-sm:col-start-2 max-sm:row-start-2">
              <StatusPill status={row.status} />
            </span>
            <span className="max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1">
              <RowMenu row={row} actions={actions} noteElsewhere={noteOpen !== null && noteOpen !== row.id} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
