import { listNearSounds, listSoundPrefixes, listSounds, nameParts } from './name-sounds.ts';
import { formatPhone, phoneSearch, westernDigits } from './phone-text.ts';
import { normalizeForSearch } from './search.ts';

/**
 * Words under which the database indexes a person: each folded word ("=nourhan"), the sound keys of the name
 * ("~nwrhn"), and keys for misspellings ("?nrhn").
 */
export function searchWords(person: {
  name: string;
  username?: string | null | undefined;
  phone?: string | null | undefined;
  secondaryPhone?: string | null | undefined;
}): string[] {
  const parts = nameParts(person.name);
  const phones = [person.phone, person.secondaryPhone].map((phone) => digitsOf(formatPhone(phone ?? '')));
  const words = [
    ...parts.map(normalizeWord),
    ...nameParts(person.username ?? '').map(normalizeWord),
    ...phones,
  ];
  return [
    ...new Set([
      ...words.filter((word) => word !== '').map((word) => `=${word}`),
      ...parts.flatMap((part) => listSounds(part).map((key) => `~${key}`)),
      ...parts.flatMap((part) => listNearSounds(part).map((key) => `?${key}`)),
    ]),
  ];
}

const digitsOf = (text: string): string => westernDigits(text).replace(/\D/g, '');
const normalizeWord = (part: string): string => normalizeForSearch(part).replace(/[^\p{L}\p{N}]/gu, '');

/** How words may match: as written, by sound, by the beginning of the sound, or nearly. */
export type WordKind = 'written' | 'sounding' | 'beginning' | 'near';

/** Maximum number of words of a search. */
const maxWords = 8;

const wholeWordTerm = (word: string): string => `'${word}'`;
const prefixTerm = (word: string): string => `'${word}':*`;

/** Variants of a key with two neighbouring letters swapped. */
const swapNeighbours = (key: string): string[] =>
  Array.from({ length: key.length - 1 }, (_, i) =>
    [key.slice(0, i), key.charAt(i + 1), key.charAt(i), key.slice(i + 2)].join(''),
  );

/**
 * No name is spelled like this, but its short sound key would match names: a letter three times in a row, or
 * Latin consonants of which most are the same letter.
 */
const isNonsense = (word: string): boolean =>
  /(.)\1\1/u.test(word) ||
  (/^[b-df-hj-np-tvxz]{4,}$/.test(word) && listSounds(word).every((key) => key.length <= 2));

function listTerms(part: string, kind: WordKind): string[] {
  const word = normalizeWord(part);
  const found = word === '' ? [] : [prefixTerm(`=${word}`)];
  if (kind === 'written' || isNonsense(word)) return found;
  const begun = new Set(kind === 'sounding' ? [] : listSoundPrefixes(part));
  for (const key of new Set([...listSounds(part), ...begun]))
    found.push(begun.has(key) ? prefixTerm(`~${key}`) : wholeWordTerm(`~${key}`));
  if (kind !== 'near') return found;
  const near = listNearSounds(part);
  return [
    ...found,
    ...near.map((key) => wholeWordTerm(`?${key}`)),
    ...near.flatMap(swapNeighbours).map((key) => wholeWordTerm(`?${key}`)),
  ];
}

/** A search as a PostgreSQL tsquery over `searchWords`: all words, in any order. Null if it has no words. */
export function wordsQuery(q: string, kind: WordKind): string | null {
  // Groups of a phone number ("0100 37") are not searched as separate words: very many phones begin with
  // 0100.
  const phone = phoneQuery(q, 'beginning');
  if (phone !== null) return phone;
  const parts = nameParts(westernDigits(q)).slice(0, maxWords);
  const wanted = parts.map((part) => listTerms(part, kind)).filter((some) => some.length > 0);
  return wanted.length > 0 ? wanted.map((some) => `(${some.join(' | ')})`).join(' & ') : null;
}

/** Shorter digits match almost every phone: they are treated as ids of appointments or patients. */
const shortestPhone = 4;

/**
 * A search that can only be a phone or its beginning ("0100 37", "+20100"), as a tsquery over `searchWords`.
 * Null if it is not one.
 */
export function phoneQuery(q: string, kind: 'whole' | 'beginning'): string | null {
  const phone = phoneSearch(q)?.replace(/^\+20/, '0');
  const digits = digitsOf(phone ?? '');
  if (digits.length < shortestPhone) return null;
  return kind === 'whole' ? wholeWordTerm(`=${digits}`) : prefixTerm(`=${digits}`);
}

/**
 * Whether two names may belong to one person: every word of the shorter name sounds like a word of the longer
 * one.
 */
export function mayBeSamePerson(one: string, other: string): boolean {
  const [short = [], long = []] = [one, other]
    .map((name) => nameParts(name).map(listSounds))
    .sort((a, b) => a.length - b.length);
  const heard = new Set(long.flat());
  return short.length > 0 && short.every((keys) => keys.some((key) => heard.has(key)));
}
