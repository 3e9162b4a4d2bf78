const unseen = /[\u0610-\u061a\u064b-\u065f\u0670\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069\s|]/g;
const replacedLetters = 'أإآٱىةؤئء٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';
const replacementLetters = 'اااايهويا01234567890123456789';
const letterReplacements = new Map(
  Array.from(replacedLetters).map((letter, i) => [letter, replacementLetters[i] ?? '']),
);

/**
 * Normalizes text for search: no case, spaces or vowel marks, one form of each Arabic letter and digit. The
 * SQL function `fold` must do the same.
 */
export const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/./gsu, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase()))
    .replace(unseen, '')
    .replace(/[أإآٱىةؤئء٠-٩۰-۹]/g, (letter) => letterReplacements.get(letter) ?? letter);

export const matchKinds = ['exact', 'prefix', 'substring'] as const;
export type MatchKind = (typeof matchKinds)[number];

/**
 * LIKE pattern for a person's search text, in which bars separate the fields: a whole field, the start of
 * one, or anywhere.
 */
export function likePattern(kind: MatchKind, q: string): string {
  const text = normalizeForSearch(q).replace(/[\\%_]/g, '\\$&');
  if (kind === 'exact') return `%|${text}|%`;
  return kind === 'prefix' ? `%|${text}%` : `%${text}%`;
}

/** The same match in the browser, over the fields of a person. */
export function matchesText(
  kind: MatchKind,
  fields: readonly (string | null | undefined)[],
  q: string,
): boolean {
  const text = normalizeForSearch(q);
  return fields.some((field) => {
    const folded = normalizeForSearch(field ?? '');
    if (kind === 'exact') return folded === text;
    return kind === 'prefix' ? folded.startsWith(text) : folded.includes(text);
  });
}
