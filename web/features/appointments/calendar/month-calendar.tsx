import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { calendarMonth } from '#shared/contract/staff-appointments.ts';
import { addDays, addMonths, monthGrid, monthKey, monthOf } from '#shared/domain/clinic-time.ts';
import {
  formatClock,
  formatDayOfMonth,
  formatLongDate,
  formatMonth,
  weekdayName,
} from '#shared/domain/format-time.ts';
import { isCancelledStatus, statuses } from '#shared/domain/visits/appointment-status.ts';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import { currentLang, formatNumberInLang, isRtl, joinWithComma, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';

type MonthDay = Reply<typeof calendarMonth>['days'][number];

interface MonthCalendarProps {
  month: string;
  days: readonly MonthDay[] | undefined;
  today: string;
  /** The day that is listed below the grid on a phone. */
  chosen: string | null;
  /** Alerts that doctors see beside a patient's name. */
  alerts: RowActions['alerts'];
  onOpen(day: string): void;
  onMonthChange(month: string): void;
}

/**
 * Whole weeks of a month, starting on Sunday; each day shows its first appointments. One tab stop; arrow keys
 * move inside.
 */
export function MonthCalendar({
  month,
  days,
  today,
  chosen,
  alerts,
  onOpen,
  onMonthChange,
}: MonthCalendarProps) {
  const lang = currentLang();
  const grid = useRef<HTMLTableElement>(null);
  const { focus, walk, onFocus } = useRovingFocus({ month, today, chosen, onMonthChange, grid });
  const byDate = new Map(days?.map((day) => [day.date, day]));
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what a grid is made of
      role="grid"
      aria-label={t('staff.calendar.monthLabel', { month: formatMonth(lang, month) })}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr>
          {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
            <th
              key={weekday}
              scope="col"
              className="border-line bg-sunk px-[10px] py-2 text-start text-xs font-normal text-ink-2 not-first:border-s max-lg:px-0 max-lg:py-[6px] max-lg:text-center max-lg:not-first:border-s-0"
            >
              <span className="max-lg:sr-only">{weekdayName(lang, weekday)}</span>
              <span aria-hidden="true" className="lg:hidden">
                {weekdayName(lang, weekday, 'narrow')}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthGrid(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                aria-selected={day === chosen}
                className={cx(
                  'h-14 border-t border-line p-0 align-top not-first:border-s lg:h-[124px]',
                  monthKey(day) !== month && 'bg-page',
                )}
              >
                <button
                  type="button"
                  data-day={day}
                  tabIndex={day === focus ? 0 : -1}
                  aria-current={day === today ? 'date' : undefined}
                  onFocus={() => onFocus(day)}
                  onKeyDown={walk}
                  onClick={() => onOpen(day)}
                  className={cx(
                    'grid size-full min-h-[inherit] content-start gap-1 p-[3px] text-start text-xs hover:bg-tint/40 max-lg:justify-items-center lg:p-2',
                    day === chosen && 'max-lg:bg-tint',
                  )}
                >
                  <DayCell
                    day={day}
                    entry={byDate.get(day)}
                    outside={monthKey(day) !== month}
                    isToday={day === today}
                    alerts={alerts}
                  />
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  day: string;
  entry: MonthDay | undefined;
  outside: boolean;
  isToday: boolean;
  alerts: RowActions['alerts'];
}

/** Up to three lines 'time - patient' and the number of further appointments; dots on a phone. */
function DayCell({ day, entry, outside, isToday, alerts }: DayCellProps) {
  const lang = currentLang();
  const hasMore = entry !== undefined && entry.total > entry.first.length;
  return (
    <>
      <span className="sr-only">
        {t('staff.calendar.cell', { date: formatLongDate(lang, day), n: entry?.total ?? 0 })}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'num grid size-7 place-items-center rounded-full text-small',
          isToday
            ? 'bg-btn font-strong text-btn-ink forced-colors:border-2'
            : outside
              ? 'text-ink-3'
              : 'font-medium',
        )}
      >
        {formatDayOfMonth(lang, day)}
      </span>
      <span className="grid min-w-0 gap-1 max-lg:flex max-lg:flex-wrap max-lg:justify-center max-lg:gap-[3px]">
        {entry?.first.map(({ id, userId, time, patient, status }) => (
          <span key={id} data-tone={statuses[status].tone} className="min-w-0">
            <span aria-hidden="true" className="block size-[6px] rounded-full bg-status-bar lg:hidden" />
            <span
              className={cx(
                'flex gap-[0.3em] rounded-[6px] border-s-[3px] border-status-bar bg-status-bg px-[7px] py-[3px] leading-[1.5] font-medium text-status max-lg:sr-only',
                isCancelledStatus(status) && 'border-dashed',
              )}
            >
              {/* Only the time is struck through: a line through Arabic letters hides their dots. */}
              <span
                className={cx(
                  'flex-none',
                  isCancelledStatus(status) && 'line-through decoration-1 arabic:no-underline',
                )}
              >
                {t('staff.calendar.line', { time: formatClock(lang, time), patient: '' }).trim()}
              </span>
              {/* In its own direction, so that a long name is truncated at its end. */}
              <span dir="auto" className="min-w-0 truncate">
                {patient}
              </span>
              <span className="sr-only">{joinWithComma('', t(`status.${status}`))}</span>
              {alerts(userId, 'brief')}
            </span>
          </span>
        ))}
      </span>
      {hasMore && (
        <span aria-hidden="true" className="num font-strong text-accent lg:px-[7px]">
          <span className="max-lg:hidden">{t('staff.calendar.all', { n: entry.total })}</span>
          <span className="lg:hidden">{formatNumberInLang(entry.total)}</span>
        </span>
      )}
    </>
  );
}

interface RovingFocusOptions
  extends Pick<MonthCalendarProps, 'month' | 'today' | 'chosen' | 'onMonthChange'> {
  grid: React.RefObject<HTMLTableElement | null>;
}

/**
 * Roving tabindex: the day that Tab reaches and the keys that move it: arrows, Home and End for the week,
 * Page Up and Page Down for the month.
 */
function useRovingFocus({ month, today, chosen, onMonthChange, grid }: RovingFocusOptions) {
  const [at, setAt] = useState<string | null>(null);
  const waiting = useRef<string | null>(null);
  const inMonth = (day: string | null) => day !== null && monthKey(day) === month;
  const focus = [at, chosen, today].find(inMonth) ?? `${month}-01`;

  useEffect(() => {
    if (waiting.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${waiting.current}"]`)?.focus();
    waiting.current = null;
  });
  function go(day: string) {
    setAt(day);
    waiting.current = day;
    if (monthKey(day) !== month) onMonthChange(monthKey(day));
  }
  function walk(event: KeyboardEvent<HTMLElement>) {
    const day = event.currentTarget.dataset.day ?? focus;
    const forward = isRtl() ? -1 : 1;
    const row = monthGrid(month).find((week) => week.includes(day));
    const steps: Record<string, () => string | undefined> = {
      ArrowRight: () => addDays(day, forward),
      ArrowLeft: () => addDays(day, -forward),
      ArrowDown: () => addDays(day, 7),
      ArrowUp: () => addDays(day, -7),
      Home: () => row?.[0],
      End: () => row?.at(-1),
      PageUp: () => shiftToMonth(day, addMonths(monthKey(day), -1)),
      PageDown: () => shiftToMonth(day, addMonths(monthKey(day), 1)),
    };
    const next = steps[event.key]?.();
    if (!next) return;
    event.preventDefault();
    go(next);
  }
  return { focus, walk, onFocus: setAt };
}

/** The same day in another month, or that month's last day. */
function shiftToMonth(day: string, month: string): string {
  const { to } = monthOf(month);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted > to ? to : wanted;
}
