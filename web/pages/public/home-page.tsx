import { localPath } from '#shared/domain/languages.ts';
import { BookingSection } from '#web/features/appointments/booking/booking-section.tsx';
import { formatConsultationHours } from '#web/features/appointments/booking/booking-weekdays.ts';
import { island as contactIsland } from '#web/features/contact-messages/contact.island.tsx';
import { AboutSection } from '#web/features/homepage/about-section.tsx';
import { buildClinicJsonLd } from '#web/features/homepage/clinic-facts.ts';
import { getClinicName } from '#web/features/homepage/clinic-name.ts';
import { ContactSection } from '#web/features/homepage/contact-section.tsx';
import { FeaturesSection } from '#web/features/homepage/features-section.tsx';
import { HeroSection } from '#web/features/homepage/hero-section.tsx';
import { Splash } from '#web/features/homepage/splash.tsx';
import { LocationsSection } from '#web/features/locations/locations-section.tsx';
import { ServicesSection } from '#web/features/services/services-section.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { SiteLayout } from './site-layout.tsx';

export const homePage: PageModule = {
  look: 'public',
  splash: true,
  // Only the clinic's name appears in the browser history of a shared phone; the description says more.
  title: ({ content }) => getClinicName(content),
  description: () => t('public.meta.description'),
  facts: buildClinicJsonLd,
  Page: (page) => (
    <>
      <SiteLayout page={page}>
        <HeroSection content={page.content} />
        <FeaturesSection content={page.content} />
        <AboutSection content={page.content} />
        <ServicesSection
          services={page.content.services}
          heading={
            <SectionHeading
              id="services-title"
              title={t('public.services.title')}
              lead={t('public.services.subtitle')}
            />
          }
        />
        <LocationsSection
          locations={page.content.locations}
          today={page.today}
          consultationsAt={(id) => formatConsultationHours(page.content.consultations[id] ?? [])}
          heading={
            <SectionHeading
              id="locations-title"
              title={t('public.locations.title')}
              lead={t('public.locations.subtitle')}
            />
          }
        />
        {page.content.doctors.length > 0 && (
          <p className="wrap -mt-8 pb-section text-center md:-mt-14">
            <ButtonLink kind="out" href={localPath('/doctors', page.lang)}>
              {t('public.doctors.title')}
            </ButtonLink>
          </p>
        )}
        <BookingSection page={page} />
        <ContactSection contact={page.content.homepage.contact}>
          <Island of={contactIsland} props={{}} start="touch" />
        </ContactSection>
      </SiteLayout>
      <Splash content={page.content} />
    </>
  ),
};
