import type { Appointment } from '#shared/contract/appointments.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { formatVisitStatus, StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';

interface OffVisitsProps {
  rows: readonly Appointment[];
  actions: RowActions;
}

/** Cancelled and missed appointments of the day, below the grid: they occupy no room. */
export function OffVisits({ rows, actions }: OffVisitsProps) {
  if (rows.length === 0) return null;
  return (
    <Card
      as="section"
      aria-label={joinWithComma(formatVisitStatus('cancelled'), formatVisitStatus('no_show'))}
    >
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid min-h-[52px] grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line px-4 text-small first:border-t-0 max-sm:py-2 sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
          >
            <b className="num font-strong whitespace-nowrap">
              {formatTime(currentLang(), row.appointmentTime)}
            </b>
            <button
              type="button"
              dir="auto"
              aria-label={t('staff.visit.open', { name: formatPatientName(row.patient) })}
              onClick={() => actions.open(row)}
              className="min-h-tap wrap-anywhere text-start hover:text-accent hover:underline"
            >
              {formatPatientName(row.patient)}
            </button>
            <span className="max-sm:col-start-2 max-sm:row-start-2">
              <StatusPill status={row.status} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
