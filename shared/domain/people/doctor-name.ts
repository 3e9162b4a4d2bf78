import type { Lang } from '../languages.ts';

export const genders = ['female', 'male'] as const;
export type Gender = (typeof genders)[number];

/** Languages that doctors may offer, by ISO code. */
export const spokenLanguages = ['ar', 'en', 'fr', 'de', 'it', 'es', 'ru', 'tr'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** Name of a language, in the language of the page. */
export const languageName = (lang: Lang, code: SpokenLanguage): string =>
  new Intl.DisplayNames([lang], { type: 'language' }).of(code) ?? code;

/** Name of a staff member, in both languages, with a title. */
export interface StaffName {
  readonly name: string;
  readonly nameAr: string | null;
  readonly title: string;
  readonly titleAr: string | null;
}

const arabicLetter = /[\u0621-\u064a]/;

/** True if Arabic pages can show only a name in another script. */
export const lacksArabic = ({ name, nameAr }: Pick<StaffName, 'name' | 'nameAr'>): boolean =>
  !nameAr?.trim() && !arabicLetter.test(name);

/** Default title of doctors without one. */
const usualTitle = { en: 'Dr.', ar: 'د.' } as const;

/**
 * Title and name of a doctor in the language of the reader; a title that is part of the name is not repeated.
 */
export function doctorName(lang: Lang, { name, nameAr, title, titleAr }: StaffName): string {
  const inArabic = lang === 'ar';
  const called = (inArabic && nameAr) || name;
  const said = (inArabic ? titleAr : title) || usualTitle[lang];
  return called.startsWith(said) ? called : `${said} ${called}`;
}
