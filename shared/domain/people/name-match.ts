import { formatPhone } from './phone-text.ts';
import { normalizeForSearch } from './search.ts';

const wordsOf = (name: string): string[] => name.split(/\s+/).map(normalizeForSearch).filter(Boolean);

/** Whether the name is still the default, which is the phone number. */
export const isUnnamed = (name: string, phone: string | null): boolean =>
  phone !== null && normalizeForSearch(name) === normalizeForSearch(formatPhone(phone));

/**
 * Whether a typed name means another person than the account's name. A shorter form of one name with the same
 * given name is the same person: "Mona" and "Mona Samir", but not "Samir" and "Mona Samir".
 */
export function isDifferentPerson(known: string, typed: string): boolean {
  const [one, two] = [wordsOf(known), wordsOf(typed)];
  if (one.length === 0 || two.length === 0) return false;
  const holds = (all: readonly string[], some: readonly string[]) => some.every((word) => all.includes(word));
  return one[0] !== two[0] || (!holds(one, two) && !holds(two, one));
}

/** Masks a name so that only somebody who knows it recognizes it: "Mother One" as "M… O…". */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0] ?? ''}…`)
    .join(' ');
