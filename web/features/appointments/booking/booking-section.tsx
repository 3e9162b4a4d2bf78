import type { ReactNode } from 'react';
import { formatTime } from '#shared/domain/format-time.ts';
import { arriveEarlyMinutes, slotMinutes } from '#shared/domain/visits/booking-rules.ts';
import type { PageRequest } from '#shared/page.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { Card } from '#web/ui/card.tsx';
import { SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { callHref } from '#web/ui/phone/phone-links.ts';
import { island as bookingIsland } from './booking.island.tsx';
import type { BookingProps } from './booking-choice.ts';

type Page = Pick<PageRequest, 'content' | 'lang' | 'today'>;

const extractCity = (address: string): string => address.split(/[,،]/).at(-1)?.trim() ?? '';

function bookingProps({ content, lang, today }: Page, isPage: boolean): BookingProps {
  return {
    lang,
    today,
    daysAhead: content.clinic.daysAhead,
    cutoffHours: content.clinic.cutoffHours,
    callAfter: content.clinic.noShowsBeforeCall,
    locations: content.openLocations.map((location) => ({
      id: location.id,
      name: pickLanguage(location.name, location.nameAr),
      city: extractCity(pickLanguage(location.address, location.addressAr)),
      phone: location.phone,
      address: pickLanguage(location.address, location.addressAr),
      landmark: pickLanguage(location.landmark ?? '', location.landmarkAr),
      whatsapp: location.whatsapp ?? '',
      bookedBy: location.bookedBy,
    })),
    services: content.services.map((service) => ({
      id: service.id,
      name: pickLanguage(service.name, service.nameAr),
      minutes: service.durationMinutes,
      about: pickLanguage(service.description, service.descriptionAr),
      whatHappens: pickLanguage(service.whatHappens ?? '', service.whatHappensAr),
      bring: pickLanguage(service.bring ?? '', service.bringAr),
      priceFrom: service.priceFrom,
    })),
    contactHref: '#contact',
    isPage,
  };
}

/** The booking as a section of the home page or on its own page. */
export function BookingSection({ page, before, first }: { page: Page; before?: ReactNode; first?: boolean }) {
  const { lang, content } = page;
  return (
    <section
      id="book"
      aria-labelledby="book-title"
      className={first ? 'bg-sunk pt-8 pb-section max-md:pt-2' : 'bg-sunk py-section'}
    >
      <div className="wrap flex flex-col">
        {before}
        <div className="while-booking">
          <SectionHeading id="book-title" first={first} title={t('booking.title')} />
          {first && <h2 className="sr-only">{t('booking.steps.label')}</h2>}
        </div>
        {content.bookingOpen ? (
          <Island
            of={bookingIsland}
            props={bookingProps(page, first === true)}
            start={first ? 'load' : 'visible'}
          />
        ) : (
          <BookingClosed locations={content.openLocations} />
        )}
        <p className="while-booking num mt-6 text-small text-ink-2">
          {t('booking.startsAt', { time: formatTime(lang, content.clinic.consultationStart) })}{' '}
          {t('booking.slotLength', { n: slotMinutes })}{' '}
          {t('common.visit.arriveEarly', { n: arriveEarlyMinutes })}
        </p>
      </div>
    </section>
  );
}

/** Shown in place of the form while online booking is closed: the phone numbers of the branches. */
function BookingClosed({ locations }: Pick<PageRequest['content'], 'locations'>) {
  return (
    <Card className="grid gap-4 rounded-panel! p-[clamp(24px,4.4vw,60px)]">
      <h3 className="display text-h2">{t('booking.closed.title')}</h3>
      <p className="text-lead text-ink-2">{t('booking.closed.text')}</p>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {locations
          .filter(({ phone }) => phone !== '')
          .map(({ id, name, nameAr, phone }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <b className="font-strong">{pickLanguage(name, nameAr)}</b>
              <a href={callHref(phone)} className="link ltr">
                {phone}
              </a>
            </li>
          ))}
      </ul>
    </Card>
  );
}
