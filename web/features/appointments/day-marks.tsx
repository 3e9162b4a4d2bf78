import type { MonthAvailability } from '#shared/contract/schedules.ts';
import { formatLongDate } from '#shared/domain/format-time.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { CalendarMark, type DayState } from '#web/ui/form/time/calendar-mark.tsx';

export type DayAvailabilityCount = MonthAvailability['days'][number];

/** With at least this many free times a day counts as free. */
const fewTimesLimit = 3;

function getDayState(day: DayAvailabilityCount | undefined): DayState | undefined {
  if (!day) return undefined;
  if (!day.open) return 'closed';
  if (day.free === 0) return 'full';
  return day.free <= fewTimesLimit ? 'few' : 'free';
}

const dayStateTexts = {
  few: 'common.day.few',
  full: 'common.day.full',
  closed: 'common.day.closed',
} as const;

/** Marks and accessible names of a branch's days in a calendar. */
export function createDayMarks(days: readonly DayAvailabilityCount[] | undefined) {
  const byDate = new Map(days?.map((day) => [day.date, day]));
  return {
    dayState: (day: string) => getDayState(byDate.get(day)),
    dayLabel(day: string, state: DayState | undefined) {
      const free = byDate.get(day)?.free ?? 0;
      const word =
        state === 'free' || state === 'few'
          ? t('common.day.freeTimes', { n: free })
          : state && t(dayStateTexts[state]);
      return joinWithComma(formatLongDate(currentLang(), day), word);
    },
  };
}

/** Legend of the marks. */
export const MarksLegend = () => (
  <>
    <CalendarMark state="free">{t('common.day.free')}</CalendarMark>
    <CalendarMark state="few">{t('common.day.few')}</CalendarMark>
    <CalendarMark state="full">{t('common.day.full')}</CalendarMark>
    <CalendarMark state="closed">{t('common.day.closed')}</CalendarMark>
  </>
);
