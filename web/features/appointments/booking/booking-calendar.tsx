import { listSchedules } from '#shared/contract/schedules.ts';
import { daysBetween, monthKey } from '#shared/domain/clinic-time.ts';
import { formatLongDate } from '#shared/domain/time-words.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { useRead } from '#web/api/hooks.ts';
import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import { joined, t } from '#web/i18n.ts';
import { Calendar, CalendarMark, type DayState } from '#web/ui/form/calendar.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { weekdaysText } from './booking-weekdays.ts';
import type { FreeDay } from './use-availability.ts';

/** From this many free times on, a day is simply free. */
const fewTimes = 3;

function stateOf(day: FreeDay | undefined): DayState | undefined {
  if (!day) return undefined;
  if (!day.open) return 'closed';
  if (day.free === 0) return 'full';
  return day.free <= fewTimes ? 'few' : 'free';
}

const stateWord = {
  few: 'booking.legend.few',
  full: 'booking.legend.full',
  closed: 'booking.legend.closed',
} as const;

interface BookingCalendarProps {
  lang: Lang;
  locationId: number;
  today: string;
  lastDay: string;
  value: string | null;
  month: string;
  days: readonly FreeDay[] | undefined;
  isLoading: boolean;
  onChange: (date: string) => void;
  onMonthChange: (month: string) => void;
}

/** A full day can be chosen: it tells the way to the next free one. A closed one cannot. */
export function BookingCalendar(props: BookingCalendarProps) {
  const { lang, locationId, today, lastDay, value, month, days, isLoading, onChange, onMonthChange } = props;
  const byDate = new Map(days?.map((day) => [day.date, day]));
  const isLastMonth = monthKey(month) === monthKey(lastDay);
  const noneFree = days !== undefined && days.every((day) => day.free === 0);
  const dayLabel = (day: string, state: DayState | undefined) => {
    const free = byDate.get(day)?.free ?? 0;
    const word =
      state === 'free' || state === 'few'
        ? t('booking.date.free', { n: free })
        : state && t(stateWord[state]);
    return joined(formatLongDate(lang, day), word);
  };
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
        canChooseFull
        dayState={(day) => stateOf(byDate.get(day))}
        busy={isLoading}
        labels={monthTurns()}
        format={dayFormat(dayLabel)}
        legend={
          <>
            <CalendarMark state="free">{t('booking.legend.free')}</CalendarMark>
            <CalendarMark state="few">{t('booking.legend.few')}</CalendarMark>
            <CalendarMark state="full">{t('booking.legend.full')}</CalendarMark>
            <CalendarMark state="closed">{t('booking.legend.closed')}</CalendarMark>
          </>
        }
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

/** The shape of the calendar while its first month is fetched. */
export function CalendarSkeleton() {
  return (
    <LoadingRegion label={t('booking.date.loading')} className="grid gap-3">
      <Skeleton className="mx-auto h-6 w-40" />
      <div className="grid grid-cols-7 gap-[6px]">
        {Array.from({ length: 35 }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: thirty-five equal shapes
          <Skeleton key={cell} className="h-11 rounded-item!" />
        ))}
      </div>
    </LoadingRegion>
  );
}
