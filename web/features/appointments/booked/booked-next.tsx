import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { addMinutes, localDateTime, splitLocal } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { arriveEarlyMinutes } from '#shared/domain/visits/booking-rules.ts';
import type { BookingService } from '#web/features/appointments/booking/booking-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';

interface BookedNextProps {
  /** Level of the heading. */
  level: 2 | 4;
  lang: Lang;
  appointment: BookedVisit;
  service: BookingService | undefined;
  /** Says which message the patient gets. */
  children: ReactNode;
}

/** Next steps for the patient: the message, when to arrive and what to bring. */
export function BookedNext({ level, lang, appointment, service, children }: BookedNextProps) {
  const Heading = `h${level}` as const;
  const { appointmentDate: date, appointmentTime: time } = appointment;
  const come = splitLocal(addMinutes(localDateTime(date, time), -arriveEarlyMinutes));
  // The service's own list, one item per line; otherwise the list that applies to every branch.
  const bring = (service?.bring || t('booking.booked.bringUsual')).split('\n').filter(Boolean);
  return (
    <Card as="section" aria-labelledby="booked-next" className="grid gap-3 p-5">
      <Heading id="booked-next" className="display text-h3!">
        {t('booking.booked.next')}
      </Heading>
      {children}
      <p className="num text-ui">{t('booking.booked.come', { time: formatTime(lang, come.time) })}</p>
      <div>
        <p className="text-ui font-strong">{t('booking.booked.bring')}</p>
        <ul className="mt-1 grid gap-1 text-ui">
          {bring.map((line) => (
            <li key={line} className="flex gap-3">
              <Check
                size={18}
                strokeWidth={1.7}
                aria-hidden="true"
                className="mt-1 flex-none text-sage-ink"
              />
              {line}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
