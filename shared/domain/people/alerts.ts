import { addDays, daysBetween } from '../clinic-time.ts';

/** The kinds of alerts, one row each: a pregnancy is told by its week, the others in a few words. */
export const alertKinds = {
  allergy: { weeks: false },
  pregnancy: { weeks: true },
  bloodThinner: { weeks: false },
  other: { weeks: false },
} as const satisfies Record<string, { weeks: boolean }>;

export type AlertKind = keyof typeof alertKinds;
export const allAlertKinds = Object.keys(alertKinds) as AlertKind[];

export const alertLength = 60;
/** A pregnancy is counted to here; beyond it stands that somebody should look. */
export const lastWeek = 42;

/** The day from which the weeks are counted, of a pregnancy that is in this week today. */
export const weekOneOf = (week: number, today: string): string => addDays(today, -7 * week);
/** The week it is today. */
export const weekOn = (weekOne: string, today: string): number => Math.floor(daysBetween(weekOne, today) / 7);
