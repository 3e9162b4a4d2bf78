import { CalendarClock, CalendarPlus, CircleX } from 'lucide-react';
import { type RefObject, Suspense, useState } from 'react';
import { appointmentCalendarFile } from '#shared/contract/appointments.ts';
import { linkCalendarFile } from '#shared/contract/links.ts';
import {
  addMilliseconds,
  clinicClock,
  localDateTime,
  storedTimeToInstant,
} from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { canPatientChange } from '#shared/domain/visits/booking-rules.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import type { BookingLocation, BookingProps } from '#web/features/appointments/booking/booking-choice.ts';
import { type BookedVisit, changeOwnAppointment } from '#web/features/appointments/mine/change-own.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { createLinkChange } from './change-by-link.ts';

const MyMoveDialog = lazyPart(() =>
  import('#web/features/appointments/moving/my-move-dialog.tsx').then((m) => m.MyMoveDialog),
);
const MyCancelDialog = lazyPart(() =>
  import('#web/features/appointments/mine/my-cancel-dialog.tsx').then((m) => m.MyCancelDialog),
);

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface BookedActionsProps
  extends Pick<BookingProps, 'lang' | 'today' | 'daysAhead' | 'cutoffHours' | 'locations'> {
  appointment: BookedVisit;
  location: BookingLocation | undefined;
  /** Token of the patient's link, if she has no account. */
  token: string | undefined;
  heading: RefObject<HTMLElement | null>;
  onChanged(visit: BookedVisit): void;
}

/** Buttons that add the appointment to a calendar, move it or cancel it on the same page. */
export function BookedActions(props: BookedActionsProps) {
  const { lang, appointment, location, token, cutoffHours } = props;
  const [doing, setDoing] = useState<'move' | 'cancel' | null>(null);
  const now = useCurrentTime();
  const { appointmentDate: date, appointmentTime: time } = appointment;
  const calendar = token
    ? buildEndpointUrl(linkCalendarFile, { params: { token } })
    : buildEndpointUrl(appointmentCalendarFile, { params: { id: appointment.id } });
  const until = clinicClock(addMilliseconds(storedTimeToInstant(date, time), -cutoffHours * 3_600_000));
  const isOpen = canPatientChange({ start: localDateTime(date, time), now, cutoffHours });
  const dialog = {
    lang,
    visit: appointment,
    location: location?.name ?? appointment.locationName,
    change: token ? createLinkChange(token) : changeOwnAppointment,
    onDone: props.onChanged,
    onClose: () => setDoing(null),
  };
  return (
    <Card className="grid gap-3 p-5">
      <ButtonLink block href={calendar} download icon={<CalendarPlus {...icon} />}>
        {t('booking.success.calendar')}
      </ButtonLink>
      {isOpen && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Button kind="out" block icon={<CalendarClock {...icon} />} onClick={() => setDoing('move')}>
            {t('booking.booked.move')}
          </Button>
          <Button kind="gho" block icon={<CircleX {...icon} />} onClick={() => setDoing('cancel')}>
            {t('booking.booked.cancel')}
          </Button>
        </div>
      )}
      <p className="text-small text-ink-2">
        {isOpen
          ? t('booking.booked.until', {
              date: formatWeekdayDate(lang, until.date),
              time: formatTime(lang, until.time),
            })
          : t('booking.booked.tooLate')}
      </p>
      <Suspense>
        {doing === 'move' && (
          <MyMoveDialog
            {...dialog}
            today={props.today}
            daysAhead={props.daysAhead}
            branches={token ? [] : props.locations}
          />
        )}
        {doing === 'cancel' && <MyCancelDialog {...dialog} heading={props.heading} />}
      </Suspense>
    </Card>
  );
}
