import { useEffect, useRef, useState } from 'react';
import { addDays } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { BookingCalendar } from '#web/features/appointments/booking/booking-calendar.tsx';
import { BookingTimes } from '#web/features/appointments/booking/booking-times.tsx';
import {
  bookableRange,
  useFreeDays,
  useFreeTimes,
  useNextFreeDays,
} from '#web/features/appointments/booking/use-availability.ts';
import { CalendarSkeleton } from '#web/features/appointments/calendar-skeleton.tsx';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import { t } from '#web/i18n.ts';
import type { Mover } from './use-mover.ts';

interface DayAndTimeProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  locationId: number;
  /** Free times are those of this service. */
  serviceId: number | null;
  /** And of whom the visit was wanted with. */
  doctor: DoctorChoice;
  /** Of the branch, for days without a free time. */
  phone: string;
  /** A day of the month that is shown first, where that can still be booked. */
  from: string;
  mover: Pick<Mover, 'when' | 'lost' | 'choose'>;
  className: string;
}

/** The free days and times of a branch, one of which a visit moves to. */
export function DayAndTime(props: DayAndTimeProps) {
  const { lang, today, daysAhead, locationId, serviceId, doctor, phone, from, mover, className } = props;
  const { date, time } = mover.when;
  const lastDay = addDays(today, daysAhead);
  const [month, setMonth] = useState(from > lastDay ? today : from);
  const where = { locationId, serviceId, doctor };
  const days = useFreeDays(where, bookableRange(month, today, lastDay));
  const times = useFreeTimes(where, date);
  const full = times.slots?.length === 0;
  const freeDays = useNextFreeDays(where, full ? date : null, today, lastDay);
  const timesArea = useRef<HTMLDivElement>(null);
  const hasTimes = times.slots !== undefined;
  useEffect(() => {
    // On a phone the times lie below the calendar: a chosen day brings them into view.
    if (date && hasTimes) timesArea.current?.scrollIntoView({ block: 'nearest' });
  }, [date, hasTimes]);
  const onDate = (day: string) => {
    setMonth(day);
    mover.choose({ date: day, time: null });
  };
  return (
    <div className={className}>
      {days.isLoading && !days.days ? (
        <CalendarSkeleton />
      ) : (
        <BookingCalendar
          {...{ locationId, today, lastDay, month }}
          value={date}
          days={days.days}
          isLoading={days.isLoading}
          onChange={onDate}
          onMonthChange={setMonth}
        />
      )}
      <div ref={timesArea}>
        {date ? (
          <BookingTimes
            {...{ lang, date, phone, freeDays, onDate }}
            slots={times.slots}
            isLoading={times.isLoading}
            failed={times.failed}
            onAgain={times.again}
            value={time}
            lost={mover.lost}
            onChange={(at) => mover.choose({ time: at })}
          />
        ) : (
          <p className="text-ui text-ink-2">{t('booking.time.selectDateFirst')}</p>
        )}
      </div>
    </div>
  );
}
