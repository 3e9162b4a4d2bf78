import { minutesOf } from './clinic-time.ts';

/** Parts of a day: until noon, until five, and later. */
export const dayParts = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

const noon = 12 * 60;
const five = 17 * 60;

export function dayPartOf(time: string): DayPart {
  const minutes = minutesOf(time);
  if (minutes < noon) return 'morning';
  return minutes < five ? 'afternoon' : 'evening';
}

/** Whether a range of minutes contains a part of the day. */
export function hasPart({ from, to }: { from: number; to: number }, part: DayPart): boolean {
  if (part === 'morning') return from < noon;
  return part === 'afternoon' ? from < five && to > noon : to > five;
}
