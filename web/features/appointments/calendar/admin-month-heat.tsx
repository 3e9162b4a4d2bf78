import type { CSSProperties } from 'react';
import { calendarMonth } from '#shared/contract/staff-appointments.ts';
import { monthGrid, monthKey } from '#shared/domain/clinic-time.ts';
import {
  formatDayOfMonth,
  formatMonth,
  formatWeekday,
  formatWeekdayDate,
} from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';

/** How full each day of the month is; a day can be chosen. */
export function MonthHeat({ today, onChoose }: { today: string; onChoose(date: string): void }) {
  const lang = currentLang();
  const month = monthKey(today);
  const { data } = useRead(calendarMonth, { query: { month } });
  const totals = new Map(data?.days.map(({ date, total }) => [date, total]));
  const weeks = monthGrid(month);
  const most = Math.max(
    1,
    ...weeks
      .flat()
      .filter((date) => monthKey(date) === month)
      .map((date) => totals.get(date) ?? 0),
  );
  return (
    <Card as="section" aria-labelledby="month-heat" className="min-w-0 px-[18px] pt-4 pb-[14px]">
      <div className="mb-[10px] flex items-center justify-between gap-2">
        <h2 id="month-heat" className="font-text text-ui leading-snug font-strong tracking-normal">
          {formatMonth(lang, month)}
        </h2>
        <span className="text-xs text-ink-2">{t('admin.heat.title')}</span>
      </div>
      <table className="w-full table-fixed border-separate border-spacing-[4px] text-tiny">
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={formatWeekday(lang, date)}
                className="h-4 font-normal text-ink-3"
              >
                {formatWeekday(lang, date, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0">
                  {monthKey(date) === month && (
                    <HeatDay
                      date={date}
                      total={totals.get(date) ?? 0}
                      most={most}
                      isToday={date === today}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface DayProps {
  date: string;
  total: number;
  most: number;
  isToday: boolean;
  onChoose(date: string): void;
}

function HeatDay({ date, total, most, isToday, onChoose }: DayProps) {
  const words = joinWithComma(formatWeekdayDate(currentLang(), date), t('admin.today.count', { n: total }));
  return (
    <button
      type="button"
      aria-label={words}
      aria-current={isToday ? 'date' : undefined}
      title={words}
      onClick={() => onChoose(date)}
      style={{ '--v': Math.round((total / most) * 10) } as CSSProperties}
      className={cx(
        'num heat-day grid h-[29px] w-full place-items-center rounded-[6px]',
        total === 0 ? 'text-ink-2' : 'text-ink',
        isToday && 'shadow-[0_0_0_2px_var(--surface),0_0_0_3.5px_var(--brand)]',
      )}
    >
      {formatDayOfMonth(currentLang(), date)}
    </button>
  );
}
