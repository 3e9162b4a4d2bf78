import { normalizeForSearch } from '../people/search.ts';

/** Texts that people and programs write into cells without a value. */
const blankTexts = [
  'na',
  'none',
  'no',
  'nil',
  'null',
  'nan',
  'unknown',
  'notavailable',
  'notset',
  'undefined',
  'false',
  'لا يوجد',
  'لايوجد',
  'لا',
  'غير معروف',
  'غير مسجل',
  'غير متوفر',
  'بدون',
  'مفيش',
  'ليس لديها',
  'فارغ',
].map(normalizeBlank);

const known = new Set(blankTexts);

function normalizeBlank(text: string): string {
  return normalizeForSearch(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Whether a cell has no value: empty, only signs and zeros ("-", "0000-00-00", "0/0/00"), or a word like
 * "none".
 */
export function isBlank(text: string): boolean {
  if (text.length > 40) return false;
  const letters = normalizeBlank(text);
  return /^0*$/.test(letters) || known.has(letters);
}
