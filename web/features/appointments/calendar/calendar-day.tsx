import { addDays, monthKey } from '#shared/domain/clinic-time.ts';
import { formatLongDate } from '#shared/domain/format-time.ts';
import { DayView } from '#web/features/appointments/day/day-view.tsx';
import { createDayMarks, MarksLegend } from '#web/features/appointments/day-marks.tsx';
import { useStaffTimes } from '#web/features/appointments/new/use-staff-times.ts';
import { currentLang, t } from '#web/i18n.ts';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import type { CalendarPartProps } from './calendar-place.ts';
import { CalendarTurn } from './calendar-turn.tsx';

/** Heading of the day view: previous day, today, next day or a chosen date. */
export function DayHead({
  kind,
  place,
  go,
  clock,
}: Pick<CalendarPartProps, 'kind' | 'place' | 'go' | 'clock'>) {
  const lang = currentLang();
  const day = place.day ?? clock.date;
  const turnTo = (date: string) => go({ day: date, month: monthKey(date) });
  const { days, setMonth } = useStaffTimes({
    grid: kind,
    locationId: place.branch,
    date: null,
    serviceId: null,
    doctor: 'any',
  });
  const { dayState, dayLabel } = createDayMarks(days);
  return (
    <>
      <CalendarTurn
        previous={t('staff.calendar.previousDay')}
        now={t('common.time.today')}
        next={t('staff.calendar.nextDay')}
        isNow={day === clock.date}
        onTurn={(by) => turnTo(by === 0 ? clock.date : addDays(day, by))}
      />
      <div className="w-72 max-sm:w-full">
        <DateInput
          dense
          value={day}
          formatted={formatLongDate(lang, day)}
          placeholder={t('common.time.chooseDate')}
          calendarLabel={t('common.time.chooseDate')}
          today={clock.date}
          onChange={turnTo}
          onMonthChange={setMonth}
          dayState={(date) => (date < clock.date ? undefined : dayState(date))}
          choosable="closed"
          format={createDayFormat(dayLabel)}
          legend={days && <MarksLegend />}
          labels={getMonthTurnLabels()}
        />
      </div>
    </>
  );
}

/** A branch's day by the hour, with its rooms or doctors. */
export function CalendarDay({ place, go, clock, ...props }: CalendarPartProps) {
  if (place.branch === null) return null;
  return (
    <DayView
      {...props}
      locationId={place.branch}
      date={place.day ?? clock.date}
      clock={clock}
      onDay={(date) => go({ day: date, month: monthKey(date) })}
    />
  );
}
