import { bookAddress } from '#shared/domain/connections/book-button.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { ListedDoctor, PublicContent } from '#shared/page.ts';
import { pickLanguage } from '#web/i18n.ts';
import {
  formatDoctorName,
  formatLanguageNames,
  formatSpeciality,
  listDoctorBranches,
} from './doctor-words.ts';

interface Page {
  content: PublicContent;
  lang: Lang;
  origin: string;
}

/** Structured data of a doctor for search engines (schema.org). */
export function buildDoctorJsonLd(
  doctor: ListedDoctor,
  url: string,
  { content, lang, origin }: Page,
): object {
  const { name, nameAr } = content.clinic;
  return {
    '@context': 'https://schema.org',
    '@type': 'Physician',
    '@id': url,
    url,
    name: formatDoctorName(doctor),
    description: pickLanguage(doctor.about, doctor.aboutAr) || formatSpeciality(doctor) || undefined,
    image: doctor.photoUrl ? `${origin}${doctor.photoUrl}` : `${origin}/og-${lang}.png`,
    medicalSpecialty: 'Gynecologic',
    availableLanguage: doctor.languages.length > 0 ? formatLanguageNames(doctor.languages) : undefined,
    parentOrganization: {
      '@type': 'MedicalClinic',
      '@id': `${origin}/#clinic`,
      name: pickLanguage(name, nameAr),
    },
    telephone: content.homepage.contact.phone1 || undefined,
    address: listDoctorBranches(doctor, content.openLocations).map(({ address, addressAr }) => ({
      '@type': 'PostalAddress',
      streetAddress: pickLanguage(address, addressAr),
      addressCountry: 'EG',
    })),
    potentialAction: {
      '@type': 'ReserveAction',
      target: bookAddress(origin, lang, { doctor: doctor.id }),
    },
  };
}
