import { CalendarClock, CalendarPlus, Check, CircleX, Hourglass, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Appointment, appointmentCalendarFile } from '#shared/contract/appointments.ts';
import { linkCalendarFile } from '#shared/contract/links.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatTime, formatVisit, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { confirmBy } from '#shared/domain/visits/confirm-by.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { addressOf } from '#web/api/client.ts';
import type { BookingLocation, BookingService } from '#web/features/appointments/booking/booking-choice.ts';
import { arriveEarlyMinutes } from '#web/features/appointments/booking/booking-facts.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { BookedKeep } from './booked-keep.tsx';
import { BookedTold } from './booked-told.tsx';
import { BookedWhere } from './booked-where.tsx';

interface BookedPanelProps {
  lang: Lang;
  appointment: Appointment;
  location: BookingLocation | undefined;
  service: BookingService | undefined;
  cutoffHours: number;
  /** The visit of an earlier try, whose answer was lost. */
  earlier: boolean;
  /** She has no account and gets no message: this is her way back to the visit. */
  link: string | undefined;
  onAnother(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const profile = '/profile?tab=appointments';

/**
 * After the last press, in place of the form: the state in her words, where, what to bring, where she is
 * told, what she can still do.
 */
export function BookedPanel(props: BookedPanelProps) {
  const { lang, appointment, location, service, cutoffHours, earlier, link, onAnother } = props;
  const calendar = link
    ? addressOf(linkCalendarFile, { params: { token: link.split('/').at(-1) } })
    : addressOf(appointmentCalendarFile, { params: { id: appointment.id } });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div data-booked="" className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_360px] xl:gap-6">
      <div className="grid gap-4">
        {earlier && <Notice>{t('booking.waiting.earlier')}</Notice>}
        <State lang={lang} appointment={appointment}>
          <h3 ref={heading} tabIndex={-1} className="display text-h1! font-[380]!">
            {t(appointment.status === 'pending' ? 'booking.booked.held' : 'booking.booked.confirmed')}
          </h3>
        </State>
        <BookedWhere location={location} appointment={appointment} service={service} />
        <Bring text={service?.bring ?? ''} />
      </div>
      <div className="grid gap-4">
        <section
          aria-label={t('booking.booked.reference')}
          className="rounded-card border border-dashed border-control bg-surface px-5 py-3"
        >
          <p className="text-small text-ink-2">{t('booking.booked.reference')}</p>
          <p className="ltr num text-lead font-strong">{appointment.reference}</p>
        </section>
        {link ? <BookedKeep link={link} /> : <BookedTold appointmentId={appointment.id} />}
        <Card className="grid gap-3 p-5">
          <ButtonLink block href={calendar} download icon={<CalendarPlus {...icon} />}>
            {t('booking.success.calendar')}
          </ButtonLink>
          {appointment.status === 'pending' && (
            <p className="text-small text-ink-2">{t('booking.booked.tentative')}</p>
          )}
          <ButtonLink
            kind="out"
            block
            href={link ? `${link}?do=move` : profile}
            icon={<CalendarClock {...icon} />}
          >
            {t('booking.booked.move')}
          </ButtonLink>
          <ButtonLink
            kind="gho"
            block
            href={link ? `${link}?do=cancel` : profile}
            icon={<CircleX {...icon} />}
          >
            {t('booking.booked.cancel')}
          </ButtonLink>
          <p className="text-small text-ink-2">{t('booking.booked.until', { n: cutoffHours })}</p>
        </Card>
        {!link && (
          <Card className="grid gap-2 p-5">
            <h4 className="text-ui!">{t('booking.booked.next')}</h4>
            <p className="text-small text-ink-2">{t('booking.booked.nextText')}</p>
            <p className="flex flex-wrap gap-x-5">
              <a href={profile} className="link inline-flex min-h-tap items-center">
                {t('booking.success.view')}
              </a>
              <a href="/profile?tab=password" className="link inline-flex min-h-tap items-center">
                {t('booking.booked.password')}
              </a>
            </p>
          </Card>
        )}
        <Button kind="sec" icon={<Plus {...icon} />} onClick={onAnother}>
          {t('booking.success.another')}
        </Button>
      </div>
    </div>
  );
}

function State({
  lang,
  appointment,
  children,
}: {
  lang: Lang;
  appointment: Appointment;
  children: ReactNode;
}) {
  const { appointmentDate: date, appointmentTime: time } = appointment;
  const held = appointment.status === 'pending';
  const by = clinicClock(confirmBy(appointment));
  return (
    <section className="grid justify-items-start gap-3 rounded-panel bg-deep p-[clamp(20px,3vw,36px)] text-on-deep">
      <Pill tone={held ? 'pending' : 'confirmed'} icon={held ? Hourglass : Check}>
        {t(held ? 'booking.booked.waiting' : 'booking.booked.confirmed')}
      </Pill>
      {children}
      <p className="num text-lead font-strong">{formatVisit(lang, date, time)}</p>
      <p className="max-w-[52ch] text-on-deep-2">
        {held
          ? t('booking.booked.heldText', {
              date: formatWeekdayDate(lang, by.date),
              time: formatTime(lang, by.time),
            })
          : t('booking.booked.confirmedText')}{' '}
        {t('booking.arriveEarly', { n: arriveEarlyMinutes })}
      </p>
    </section>
  );
}

/** What the owner says for the service, one thing a line; else what every clinic wants to see. */
function Bring({ text }: { text: string }) {
  const lines = (text || t('booking.booked.bringUsual')).split('\n').filter(Boolean);
  return (
    <Card as="section" aria-labelledby="booked-bring" className="grid gap-3 p-[clamp(20px,2.4vw,28px)]">
      <h4 id="booked-bring" className="display text-h3!">
        {t('booking.booked.bring')}
      </h4>
      <ul className="grid gap-2 text-ui">
        {lines.map((line) => (
          <li key={line} className="flex gap-3">
            <Check {...icon} className="mt-1 text-sage-ink" />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
