import { formatPhone } from './phone-text.ts';
import { fold } from './search.ts';

const wordsOf = (name: string): string[] => name.split(/\s+/).map(fold).filter(Boolean);

/** An account that was made by its number alone is called by the number. */
export const isUnnamed = (name: string, phone: string | null): boolean =>
  phone !== null && fold(name) === fold(formatPhone(phone));

/**
 * Whether a typed name means somebody else than an account of another name. A shorter form of one name means
 * the same person: "Mona" and "Mona Samir".
 */
export function isOtherName(known: string, typed: string): boolean {
  const [one, two] = [wordsOf(known), wordsOf(typed)];
  if (one.length === 0 || two.length === 0) return false;
  const holds = (all: readonly string[], some: readonly string[]) => some.every((word) => all.includes(word));
  return !holds(one, two) && !holds(two, one);
}

/** A name that only somebody who knows it recognises: "Mother One" as "M… O…". */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0] ?? ''}…`)
    .join(' ');
