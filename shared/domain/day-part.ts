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
