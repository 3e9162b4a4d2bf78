import { useState } from 'react';
import { addDays } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { BookingCalendar, CalendarSkeleton } from '#web/features/appointments/booking/booking-calendar.tsx';
import { BookingTimes } from '#web/features/appointments/booking/booking-times.tsx';
import {
  bookableRange,
  refreshBranch,
  useFreeDays,
  useFreeTimes,
  useNextFreeDays,
} from '#web/features/appointments/booking/use-availability.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';

interface LinkMoverProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  locationId: number;
  phone: string;
  /** Free times are asked for this service: a link does not say which one the visit is for. */
  serviceId: number | null;
  busy: boolean;
  /** Answers whether the time can no longer be had. */
  onMove(date: string, time: string): Promise<boolean>;
}

/** Another day and time for a visit, for somebody who is not signed in. */
export function LinkMover({
  lang,
  today,
  daysAhead,
  locationId,
  serviceId,
  phone,
  busy,
  onMove,
}: LinkMoverProps) {
  const lastDay = addDays(today, daysAhead);
  const [month, setMonth] = useState(today);
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const where = { locationId, serviceId };
  const days = useFreeDays(where, bookableRange(month, today, lastDay));
  const times = useFreeTimes(where, date);
  const full = times.slots?.length === 0;
  const freeDays = useNextFreeDays(where, full ? date : null, today, lastDay);

  function choose(day: string) {
    setMonth(day);
    setDate(day);
    setTime(null);
    setLost(null);
  }
  async function move() {
    if (!date || !time || !(await onMove(date, time))) return;
    setLost(time);
    setTime(null);
    void refreshBranch(locationId);
  }
  return (
    <div className="grid gap-6">
      {days.isLoading && !days.days ? (
        <CalendarSkeleton />
      ) : (
        <BookingCalendar
          {...{ lang, locationId, today, lastDay, month }}
          value={date}
          days={days.days}
          isLoading={days.isLoading}
          onChange={choose}
          onMonthChange={setMonth}
        />
      )}
      {date ? (
        <BookingTimes
          {...{ lang, date, lost, phone }}
          slots={times.slots}
          isLoading={times.isLoading}
          failed={times.failed}
          onAgain={times.again}
          value={time}
          onChange={setTime}
          freeDays={freeDays}
          onDate={choose}
        />
      ) : (
        <p className="text-ui text-ink-2">{t('booking.time.selectDateFirst')}</p>
      )}
      <Button
        block
        size="lg"
        disabled={!time}
        busy={busy}
        busyLabel={t('public.link.working')}
        onClick={() => void move()}
      >
        {t('public.link.move.button')}
      </Button>
    </div>
  );
}
