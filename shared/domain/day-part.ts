import { minutesOf } from './clinic-time.ts';

/** The parts of a day, as somebody plans hers: until noon, until five, and after. */
export const dayParts = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

const noon = 12 * 60;
const five = 17 * 60;

/** In which part of the day a time lies. */
export function dayPartOf(time: string): DayPart {
  const minutes = minutesOf(time);
  if (minutes < noon) return 'morning';
  return minutes < five ? 'afternoon' : 'evening';
}
