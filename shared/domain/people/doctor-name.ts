import type { Lang } from '../languages.ts';

export const genders = ['female', 'male'] as const;
export type Gender = (typeof genders)[number];

/** What doctors may speak with their patients, by the codes of the world's languages. */
export const spokenLanguages = ['ar', 'en', 'fr', 'de', 'it', 'es', 'ru', 'tr'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** A language as it is called in the one being read. */
export const languageName = (lang: Lang, code: SpokenLanguage): string =>
  new Intl.DisplayNames([lang], { type: 'language' }).of(code) ?? code;

/** How one of the staff is called: in both languages, with her title. */
export interface StaffName {
  readonly name: string;
  readonly nameAr: string | null;
  readonly title: string;
  readonly titleAr: string | null;
}

const arabicLetter = /[\u0621-\u064a]/;

/** Arabic pages have only a name in other letters to call her by. */
export const lacksArabic = ({ name, nameAr }: Pick<StaffName, 'name' | 'nameAr'>): boolean =>
  !nameAr?.trim() && !arabicLetter.test(name);

/** A doctor without a title of her own is called as every doctor is. */
const usualTitle = { en: 'Dr.', ar: 'د.' } as const;

/** A doctor by title and name, in the language of whoever reads it; a title in her name is said once. */
export function doctorName(lang: Lang, { name, nameAr, title, titleAr }: StaffName): string {
  const inArabic = lang === 'ar';
  const called = (inArabic && nameAr) || name;
  const said = (inArabic ? titleAr : title) || usualTitle[lang];
  return called.startsWith(said) ? called : `${said} ${called}`;
}
