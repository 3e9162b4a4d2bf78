import type { BrowserContext } from '@playwright/test';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { shiftDate } from '../tools/test-run/shift-date.mjs';

/** How far the clinic of this run lies from the present (`tools/test-run/days.mjs`). */
const clockShift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

/** What time it is in the clinic and in its browsers. */
export const now = (): Date => new Date(Date.now() + clockShift);

/** The clinic's date so many days ahead of its today, which lasts until its night is over. */
export const daysAhead = (days: number): string => addDays(dayClock(now()).date, days);

/** Whoever's browser it is: it goes by the clinic's time, as that of the journey does. */
export async function atClinicTime(context: BrowserContext): Promise<void> {
  if (clockShift) await context.addInitScript(shiftDate, clockShift);
}
