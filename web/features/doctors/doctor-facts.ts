import { bookAddress } from '#shared/domain/connections/book-button.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { ListedDoctor, PublicContent } from '#shared/page.ts';
import { inLang } from '#web/i18n.ts';
import { branchesOf, calledOf, languageNames, specialityOf } from './doctor-words.ts';

interface Page {
  content: PublicContent;
  lang: Lang;
  origin: string;
}

/** Structured data of a doctor for search engines (schema.org). */
export function doctorFacts(doctor: ListedDoctor, url: string, { content, lang, origin }: Page): object {
  const { name, nameAr } = content.clinic;
  return {
    '@context': 'https://schema.org',
    '@type': 'Physician',
    '@id': url,
    url,
    name: calledOf(doctor),
    description: inLang(doctor.about, doctor.aboutAr) || specialityOf(doctor) || undefined,
    image: doctor.photoUrl ? `${origin}${doctor.photoUrl}` : `${origin}/og-${lang}.png`,
    medicalSpecialty: 'Gynecologic',
    availableLanguage: doctor.languages.length > 0 ? languageNames(doctor.languages) : undefined,
    parentOrganization: {
      '@type': 'MedicalClinic',
      '@id': `${origin}/#clinic`,
      name: inLang(name, nameAr),
    },
    telephone: content.homepage.contact.phone1 || undefined,
    address: branchesOf(doctor, content.locations).map(({ address, addressAr }) => ({
      '@type': 'PostalAddress',
      streetAddress: inLang(address, addressAr),
      addressCountry: 'EG',
    })),
    potentialAction: {
      '@type': 'ReserveAction',
      target: bookAddress(origin, lang, { doctor: doctor.id }),
    },
  };
}
