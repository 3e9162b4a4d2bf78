import { addDays, clinicClock } from '#shared/domain/clinic-time.ts';

/** How far the clinic of this run lies from the present (`tools/test-run/days.mjs`). */
export const clockShift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

/** What time it is in the clinic and in its browsers. */
export const now = (): Date => new Date(Date.now() + clockShift);

/** The clinic's date so many days ahead of its today. */
export const daysAhead = (days: number): string => addDays(clinicClock(now()).date, days);
