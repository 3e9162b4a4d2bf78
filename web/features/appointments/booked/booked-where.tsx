import { Copy, FileText, Map as MapIcon, MapPin, MessageCircle, Phone, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import type { BookingLocation, BookingService } from '#web/features/appointments/booking/booking-choice.ts';
import { priceText } from '#web/features/appointments/booking/booking-options.tsx';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { mapLinks } from '#web/features/appointments/mine/map-links.ts';
import { currentLang, joined, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { callHref, whatsAppHref } from '#web/ui/phone/phone-links.ts';
import { copyText } from './copy-text.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface BookedWhereProps {
  location: BookingLocation | undefined;
  service: BookingService | undefined;
  appointment: BookedVisit;
}

/** What for, where, and whom to call. */
export function BookedWhere({ location, service, appointment }: BookedWhereProps) {
  const maps = mapLinks(joined(location?.name, location?.address));
  const aboutService = joined(
    t('booking.booked.minutes', { n: appointment.durationMinutes }),
    (service && priceText(service.priceFrom)) || null,
  );
  return (
    <Card className="grid p-[clamp(20px,2.4vw,28px)] pb-2!">
      <Part
        icon={<FileText {...icon} />}
        label={t('booking.visit.service')}
        value={service?.name ?? appointment.service}
      >
        <p className="text-small text-ink-2">{aboutService}</p>
        {service?.whatHappens && (
          <p className="text-small whitespace-pre-line text-ink-2">{service.whatHappens}</p>
        )}
      </Part>
      {appointment.doctor && (
        <Part
          icon={<Stethoscope {...icon} />}
          label={t('booking.visit.doctor')}
          value={doctorName(currentLang(), appointment.doctor)}
        />
      )}
      <Part
        icon={<MapPin {...icon} />}
        label={t('booking.visit.location')}
        value={location?.name ?? appointment.locationName}
      >
        {location && (
          <>
            <p className="text-small text-ink-2">{location.address}</p>
            {location.landmark && <p className="text-small text-ink-2">{location.landmark}</p>}
            <p className="mt-2 flex flex-wrap gap-2">
              <ButtonLink
                kind="out"
                size="sm"
                href={maps.web}
                target="_blank"
                rel="noopener noreferrer"
                icon={<MapIcon {...icon} />}
              >
                {t('booking.booked.map')}
              </ButtonLink>
              <ButtonLink kind="out" size="sm" href={maps.app} className="lg:hidden">
                {t('booking.booked.mapApp')}
              </ButtonLink>
              <Button
                kind="out"
                size="sm"
                icon={<Copy {...icon} />}
                onClick={() =>
                  void copyText(joined(location.name, location.address), 'booking.booked.copied')
                }
              >
                {t('booking.booked.copy')}
              </Button>
            </p>
          </>
        )}
      </Part>
      {location?.phone && (
        <Part
          icon={<Phone {...icon} />}
          label={t('booking.booked.talk')}
          value={<span className="ltr num">{location.phone}</span>}
        >
          <p className="mt-2 flex flex-wrap gap-2">
            <ButtonLink kind="out" size="sm" href={callHref(location.phone)} icon={<Phone {...icon} />}>
              {t('booking.booked.call')}
            </ButtonLink>
            {location.whatsapp && (
              <ButtonLink
                kind="out"
                size="sm"
                href={whatsAppHref(location.whatsapp)}
                target="_blank"
                rel="noopener noreferrer"
                icon={<MessageCircle {...icon} />}
              >
                {t('booking.who.whatsapp')}
              </ButtonLink>
            )}
          </p>
        </Part>
      )}
    </Card>
  );
}

interface PartProps {
  icon: ReactNode;
  label: string;
  value: ReactNode;
  children?: ReactNode;
}

function Part({ icon: drawn, label, value, children }: PartProps) {
  return (
    <div className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 border-line py-4 not-last:border-b first:pt-0">
      <span className="pt-[2px] text-accent">{drawn}</span>
      <div className="grid min-w-0 gap-[2px]">
        <p className="text-xs text-ink-2">{label}</p>
        <p className="text-ui font-strong">{value}</p>
        {children}
      </div>
    </div>
  );
}
