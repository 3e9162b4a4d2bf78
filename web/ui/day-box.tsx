import { monthKey } from '#shared/domain/clinic-time.ts';
import {
  formatDate,
  formatDayOfMonth,
  formatLongDate,
  formatMonth,
  formatWeekday,
} from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { DateInput } from './form/time/date-input.tsx';

export type DayBoxProps = {
  /** 'YYYY-MM-DD'; empty if no day is chosen. */
  value: string;
  today: string;
  min?: string;
  max?: string;
  label: string;
  onChange(day: string): void;
};

/** A date filter, shown in the current language. */
export function DayBox({ value, today, min, max, label, onChange }: DayBoxProps) {
  const lang = currentLang();
  return (
    <DateInput
      dense
      value={value || null}
      onChange={onChange}
      today={today}
      min={min || undefined}
      max={max || undefined}
      placeholder={t('common.time.anyDay')}
      formatted={value ? formatDate(lang, value) : undefined}
      calendarLabel={label}
      labels={{ previous: t('common.time.previousMonth'), next: t('common.time.nextMonth') }}
      format={{
        day: (day) => formatDayOfMonth(lang, day),
        weekday: (day) => formatWeekday(lang, day, 'short'),
        weekdayLetter: (day) => formatWeekday(lang, day).replace(/^ال/, '').slice(0, 1),
        weekdayName: (day) => formatWeekday(lang, day),
        month: (day) => formatMonth(lang, monthKey(day)),
        dayLabel: (day) => formatLongDate(lang, day),
      }}
    />
  );
}
