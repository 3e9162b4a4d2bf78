import { formatTime, weekdayName } from '#shared/domain/format-time.ts';
import type { ConsultationHours } from '#shared/page.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';

const week = [0, 1, 2, 3, 4, 5, 6];

/**
 * Groups of consecutive open weekdays (0 is Sunday). The week starts after a closed day, so that no group is
 * split: Saturday to Thursday if Friday is closed.
 */
export function groupWeekdays(open: ReadonlySet<number>): number[][] {
  const start = week.findLast((day) => !open.has(day)) ?? 6;
  const runs: number[][] = [];
  for (const step of week) {
    const day = (start + 1 + step) % 7;
    if (!open.has(day)) continue;
    const run = runs.at(-1);
    if (run && (run.at(-1) ?? 0) === (day + 6) % 7) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** 'Saturday to Monday, Wednesday' in the page's language; two consecutive days are named separately. */
export function formatWeekdays(open: ReadonlySet<number>): string {
  const name = (day: number | undefined) => weekdayName(currentLang(), day ?? 0);
  const parts = groupWeekdays(open).flatMap((run) =>
    run.length > 2
      ? [t('booking.date.weekdayRange', { from: name(run[0]), to: name(run.at(-1)) })]
      : run.map(name),
  );
  return joinWithComma(...parts);
}

/** One line per group of weekdays with equal hours: 'Sunday to Thursday, 3:00 PM to 7:00 PM'. */
export function formatConsultationHours(week: readonly ConsultationHours[]): string[] {
  const byHours = new Map<string, Set<number>>();
  for (const { weekday, from, to } of week) {
    const hours = t('booking.consultation.hours', {
      from: formatTime(currentLang(), from),
      to: formatTime(currentLang(), to),
    });
    byHours.set(hours, (byHours.get(hours) ?? new Set()).add(weekday));
  }
  return [...byHours].map(([hours, days]) => joinWithComma(formatWeekdays(days), hours));
}
