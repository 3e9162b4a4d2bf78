import { monthKey } from '#shared/domain/clinic-time.ts';
import {
  formatDayOfMonth,
  formatLongDate,
  formatMonth,
  formatMonthName,
  formatWeekday,
  formatYear,
} from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import type { CalendarFormat } from '#web/ui/form/time/calendar.tsx';

/** Format of days in calendars; `label` may extend the accessible name of a day. */
export function createDayFormat(
  label: CalendarFormat['dayLabel'] = (day) => formatLongDate(currentLang(), day),
): CalendarFormat {
  const lang = currentLang();
  return {
    day: (day) => formatDayOfMonth(lang, day),
    weekday: (day) => formatWeekday(lang, day, 'short'),
    weekdayLetter: (day) => formatWeekday(lang, day, 'narrow'),
    weekdayName: (day) => formatWeekday(lang, day),
    month: (day) => formatMonth(lang, monthKey(day)),
    dayLabel: label,
  };
}

export const getMonthTurnLabels = () => ({
  previous: t('common.time.previousMonth'),
  next: t('common.time.nextMonth'),
});

/** Format of months where a month is chosen. */
export const createMonthFormat = () => ({
  year: (month: string) => formatYear(currentLang(), month),
  short: (month: string) => formatMonthName(currentLang(), month),
  full: (month: string) => formatMonth(currentLang(), month),
});
