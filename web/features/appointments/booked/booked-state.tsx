import { CalendarX, Check, Hourglass, type LucideIcon, PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime, formatVisit, formatWeekdayDate } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { statuses } from '#shared/domain/visits/appointment-status.ts';
import { findConfirmDeadline } from '#shared/domain/visits/confirm-by.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Skyline } from '#web/ui/drawings/skyline.tsx';
import { Pill } from '#web/ui/pill.tsx';

interface BookedStateProps {
  lang: Lang;
  appointment: BookedVisit;
  /** Names of the service and the doctor. */
  what: readonly (string | null | undefined)[];
  /** Number at which the clinic calls the patient. */
  phone: string | null;
  /** Number that the clinic will call, if the patient gets no message. */
  callsAt: string | null;
  children: ReactNode;
}

const drawing =
  '[--il-line:var(--deep-arch-3)] [--il-haze:rgb(255_255_255/0.07)] [--motif-gold:var(--il-sun)] [--motif-lilac:var(--il-sun)] [--motif-rose:var(--il-sun)] [--motif-sage:var(--il-sun)]';

const looks: Record<string, { icon: LucideIcon; word: Parameters<typeof t>[0] }> = {
  pending: { icon: Hourglass, word: 'status.pending' },
  cancelled: { icon: CalendarX, word: 'status.cancelled' },
};
const awaitingCallLook = { icon: PhoneCall, word: 'booking.call.pill' } as const;
const confirmedLook = { icon: Check, word: 'booking.booked.confirmed' } as const;

/** State of the appointment for the patient: waiting for confirmation, confirmed or cancelled. */
export function BookedState({ lang, appointment, what, phone, callsAt, children }: BookedStateProps) {
  const { appointmentDate: date, appointmentTime: time, status } = appointment;
  const { icon, word } = appointment.waitsForCall ? awaitingCallLook : (looks[status] ?? confirmedLook);
  const by = findConfirmDeadline(appointment);
  const until = { date: formatWeekdayDate(lang, by.date), time: formatTime(lang, by.time) };
  return (
    <section
      className={`grid items-end overflow-hidden rounded-panel bg-deep text-on-deep md:grid-cols-[minmax(0,1fr)_240px] ${drawing}`}
    >
      <div className="grid justify-items-start gap-3 p-[clamp(20px,3vw,36px)]">
        <Pill tone={statuses[status].tone} icon={icon}>
          {t(word)}
        </Pill>
        {children}
        <div>
          <p className="num text-lead font-strong">{formatVisit(lang, date, time)}</p>
          <p>{joinWithComma(...what)}</p>
        </div>
        <p className="max-w-[52ch] text-on-deep-2">
          {status === 'cancelled'
            ? t('booking.cancel.doneText')
            : status !== 'pending'
              ? t('booking.booked.confirmedText')
              : appointment.waitsForCall
                ? formatHeldForCall(callsAt ?? phone)
                : callsAt
                  ? t('booking.booked.heldCall', { ...until, phone: `\u2066${callsAt}\u2069` })
                  : t('booking.booked.heldText', until)}
        </p>
        <p className="text-small text-on-deep-2">
          {t('booking.booked.reference')} <b className="ltr num">{appointment.reference}</b>
        </p>
      </div>
      <Skyline branch={appointment.locationName} className="bg-transparent! max-md:hidden" />
    </section>
  );
}

function formatHeldForCall(phone: string | null): string {
  return phone ? t('booking.call.heldAt', { phone: `\u2066${phone}\u2069` }) : t('booking.call.held');
}
