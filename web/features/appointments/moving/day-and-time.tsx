import { useEffect, useId, useRef } from 'react';
import { addDays } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useLiveTimes } from '#web/api/live-times.ts';
import { BookingDays } from '#web/features/appointments/booking/booking-days.tsx';
import { BookingTimes } from '#web/features/appointments/booking/booking-times.tsx';
import {
  refreshTimes,
  useBookableDays,
  useFreeTimes,
} from '#web/features/appointments/booking/use-availability.ts';
import { useReservedTimes } from '#web/features/appointments/booking/use-reserved-times.ts';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import { t } from '#web/i18n.ts';
import type { MoveState } from './use-move-appointment.ts';

interface DayAndTimeProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  locationId: number;
  /** Service whose free times are shown. */
  serviceId: number | null;
  /** The wanted doctor of the appointment. */
  doctor: DoctorChoice;
  /** Phone of the branch, shown for days without a free time. */
  phone: string;
  /** A day of the month that is shown first, if it can still be booked. */
  from: string;
  /** Id of the appointment that is moved, if the user is signed in: offers may reserve times for it. */
  keptFor?: number;
  mover: Pick<MoveState, 'when' | 'lost' | 'choose'>;
  className: string;
}

/** Free days and times of a branch to which an appointment can move. */
export function DayAndTime(props: DayAndTimeProps) {
  const { lang, today, daysAhead, locationId, serviceId, doctor, phone, from, keptFor, mover, className } =
    props;
  const { date, time } = mover.when;
  const lastDay = addDays(today, daysAhead);
  const where = { locationId, serviceId, doctor };
  const days = useBookableDays(where, { today, lastDay, date, from: from > lastDay ? today : from });
  const times = useFreeTimes(where, date);
  useLiveTimes(locationId, refreshTimes);
  const kept = useReservedTimes(keptFor !== undefined, { locationId, date, appointmentId: keptFor ?? null });
  const heading = useId();
  const timesArea = useRef<HTMLDivElement>(null);
  const hasTimes = times.slots !== undefined;
  useEffect(() => {
    // On a phone the times are below the calendar: choosing a day scrolls to them.
    if (date && hasTimes) timesArea.current?.scrollIntoView({ block: 'nearest' });
  }, [date, hasTimes]);
  const onDate = (day: string) => mover.choose({ date: day, time: null });
  return (
    <div className={className}>
      <div className="grid content-start gap-2">
        <p id={heading} className="text-ui font-strong">
          {t('booking.step.date')}
        </p>
        <BookingDays {...{ lang, locationId, days }} labelledBy={heading} value={date} onChange={onDate} />
      </div>
      <div ref={timesArea}>
        {date ? (
          <BookingTimes
            {...{ lang, date, phone, onDate }}
            freeDays={days.nextFree}
            slots={times.slots}
            isLoading={times.isLoading}
            failed={times.failed}
            onAgain={times.again}
            value={time}
            lost={mover.lost}
            kept={kept}
            onChange={(at) => mover.choose({ time: at })}
          />
        ) : (
          <p className="text-ui text-ink-2">{t('booking.time.selectDateFirst')}</p>
        )}
      </div>
    </div>
  );
}
