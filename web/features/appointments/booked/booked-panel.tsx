import { Check, Copy, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import type { BookingProps, BookingService } from '#web/features/appointments/booking/booking-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BookedActions } from './booked-actions.tsx';
import { BookedKeep } from './booked-keep.tsx';
import { BookedState, BookedWay } from './booked-state.tsx';
import { BookedTold } from './booked-told.tsx';
import { BookedWhere } from './booked-where.tsx';
import { copyText } from './copy-text.ts';

interface BookedPanelProps extends BookingProps {
  appointment: BookedVisit;
  /** Where the clinic calls her. */
  phone: string | null;
  /** The visit of an earlier try, whose answer was lost. */
  earlier: boolean;
  /** She has no account and gets no message: this is her way back to the visit. */
  link: string | undefined;
  onAnother(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const profile = '/profile?tab=appointments';
const titles: Record<string, Parameters<typeof t>[0]> = {
  pending: 'booking.booked.held',
  cancelled: 'booking.cancel.doneTitle',
};

/**
 * After the last press, in place of the form: the state in her words, where, what to bring, where she is
 * told, and what she can still do, done here.
 */
export function BookedPanel(props: BookedPanelProps) {
  const { lang, phone, earlier, link, onAnother, locations, services } = props;
  const [appointment, setAppointment] = useState(props.appointment);
  const { status, reference } = appointment;
  const location = locations.find(({ id }) => id === appointment.locationId);
  const service = services.find(({ id }) => id === appointment.serviceId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  const another = (
    <Button kind="sec" icon={<Plus {...icon} />} onClick={onAnother}>
      {t('booking.success.another')}
    </Button>
  );
  const state = (
    <BookedState {...{ lang, appointment, phone }} callsAt={link && phone ? formatPhone(phone) : null}>
      <h3 ref={heading} tabIndex={-1} className="display text-h1! font-[380]!">
        {t(titles[status] ?? 'booking.booked.confirmed')}
      </h3>
    </BookedState>
  );
  if (status === 'cancelled')
    return (
      <div data-booked="" className="grid gap-4">
        {state}
        <div>{another}</div>
      </div>
    );
  return (
    <div
      data-booked=""
      className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_360px] xl:grid-rows-[auto_1fr] xl:gap-x-6"
    >
      <div className="grid gap-4">
        {earlier && <Notice>{t('booking.waiting.earlier')}</Notice>}
        {state}
        {status === 'pending' && <BookedWay {...{ lang, appointment }} />}
      </div>
      <div className="grid gap-4 xl:col-start-2 xl:row-span-2">
        {link ? (
          <BookedKeep link={link} />
        ) : (
          <BookedTold key={appointment.version} appointmentId={appointment.id} />
        )}
        <BookedActions
          {...props}
          appointment={appointment}
          location={location}
          token={link?.split('/').at(-1)}
          heading={heading}
          onChanged={setAppointment}
        />
        <section
          aria-label={t('booking.booked.reference')}
          className="flex items-center justify-between gap-3 rounded-card border border-dashed border-control bg-surface py-2 ps-5 pe-2"
        >
          <div>
            <p className="text-small text-ink-2">{t('booking.booked.reference')}</p>
            <p className="ltr num text-lead font-strong">{reference}</p>
          </div>
          <IconButton
            label={t('booking.booked.copyReference')}
            onClick={() => void copyText(reference, 'booking.booked.referenceCopied')}
          >
            <Copy {...icon} />
          </IconButton>
        </section>
      </div>
      <div className="grid gap-4 xl:col-start-1">
        <BookedWhere location={location} appointment={appointment} service={service} />
        <Bring service={service} />
        {!link && <NextTime />}
        <div>{another}</div>
      </div>
    </div>
  );
}

function NextTime() {
  return (
    <Card className="grid gap-2 p-[clamp(20px,2.4vw,28px)]">
      <h4 className="display text-h3!">{t('booking.booked.next')}</h4>
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
  );
}

/** What the owner says for the service, one thing a line; else what every clinic wants to see. */
function Bring({ service }: { service: BookingService | undefined }) {
  const lines = (service?.bring || t('booking.booked.bringUsual')).split('\n').filter(Boolean);
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
