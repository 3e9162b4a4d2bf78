import { AppointmentList } from '#web/features/appointments/list/appointment-list.tsx';
import { useAppointmentList } from '#web/features/appointments/list/use-appointment-list.ts';
import { t } from '#web/i18n.ts';
import type { CalendarViewProps } from './calendar-place.ts';

interface DayListProps extends Pick<CalendarViewProps, 'clock' | 'columns' | 'actions' | 'whose'> {
  day: string;
  branch: number | null;
}

/** The visits of one day, one below the other. */
export function CalendarDayList({ day, branch, clock, columns, actions, whose }: DayListProps) {
  const list = useAppointmentList(
    {
      from: day,
      to: day,
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
      emptyState={<p className="px-1 text-ui text-ink-2">{t('staff.calendar.emptyDay')}</p>}
    />
  );
}
