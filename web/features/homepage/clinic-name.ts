import type { PublicContent } from '#shared/page.ts';
import { pickLanguage, t } from '#web/i18n.ts';

/** The clinic's name in the page's language. */
export const getClinicName = ({ clinic }: Pick<PublicContent, 'clinic'>): string =>
  pickLanguage(clinic.name, clinic.nameAr);

/**
 * Lines of the brand: the default name as two fixed lines, a name of up to 14 letters on one line, a longer
 * one with its first word on a line of its own.
 */
export function splitBrandName(content: Pick<PublicContent, 'clinic'>): {
  name: string;
  line: string | null;
} {
  const name = getClinicName(content);
  const [first = '', ...rest] = name.split(' ');
  const isShort = name.length <= 14;
  if (name === t('common.brand.name'))
    return { name: t('common.brand.short'), line: t('common.brand.descriptor') };
  return isShort || rest.length === 0 ? { name, line: null } : { name: first, line: rest.join(' ') };
}

/** Typographic apostrophe for large text: woman's becomes woman’s. */
export const curlApostrophes = (text: string): string => text.replace(/(\p{L})'(?=\p{L})/gu, '$1’');

/** Clinic's brand on staff pages: name lines and logo. */
export const createStaffBrand = (content: Pick<PublicContent, 'clinic' | 'homepage'>) => ({
  ...splitBrandName(content),
  logo: content.homepage.brand.logo ?? null,
});
