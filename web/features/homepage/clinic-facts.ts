import { bookAddress } from '#shared/domain/connections/book-button.ts';
import { type Lang, langs, localPath } from '#shared/domain/languages.ts';
import type { PublicContent } from '#shared/page.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { getClinicName } from './clinic-name.ts';
import { toSchemaOrgHours } from './opening-hours.ts';

interface Page {
  content: PublicContent;
  lang: Lang;
  origin: string;
}

/** Structured data of the clinic for search engines (schema.org): branches, hours and services. */
export function buildClinicJsonLd({ content, lang, origin }: Page): object {
  const { contact, brand } = content.homepage;
  const name = getClinicName(content);
  return {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    '@id': `${origin}/#clinic`,
    name,
    slogan: pickLanguage(brand.tagline, brand.taglineAr),
    description: t('public.meta.description'),
    url: `${origin}${localPath('/', lang)}`,
    image: `${origin}/og-${lang}.png`,
    logo: `${origin}${brand.logo ?? '/icon-512.png'}`,
    medicalSpecialty: ['Gynecologic', 'Oncologic'],
    availableLanguage: langs,
    isAcceptingNewPatients: true,
    telephone: contact.phone1 || undefined,
    email: contact.email1 || undefined,
    openingHours: toSchemaOrgHours(contact.workingHours),
    makesOffer: content.services.map((service) => ({
      '@type': 'Offer',
      itemOffered: {
        '@type': 'Service',
        name: pickLanguage(service.name, service.nameAr),
        description: pickLanguage(service.description, service.descriptionAr) || undefined,
      },
    })),
    department: content.openLocations.map((location) => ({
      '@type': 'MedicalClinic',
      '@id': `${origin}/#branch-${location.id}`,
      name: joinWithComma(name, pickLanguage(location.name, location.nameAr)),
      address: {
        '@type': 'PostalAddress',
        streetAddress: pickLanguage(location.address, location.addressAr),
        addressCountry: 'EG',
      },
      telephone: location.phone || undefined,
      openingHours: toSchemaOrgHours(location.openHours),
      medicalSpecialty: 'Gynecologic',
    })),
    potentialAction: {
      '@type': 'ReserveAction',
      target: bookAddress(origin, lang, {}),
    },
  };
}
