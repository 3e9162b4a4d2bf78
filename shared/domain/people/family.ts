import { clinicClock, isRealDate } from '../clinic-time.ts';

/** What somebody who is looked after is to her guardian. */
export const relations = ['mother', 'daughter', 'sister', 'motherInLaw', 'other'] as const;
export type Relation = (typeof relations)[number];

/** As many as one account looks after. */
export const mostCaredFor = 8;

/** From this birthday on she decides about her own file. */
const ofAgeAt = 18;

interface Birth {
  readonly birthDate: string | null;
  readonly birthYear: number | null;
}

/**
 * The day from which on somebody decides herself: by her date of birth, else by the year, of which she is
 * taken to be of age as early as she can be. Null of whom neither is known.
 */
export function ofAgeOn({ birthDate, birthYear }: Birth): string | null {
  if (birthDate === null) return birthYear === null ? null : `${birthYear + ofAgeAt}-01-01`;
  const day = `${Number(birthDate.slice(0, 4)) + ofAgeAt}${birthDate.slice(4)}`;
  // Born on the 29th of February, in a year that has none.
  return isRealDate(day) ? day : `${day.slice(0, 4)}-03-01`;
}

/** Whether somebody is a minor on a day. Of whom no birth is known is an adult. */
export function isMinor(birth: Birth, today: string): boolean {
  const day = ofAgeOn(birth);
  return day !== null && today < day;
}

/** Whether she is one as the clinic's day has it now. */
export const isMinorNow = (birth: Birth, now: Date): boolean => isMinor(birth, clinicClock(now).date);

/** How somebody is called in a message that another reads: by her first name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
