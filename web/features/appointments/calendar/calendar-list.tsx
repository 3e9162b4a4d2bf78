import { AppointmentList } from '#web/features/appointments/list/appointment-list.tsx';
import { useAppointmentList } from '#web/features/appointments/list/use-appointment-list.ts';
import { t } from '#web/i18n.ts';
import type { CalendarViewProps } from './calendar-place.ts';

interface CalendarListProps extends Pick<CalendarViewProps, 'clock' | 'columns' | 'actions' | 'whose'> {
  from: string;
  to: string;
  branch: number | null;
}

/** The appointments of a day or a week as a list. */
export function CalendarList({ from, to, branch, clock, columns, actions, whose }: CalendarListProps) {
  const list = useAppointmentList(
    {
      from,
      to,
      locationId: branch ?? undefined,
      doctorId: whose.doctorId ?? undefined,
    },
    clock.date,
  );
  return (
    <AppointmentList
      list={list}
      layout="days"
      columns={columns}
      actions={actions}
      today={clock.date}
      emptyState={
        <p className="px-1 text-ui text-ink-2">
          {t(from === to ? 'staff.calendar.emptyDay' : 'staff.calendar.emptyWeek')}
        </p>
      }
    />
  );
}
