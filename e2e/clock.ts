import type { BrowserContext } from '@playwright/test';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { shiftDate } from '../tools/test-run/shift-date.mjs';

/** Offset of the clinic's clock in this run (`tools/test-run/days.mjs`), in milliseconds. */
const clockShift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

/** Current time in the clinic and in its browsers. */
export const now = (): Date => new Date(Date.now() + clockShift);

/** Clinic date this many days after today; a clinic day lasts until 3 AM. */
export const daysAhead = (days: number): string => addDays(dayClock(now()).date, days);

/** Sets the clock of a browser context to the clinic's time. */
export async function atClinicTime(context: BrowserContext): Promise<void> {
  if (clockShift) await context.addInitScript(shiftDate, clockShift);
}
