import { CalendarX, Check, Hourglass, type LucideIcon, PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  addMinutes,
  clinicClock,
  localDateTime,
  readInstant,
  splitLocal,
} from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatTime, formatVisit, formatWeekday, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { arriveEarlyMinutes } from '#shared/domain/visits/booking-rules.ts';
import { confirmBy } from '#shared/domain/visits/confirm-by.ts';
import { now as present } from '#web/api/clock.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Skyline } from '#web/ui/drawings/skyline.tsx';
import { Pill } from '#web/ui/pill.tsx';

interface BookedStateProps {
  lang: Lang;
  appointment: BookedVisit;
  /** Where the clinic calls her. */
  phone: string | null;
  /** She gets no message: the number that the clinic will call. */
  callsAt: string | null;
  children: ReactNode;
}

const drawing =
  '[--il-line:var(--deep-arch-3)] [--il-haze:rgb(255_255_255/0.07)] [--motif-gold:var(--il-sun)] [--motif-lilac:var(--il-sun)] [--motif-rose:var(--il-sun)] [--motif-sage:var(--il-sun)]';

const looks: Record<string, { icon: LucideIcon; word: Parameters<typeof t>[0] }> = {
  pending: { icon: Hourglass, word: 'booking.booked.waiting' },
  cancelled: { icon: CalendarX, word: 'status.cancelled' },
};
const waiting = { icon: PhoneCall, word: 'booking.call.pill' } as const;
const confirmed = { icon: Check, word: 'booking.booked.confirmed' } as const;

/** What the visit is, in her words: held until the clinic confirms, confirmed, or given up. */
export function BookedState({ lang, appointment, phone, callsAt, children }: BookedStateProps) {
  const { appointmentDate: date, appointmentTime: time, status } = appointment;
  const { icon, word } = appointment.waitsForCall ? waiting : (looks[status] ?? confirmed);
  const by = confirmBy(appointment);
  const until = { date: formatWeekdayDate(lang, by.date), time: formatTime(lang, by.time) };
  const early = t('common.visit.arriveEarly', { n: arriveEarlyMinutes });
  return (
    <section
      className={`grid items-end overflow-hidden rounded-panel bg-deep text-on-deep md:grid-cols-[minmax(0,1fr)_240px] ${drawing}`}
    >
      <div className="grid justify-items-start gap-3 p-[clamp(20px,3vw,36px)]">
        <Pill tone={status} icon={icon}>
          {t(word)}
        </Pill>
        {children}
        <p className="num text-lead font-strong">{formatVisit(lang, date, time)}</p>
        <p className="max-w-[52ch] text-on-deep-2">
          {status === 'cancelled'
            ? t('booking.cancel.doneText')
            : status !== 'pending'
              ? `${t('booking.booked.confirmedText')} ${early}`
              : appointment.waitsForCall
                ? heldForCall(callsAt ?? phone)
                : callsAt
                  ? t('booking.booked.heldCall', { ...until, phone: `\u2066${callsAt}\u2069` })
                  : t('booking.booked.heldText', until)}
        </p>
      </div>
      <Skyline branch={appointment.locationName} className="bg-transparent! max-md:hidden" />
    </section>
  );
}

function heldForCall(phone: string | null): string {
  return phone ? t('booking.call.heldAt', { phone: `\u2066${phone}\u2069` }) : t('booking.call.held');
}

/** Held, confirmed, the visit: where she is on that way, and when the rest of it comes. */
export function BookedWay({ lang, appointment }: Omit<BookedStateProps, 'phone' | 'callsAt' | 'children'>) {
  const { appointmentDate: date, appointmentTime: time } = appointment;
  const asked = clinicClock(readInstant(appointment.updatedAt) ?? present());
  const by = confirmBy(appointment);
  const come = splitLocal(addMinutes(localDateTime(date, time), -arriveEarlyMinutes));
  const steps = [
    { title: t('booking.way.held'), when: formatVisit(lang, asked.date, asked.time), mark: 'done' },
    {
      title: t(appointment.waitsForCall ? 'booking.call.step' : 'booking.way.confirms'),
      when: t('booking.way.by', { date: formatWeekdayDate(lang, by.date), time: formatTime(lang, by.time) }),
      mark: 'now',
    },
    {
      title: t('booking.way.visit'),
      when: t('booking.way.come', { day: formatWeekday(lang, date), time: formatTime(lang, come.time) }),
      mark: 'later',
    },
  ];
  return (
    <Card className="p-[clamp(20px,2.4vw,28px)]">
      <ol className="grid md:grid-cols-3">
        {steps.map(({ title, when, mark }) => (
          <li
            key={title}
            aria-current={mark === 'now' ? 'step' : undefined}
            className={cx(
              'relative ms-2 grid gap-1 ps-5 pb-4 text-small text-ink-2 last:pb-0 md:ms-0 md:ps-0 md:pe-3 md:pt-4 md:pb-0',
              'border-s-[3px] last:border-transparent md:border-s-0 md:border-t-[3px] md:last:border-line-2',
              mark === 'done' ? 'border-sage-ink' : 'border-line-2',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'absolute -start-[9px] top-[2px] size-[15px] rounded-full border-[3px] bg-surface md:start-0 md:-top-[9px]',
                mark === 'done'
                  ? 'border-sage-ink bg-sage-ink!'
                  : mark === 'now'
                    ? 'border-brand'
                    : 'border-control',
              )}
            />
            <b className="text-ui font-strong text-ink">{title}</b>
            <span className="num">{when}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
