import { CalendarDays, CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { listSchedules } from '#shared/contract/schedules.ts';
import { daysBetween, monthKey } from '#shared/domain/clinic-time.ts';
import { formatDayOfMonth, formatMonth, formatWeekday } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useRead } from '#web/api/hooks.ts';
import { CalendarSkeleton } from '#web/features/appointments/calendar-skeleton.tsx';
import {
  createDayMarks,
  type DayAvailabilityCount,
  MarksLegend,
} from '#web/features/appointments/day-marks.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Calendar } from '#web/ui/form/time/calendar.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import { DayGrid } from '#web/ui/form/time/day-grid.tsx';
import { JoinWaitingListButton } from './booking-times.tsx';
import { formatWeekdays } from './booking-weekdays.ts';
import type { BookableDays } from './use-availability.ts';

/** Number of free days shown before the whole month. */
const shownFreeDays = 14;
const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface BookingDaysProps {
  lang: Lang;
  locationId: number;
  days: BookableDays;
  /** Id of the heading that labels the days. */
  labelledBy: string;
  value: string | null;
  onChange(date: string): void;
  /** Joins the waiting list if no time is free. */
  onWait?: (() => void) | undefined;
}

/** The next free days from today on, across months; the full months open on request. */
export function BookingDays(props: BookingDaysProps) {
  const { lang, locationId, days, labelledBy, value, onChange, onWait } = props;
  const [asksMonth, setAsksMonth] = useState(false);
  if (!days.all) return <CalendarSkeleton />;
  const free = days.all.filter((day) => day.free > 0).slice(0, shownFreeDays);
  if (free.length === 0 && !days.reachesFurther)
    return (
      <div role="status" className="grid justify-items-start gap-2">
        <p className="text-ui text-ink-2">{t('booking.none.text')}</p>
        {onWait && <JoinWaitingListButton onWait={onWait} />}
      </div>
    );
  const isElsewhere = value !== null && !free.some(({ date }) => date === value);
  const { dayLabel } = createDayMarks(days.all);
  const showsMonth = asksMonth || isElsewhere || free.length === 0;
  return (
    <div>
      {showsMonth ? (
        <MonthOfDays {...{ days, value, onChange }} />
      ) : (
        <DayGrid
          labelledBy={labelledBy}
          months={[...new Set(free.map(({ date }) => monthKey(date)))].map((month) => ({
            name: formatMonth(lang, month),
            days: free
              .filter(({ date }) => monthKey(date) === month)
              .map(({ date }) => ({
                value: date,
                weekday: formatWeekday(lang, date, lang === 'ar' ? 'long' : 'short'),
                day: formatDayOfMonth(lang, date),
                label: dayLabel(date, 'free'),
              })),
          }))}
          value={value}
          onChoose={onChange}
        />
      )}
      {!isElsewhere && free.length > 0 && (
        <Button
          kind="gho"
          size="sm"
          data-show-calendar=""
          className="-ms-3 mt-2 text-accent!"
          icon={asksMonth ? <CalendarDays {...icon} /> : <CalendarRange {...icon} />}
          onClick={() => setAsksMonth(!asksMonth)}
        >
          {t(asksMonth ? 'booking.date.next' : 'booking.date.month')}
        </Button>
      )}
      <ConsultationDays locationId={locationId} />
    </div>
  );
}

/** A full day can be chosen: it shows the next free days. A closed day cannot. */
function MonthOfDays({ days, value, onChange }: Pick<BookingDaysProps, 'days' | 'value' | 'onChange'>) {
  const { today, month, lastDay } = days;
  const { dayState, dayLabel } = createDayMarks(days.ofMonth);
  const isLastMonth = monthKey(month) === monthKey(lastDay);
  const isNoneFree = (shown: readonly DayAvailabilityCount[]) =>
    shown.every((day) => day.free === 0 || monthKey(day.date) !== monthKey(month));
  return (
    <>
      <Calendar
        value={value}
        onChange={onChange}
        month={month}
        onMonthChange={days.showMonth}
        today={today}
        min={today}
        max={lastDay}
        choosable="full"
        dayState={dayState}
        busy={!days.ofMonth}
        labels={getMonthTurnLabels()}
        format={createDayFormat(dayLabel)}
        legend={<MarksLegend />}
      />
      {isLastMonth && (
        <p className="mt-2 text-small text-ink-2">
          {t('booking.date.tooFar', { n: daysBetween(today, lastDay) })}
        </p>
      )}
      <p role="status" className="mt-2 text-small text-ink-2 empty:hidden">
        {days.ofMonth && isNoneFree(days.ofMonth)
          ? t(isLastMonth ? 'booking.none.text' : 'booking.date.noneInMonth')
          : null}
      </p>
    </>
  );
}

/** Weekdays on which the branch sees patients. */
function ConsultationDays({ locationId }: { locationId: number }) {
  const { data } = useRead(listSchedules, { params: { id: locationId } });
  const open = new Set(data?.filter(({ isAvailable }) => isAvailable).map(({ dayOfWeek }) => dayOfWeek));
  return (
    <p className="min-h-[1lh] text-small text-ink-2">
      {open.size > 0 && t('booking.date.weekdays', { days: formatWeekdays(open) })}
    </p>
  );
}
