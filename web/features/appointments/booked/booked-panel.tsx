import { useEffect, useRef, useState } from 'react';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import type { BookingProps } from '#web/features/appointments/booking/booking-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { RootMark } from '#web/ui/frame/root-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BookedActions } from './booked-actions.tsx';
import { BookedLinkToKeep } from './booked-keep.tsx';
import { BookedMessageStatus } from './booked-message-status.tsx';
import { BookedNext } from './booked-next.tsx';
import { BookedState } from './booked-state.tsx';
import { BookedBranch } from './booked-where.tsx';

/**
 * Why no new appointment was made: an earlier attempt had succeeded but its answer was lost, the patient
 * already had this appointment, or she moved her existing appointment.
 */
export type ExistingBookingReason = 'earlier' | 'already' | 'moved';

interface BookedPanelProps extends BookingProps {
  appointment: BookedVisit;
  /** Number at which the clinic calls the patient. */
  phone: string | null;
  note: ExistingBookingReason | null;
  /** Link to the appointment for a patient who has no account and gets no message. */
  link: string | undefined;
  onAnother(): void;
}

const ownAppointmentsHref = '/profile?tab=appointments';
const existingBookingTexts = {
  earlier: 'booking.waiting.earlier',
  already: 'booking.own.already',
  moved: 'booking.own.moved',
} as const;
const titles: Record<string, Parameters<typeof t>[0]> = {
  pending: 'booking.booked.held',
  cancelled: 'booking.cancel.doneTitle',
};

/** Replaces the form after the booking: the appointment, the next steps and how to change it. */
export function BookedPanel(props: BookedPanelProps) {
  const { lang, phone, note, link, onAnother, locations, services, isPage } = props;
  const [appointment, setAppointment] = useState(props.appointment);
  const { status, doctor } = appointment;
  const location = locations.find(({ id }) => id === appointment.locationId);
  const service = services.find(({ id }) => id === appointment.serviceId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  const Heading = isPage ? 'h1' : 'h3';
  const level = isPage ? 2 : 4;
  return (
    <div data-booked="" className="mx-auto grid w-full max-w-[720px] gap-4">
      <RootMark of="booked" />
      {note && <Notice>{t(existingBookingTexts[note])}</Notice>}
      <BookedState
        {...{ lang, appointment, phone }}
        what={[service?.name ?? appointment.service, doctor && doctorName(lang, doctor)]}
        callsAt={link && phone ? formatPhone(phone) : null}
      >
        <Heading ref={heading} tabIndex={-1} className="display text-h1! font-[380]!">
          {t(titles[status] ?? 'booking.booked.confirmed')}
        </Heading>
      </BookedState>
      {status !== 'cancelled' && (
        <>
          <BookedBranch {...{ level, location, appointment }} />
          <BookedNext {...{ level, lang, appointment, service }}>
            {!link && <BookedMessageStatus key={appointment.version} appointmentId={appointment.id} />}
          </BookedNext>
          {link && <BookedLinkToKeep link={link} />}
          <BookedActions
            {...props}
            appointment={appointment}
            location={location}
            token={link?.split('/').at(-1)}
            heading={heading}
            onChanged={setAppointment}
          />
        </>
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        <Button kind="gho" onClick={onAnother}>
          {t('booking.success.another')}
        </Button>
        {!link && (
          <ButtonLink kind="gho" href={ownAppointmentsHref}>
            {t('booking.success.view')}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
