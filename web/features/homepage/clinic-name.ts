import type { PublicContent } from '#shared/page.ts';
import { inLang, t } from '#web/i18n.ts';

/** The clinic's name in the page's language. */
export const clinicName = ({ clinic }: Pick<PublicContent, 'clinic'>): string =>
  inLang(clinic.name, clinic.nameAr);

/**
 * Lines of the brand: the default name as two fixed lines, a name of up to 14 letters on one line, a longer
 * one with its first word on a line of its own.
 */
export function brandLines(content: Pick<PublicContent, 'clinic'>): { name: string; line: string | null } {
  const name = clinicName(content);
  const [first = '', ...rest] = name.split(' ');
  const isShort = name.length <= 14;
  if (name === t('common.brand.name'))
    return { name: t('common.brand.short'), line: t('common.brand.descriptor') };
  return isShort || rest.length === 0 ? { name, line: null } : { name: first, line: rest.join(' ') };
}

/** Typographic apostrophe for large text: woman's becomes woman’s. */
export const typographic = (text: string): string => text.replace(/(\p{L})'(?=\p{L})/gu, '$1’');

/** Clinic's brand on staff pages: name lines and logo. */
export const staffBrand = (content: Pick<PublicContent, 'clinic' | 'homepage'>) => ({
  ...brandLines(content),
  logo: content.homepage.brand.logo ?? null,
});
