import type { ReactNode } from 'react';
import { formatTime } from '#shared/domain/time-words.ts';
import { arriveEarlyMinutes, slotMinutes } from '#shared/domain/visits/booking-rules.ts';
import type { PageRequest } from '#shared/page.ts';
import { inLang, t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { island as bookingIsland } from './booking.island.tsx';
import type { BookingProps } from './booking-choice.ts';

type Page = Pick<PageRequest, 'content' | 'lang' | 'today'>;

const cityOf = (address: string): string => address.split(/[,،]/).at(-1)?.trim() ?? '';

function bookingProps({ content, lang, today }: Page): BookingProps {
  return {
    lang,
    today,
    daysAhead: content.clinic.daysAhead,
    cutoffHours: content.clinic.cutoffHours,
    callAfter: content.clinic.noShowsBeforeCall,
    locations: content.locations.map((location) => ({
      id: location.id,
      name: inLang(location.name, location.nameAr),
      city: cityOf(inLang(location.address, location.addressAr)),
      phone: location.phone,
      address: inLang(location.address, location.addressAr),
      landmark: inLang(location.landmark ?? '', location.landmarkAr),
      whatsapp: location.whatsapp ?? '',
      bookedBy: location.bookedBy,
    })),
    services: content.services.map((service) => ({
      id: service.id,
      name: inLang(service.name, service.nameAr),
      englishName: service.name,
      minutes: service.durationMinutes,
      whatHappens: inLang(service.whatHappens ?? '', service.whatHappensAr),
      bring: inLang(service.bring ?? '', service.bringAr),
      priceFrom: service.priceFrom,
    })),
    contactHref: '#contact',
  };
}

/** The booking as it stands in the home page and on a page of its own. */
export function BookingSection({ page, before, first }: { page: Page; before?: ReactNode; first?: boolean }) {
  const { lang, content } = page;
  return (
    <section
      id="book"
      aria-labelledby="book-title"
      className={first ? 'bg-sunk pt-8 pb-section' : 'bg-sunk py-section'}
    >
      <div className="wrap">
        {before}
        <SectionHeading
          id="book-title"
          first={first}
          eyebrow={t('booking.startsAt', { time: formatTime(lang, content.clinic.consultationStart) })}
          title={t('booking.title')}
          lead={`${t('booking.slotLength', { n: slotMinutes })} ${t('common.visit.arriveEarly', { n: arriveEarlyMinutes })}`}
        />
        {first && <h2 className="sr-only">{t('booking.steps.label')}</h2>}
        <Island of={bookingIsland} props={bookingProps(page)} start={first ? 'load' : 'visible'} />
      </div>
    </section>
  );
}
