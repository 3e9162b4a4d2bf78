import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { dayClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { compareWithToday } from '#web/features/arrivals/use-board.ts';

/**
 * True once the last consultation hours of the day are over and at least one patient has come. A branch
 * without consultation hours today can get patients at any time: its day is over by its date alone.
 */
export function isDayOver(day: ClinicDay | undefined, date: string, now: Date): boolean {
  const is = compareWithToday(date, now);
  if (is !== 'today' || !day) return is === 'past';
  const { minutes } = dayClock(now);
  const isClosed = day.windows.length > 0 && day.windows.every(({ endTime }) => minutes > minutesOf(endTime));
  return isClosed && day.cards.some(({ stage }) => stage !== 'expected');
}
