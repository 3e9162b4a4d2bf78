import { addDays, daysBetween } from '../clinic-time.ts';

/** Kinds of alerts, one row each: a pregnancy is stated as a week, the others as a short text. */
export const alertKinds = {
  allergy: { weeks: false },
  pregnancy: { weeks: true },
  bloodThinner: { weeks: false },
  other: { weeks: false },
} as const satisfies Record<string, { weeks: boolean }>;

export type AlertKind = keyof typeof alertKinds;
export const allAlertKinds = Object.keys(alertKinds) as AlertKind[];

export const alertLength = 60;
/** Last week of pregnancy that is counted; after it, the alert asks staff to check. */
export const lastWeek = 42;

/** First day of week 0 of a pregnancy that is in this week today. */
export const weekOneOf = (week: number, today: string): string => addDays(today, -7 * week);
/** Week of the pregnancy today. */
export const weekOn = (weekOne: string, today: string): number => Math.floor(daysBetween(weekOne, today) / 7);
