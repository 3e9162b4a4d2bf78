import { Map as MapIcon, MapPin, MessageCircle, Phone } from 'lucide-react';
import type { BookingLocation } from '#web/features/appointments/booking/booking-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { createMapLinks } from '#web/features/appointments/mine/map-links.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { callHref, whatsAppHref } from '#web/ui/phone/phone-links.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const link = 'link inline-flex min-h-tap items-center gap-2';
const newTabProps = { target: '_blank', rel: 'noopener noreferrer' } as const;

interface BookedBranchProps {
  /** Level of the heading. */
  level: 2 | 4;
  location: BookingLocation | undefined;
  appointment: BookedVisit;
}

/** The branch: address, map and phone numbers. */
export function BookedBranch({ level, location, appointment }: BookedBranchProps) {
  const Heading = `h${level}` as const;
  return (
    <Card as="section" aria-labelledby="booked-where" className="flex gap-3 p-5 pb-2!">
      <MapPin {...icon} className="mt-1 flex-none text-accent" />
      <div className="min-w-0">
        <Heading id="booked-where" className="display text-h3!">
          {location?.name ?? appointment.locationName}
        </Heading>
        {location && (
          <>
            <p className="text-small text-ink-2">{location.address}</p>
            {location.landmark && <p className="text-small text-ink-2">{location.landmark}</p>}
          </>
        )}
        <p className="flex flex-wrap gap-x-5">
          {location && (
            <a
              href={createMapLinks(joinWithComma(location.name, location.address)).web}
              {...newTabProps}
              className={link}
            >
              <MapIcon {...icon} />
              {t('booking.booked.map')}
            </a>
          )}
          {location?.phone && (
            <a href={callHref(location.phone)} className={link}>
              <Phone {...icon} />
              <span className="ltr num">{location.phone}</span>
            </a>
          )}
          {location?.whatsapp && (
            <a href={whatsAppHref(location.whatsapp)} {...newTabProps} className={link}>
              <MessageCircle {...icon} />
              {t('booking.who.whatsapp')}
            </a>
          )}
        </p>
      </div>
    </Card>
  );
}
