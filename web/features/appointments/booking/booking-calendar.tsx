import { listSchedules } from '#shared/contract/schedules.ts';
import { daysBetween, monthKey } from '#shared/domain/clinic-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import { dayMarks, type FreeDay, MarksLegend } from '#web/features/appointments/day-marks.tsx';
import { t } from '#web/i18n.ts';
import { Calendar } from '#web/ui/form/time/calendar.tsx';
import { WaitButton } from './booking-times.tsx';
import { weekdaysText } from './booking-weekdays.ts';

interface BookingCalendarProps {
  locationId: number;
  today: string;
  lastDay: string;
  value: string | null;
  month: string;
  days: readonly FreeDay[] | undefined;
  isLoading: boolean;
  onChange: (date: string) => void;
  onMonthChange: (month: string) => void;
  /** To be told of a time that opens, where she has none yet. */
  onWait?: () => void;
}

/** A full day can be chosen: it tells the way to the next free one. A closed one cannot. */
export function BookingCalendar(props: BookingCalendarProps) {
  const { locationId, today, lastDay, value, month, days, isLoading, onChange, onMonthChange, onWait } =
    props;
  const { dayState, dayLabel } = dayMarks(days);
  const isLastMonth = monthKey(month) === monthKey(lastDay);
  const noneFree = days !== undefined && days.every((day) => day.free === 0);
  return (
    <div>
      <Calendar
        value={value}
        onChange={onChange}
        month={month}
        onMonthChange={onMonthChange}
        today={today}
        min={today}
        max={lastDay}
        choosable="full"
        dayState={dayState}
        busy={isLoading}
        labels={monthTurns()}
        format={dayFormat(dayLabel)}
        legend={<MarksLegend />}
      />
      <ConsultationDays locationId={locationId} />
      {isLastMonth && (
        <p className="mt-2 text-small text-ink-2">
          {t('booking.date.tooFar', { n: daysBetween(today, lastDay) })}
        </p>
      )}
      <p role="status" className="mt-2 text-small text-ink-2 empty:hidden">
        {noneFree ? t(isLastMonth ? 'booking.none.text' : 'booking.date.noneInMonth') : null}
      </p>
      {noneFree && !isLoading && onWait && (
        <div className="mt-2">
          <WaitButton onWait={onWait} />
        </div>
      )}
    </div>
  );
}

/** On which weekdays the branch sees patients, so that nobody looks for a Friday. */
function ConsultationDays({ locationId }: { locationId: number }) {
  const { data } = useRead(listSchedules, { params: { id: locationId } });
  const open = new Set(data?.filter(({ isAvailable }) => isAvailable).map(({ dayOfWeek }) => dayOfWeek));
  if (open.size === 0) return null;
  return (
    <p className="mt-2 text-small text-ink-2">{t('booking.date.weekdays', { days: weekdaysText(open) })}</p>
  );
}
