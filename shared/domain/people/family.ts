import { clinicClock, isRealDate } from '../clinic-time.ts';
import { normalizeForSearch } from './search.ts';

/** What a patient is to her guardian. */
export const relations = ['mother', 'daughter', 'sister', 'motherInLaw', 'other'] as const;
export type Relation = (typeof relations)[number];

/** Maximum number of patients whom one account looks after. */
export const maxPatientsInCare = 8;

/** Age from which a patient decides about her own file. */
const adultAge = 18;

interface Birth {
  readonly birthDate: string | null;
  readonly birthYear: number | null;
}

/**
 * First day on which a patient is of age: by date of birth; if only the year is known, 1 January. Null if
 * neither is known.
 */
export function findAdultDate({ birthDate, birthYear }: Birth): string | null {
  if (birthDate === null) return birthYear === null ? null : `${birthYear + adultAge}-01-01`;
  const day = `${Number(birthDate.slice(0, 4)) + adultAge}${birthDate.slice(4)}`;
  // Born on 29 February, and the year has none.
  return isRealDate(day) ? day : `${day.slice(0, 4)}-03-01`;
}

/** Whether a patient is a minor on a day. Without date or year of birth she counts as an adult. */
export function isMinor(birth: Birth, today: string): boolean {
  const day = findAdultDate(birth);
  return day !== null && today < day;
}

export const isMinorNow = (birth: Birth, now: Date): boolean => isMinor(birth, clinicClock(now).date);

/** Words that belong to the next word of a name, also an article that is written apart. */
const namePrefixes = new Set(
  'عبد ابو ابي ام ست ال abd abdel abdal abdul abdur abu abo abou om oum um umm sit sitt set sett el al ul'.split(
    ' ',
  ),
);

/** Short name of a patient in messages to other people: her first name, with its prefix ("Abd El Rahman"). */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  const end = words.findIndex((word) => !namePrefixes.has(normalizeForSearch(word)));
  return (end < 0 ? words : words.slice(0, end + 1)).join(' ');
}
