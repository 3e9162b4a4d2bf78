import { ageOn, isRealDate } from '../clinic-time.ts';

/** What somebody who is looked after is to her guardian. */
export const relations = ['mother', 'daughter', 'sister', 'motherInLaw', 'other'] as const;
export type Relation = (typeof relations)[number];

/** As many as one account looks after. */
export const mostCaredFor = 8;

/** From this birthday on she decides about her own file. */
const ofAgeAt = 18;

/**
 * Whether somebody is a minor on a day: by her date of birth, else by the year, of which she is taken to be
 * of age as early as she can be. Of whom neither is known is an adult.
 */
export function isMinor(
  { birthDate, birthYear }: { birthDate: string | null; birthYear: number | null },
  today: string,
): boolean {
  if (birthDate !== null) return ageOn(birthDate, today) < ofAgeAt;
  return birthYear !== null && Number(today.slice(0, 4)) - birthYear < ofAgeAt;
}

/** How somebody is called in a message that another reads: by her first name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** The day from which on a minor decides herself, by what is known of her birth. */
export const ofAgeOn = ({
  birthDate,
  birthYear,
}: {
  birthDate: string | null;
  birthYear: number | null;
}): string => {
  if (birthDate === null) return `${Number(birthYear) + ofAgeAt}-01-01`;
  const day = `${Number(birthDate.slice(0, 4)) + ofAgeAt}${birthDate.slice(4)}`;
  // Born on the 29th of February, in a year that has none.
  return isRealDate(day) ? day : `${day.slice(0, 4)}-03-01`;
};
