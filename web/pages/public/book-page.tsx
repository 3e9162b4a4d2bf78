import { ArrowLeft } from 'lucide-react';
import { addDays } from '#shared/domain/clinic-time.ts';
import { localPath } from '#shared/domain/languages.ts';
import { BookingSection } from '#web/features/appointments/booking/booking-section.tsx';
import { getFirstBookableRange } from '#web/features/appointments/booking/use-availability.ts';
import { island as contactIsland } from '#web/features/contact-messages/contact.island.tsx';
import { getClinicName } from '#web/features/homepage/clinic-name.ts';
import { ContactSection } from '#web/features/homepage/contact-section.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { SiteLayout } from './site-layout.tsx';

/**
 * Booking on a page of its own, with the clinic's contact below. Staff book here, because the home page
 * redirects them to their dashboard.
 */
export const bookPage: PageModule = {
  look: 'public',
  title: ({ content }) => `${t('booking.page.title')} · ${getClinicName(content)}`,
  description: () => t('booking.page.description'),
  early({ today, content }) {
    const { to } = getFirstBookableRange(today, addDays(today, content.clinic.daysAhead));
    return { days: `/api/locations/{location}/availability?from=${today}&to=${to}&service={service}` };
  },
  Page: (page) => (
    <SiteLayout page={page}>
      <BookingSection
        page={page}
        first
        before={
          <a
            href={localPath('/', page.lang)}
            className="mb-2 inline-flex min-h-tap items-center gap-2 self-start text-ui font-strong text-accent max-md:mb-0"
          >
            <ArrowLeft size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />
            {t('booking.page.backToHome')}
          </a>
        }
      />
      <div className="while-booking">
        <ContactSection contact={page.content.homepage.contact}>
          <Island of={contactIsland} props={{}} start="touch" />
        </ContactSection>
      </div>
    </SiteLayout>
  ),
};
