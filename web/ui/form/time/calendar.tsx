import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { DayPicker, type Modifiers } from 'react-day-picker';
import { usePageDir } from '#web/ui/frame/page-dir.ts';
import { formatPickerDay, parsePickerDay } from './calendar-days.ts';
import type { DayState } from './calendar-mark.tsx';

/** All texts and digits of the calendar, for a day given as 'YYYY-MM-DD'. */
export type CalendarFormat = {
  /** The number of the day. */
  day(day: string): string;
  /** Column heading: "Sun", أحد; and the letter used where there is no room: S, ح. */
  weekday(day: string): string;
  weekdayLetter(day: string): string;
  weekdayName(day: string): string;
  /** "November 2026". */
  month(day: string): string;
  /** Accessible name of a day: "Wednesday 18 November 2026, few times left". */
  dayLabel(day: string, state: DayState | undefined): string;
};

export type CalendarProps = {
  value: string | null;
  onChange(day: string): void;
  /** Any day of the month shown. */
  month: string;
  onMonthChange(firstDay: string): void;
  today: string;
  min?: string;
  max?: string;
  /** State of a day. Without it every day in the range can be chosen and no marks are shown. */
  dayState?(day: string): DayState | undefined;
  /**
   * Days that can be chosen besides those with free times: full days, for which the page offers alternatives,
   * or also closed ones.
   */
  choosable?: 'full' | 'closed';
  format: CalendarFormat;
  labels: { previous: string; next: string };
  busy?: boolean;
  autoFocus?: boolean;
  /** Weekday letters above the columns at any width. */
  compact?: boolean;
  /** Legend of the marks; always shown with `dayState`. */
  legend?: ReactNode;
};

/** A month with seven columns from Sunday; arrow keys move by day, PageUp and PageDown by month. */
export function Calendar(props: CalendarProps) {
  const { value, onChange, month, onMonthChange, today, min, max, dayState, choosable } = props;
  const { format, labels, busy, autoFocus, compact, legend } = props;
  const dir = usePageDir();
  const is = (state: DayState) => (date: Date) => dayState?.(formatPickerDay(date)) === state;
  const outOfRange = (date: Date) => {
    const day = formatPickerDay(date);
    return (min !== undefined && day < min) || (max !== undefined && day > max);
  };
  const by = (write: (day: string) => string) => (date: Date) => write(formatPickerDay(date));
  return (
    <div aria-busy={busy || undefined} className="cal">
      <DayPicker
        mode="single"
        dir={dir}
        autoFocus={autoFocus}
        navLayout="around"
        weekStartsOn={0}
        selected={value ? parsePickerDay(value) : undefined}
        onDayClick={(date: Date, modifiers: Modifiers) => {
          if (!modifiers.disabled) onChange(formatPickerDay(date));
        }}
        month={parsePickerDay(month)}
        onMonthChange={(date) => onMonthChange(formatPickerDay(date))}
        startMonth={min ? parsePickerDay(min) : undefined}
        endMonth={max ? parsePickerDay(max) : undefined}
        today={parsePickerDay(today)}
        disabled={(date) =>
          outOfRange(date) ||
          (choosable !== 'closed' && is('closed')(date)) ||
          (choosable === undefined && is('full')(date))
        }
        modifiers={{
          free: is('free'),
          few: is('few'),
          full: (date) => is('full')(date) && !outOfRange(date),
          closed: (date) => is('closed')(date) && !outOfRange(date),
        }}
        modifiersClassNames={{
          free: 'cal-free',
          few: 'cal-few',
          full: 'cal-full',
          closed: 'cal-closed',
          today: 'cal-today',
          selected: 'cal-chosen',
          disabled: 'cal-off',
        }}
        formatters={{
          formatDay: by(format.day),
          formatWeekdayName: by((day) => `${format.weekdayLetter(day)}\n${format.weekday(day)}`),
          formatCaption: by(format.month),
        }}
        labels={{
          labelNext: () => labels.next,
          labelPrevious: () => labels.previous,
          labelGrid: by(format.month),
          labelWeekday: by(format.weekdayName),
          labelDayButton: by((day) => format.dayLabel(day, dayState?.(day))),
        }}
        components={{
          Chevron: ({ orientation }) => {
            const Icon = (orientation === 'left') === (dir === 'ltr') ? ChevronLeft : ChevronRight;
            return <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="flip" />;
          },
          Weekday: ({ children, ...th }) => {
            const [letter, name] = typeof children === 'string' ? children.split('\n') : [];
            return (
              <th {...th}>
                <span className={compact ? undefined : 'md:hidden'}>{letter}</span>
                {!compact && <span className="max-md:hidden">{name}</span>}
              </th>
            );
          },
        }}
        classNames={{
          month: 'cal-month',
          month_caption: 'cal-caption',
          button_previous: 'cal-turn cal-previous',
          button_next: 'cal-turn cal-next',
          month_grid: 'cal-grid',
          weekday: 'cal-weekday',
          day: 'cal-cell',
          day_button: 'cal-day',
        }}
      />
      {legend && <div className="cal-legend">{legend}</div>}
    </div>
  );
}
