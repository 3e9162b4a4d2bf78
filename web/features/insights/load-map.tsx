import type { Insights } from '#shared/contract/insights.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime, weekdayName } from '#shared/domain/format-time.ts';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { InsightsFigure } from './insights-figure.tsx';

/** Empty hours, then four steps of rose from the lowest to the highest count. */
const emptyShade = 'bg-sunk text-ink-2';
const shades = [
  'bg-[color-mix(in_srgb,var(--c-rose)_8%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--c-rose)_22%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--c-rose)_36%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--c-rose)_50%,var(--surface))]',
];
const weekdays = [0, 1, 2, 3, 4, 5, 6];
const minutesOfHour = 60;

function pickShade(count: number, least: number, most: number) {
  if (count === 0) return emptyShade;
  const step = Math.floor(((count - least) / (most - least + 1)) * shades.length);
  return shades[step] ?? emptyShade;
}

/** Number of appointments in each hour of the week. The chart is a table: every cell contains its number. */
export function LoadMap({ load }: { load: Insights['load'] }) {
  const lang = currentLang();
  const counts = new Map(load.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  const busiest = load.toSorted((a, b) => b.count - a.count)[0];
  if (!busiest) return null;
  const least = Math.min(...load.map(({ count }) => count));
  const hours = load.map(({ hour }) => hour);
  const first = Math.min(...hours);
  const span = Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => first + at);
  const hourName = (hour: number) => formatTime(lang, timeOfMinutes(hour * minutesOfHour));
  return (
    <InsightsFigure
      title={t('admin.insights.load.title')}
      text={t('admin.insights.load.text')}
      summary={t('admin.insights.summary', {
        day: weekdayName(lang, busiest.weekday),
        hour: hourName(busiest.hour),
      })}
    >
      <table className="num w-full table-fixed border-separate border-spacing-[3px] text-center text-xs">
        <caption className="sr-only">{t('admin.insights.load.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-16">
              <span className="sr-only">{t('admin.insights.hourColumn')}</span>
            </th>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" className="pb-1 font-medium text-ink-2">
                <span aria-hidden="true" className="sm:hidden">
                  {weekdayName(lang, weekday, 'narrow')}
                </span>
                <span aria-hidden="true" className="max-sm:hidden">
                  {weekdayName(lang, weekday, 'short')}
                </span>
                <span className="sr-only">{weekdayName(lang, weekday)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {span.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="pe-1 text-end font-medium whitespace-nowrap text-ink-2">
                {hourName(hour)}
              </th>
              {weekdays.map((weekday) => {
                const count = counts.get(`${weekday} ${hour}`) ?? 0;
                return (
                  <td
                    key={weekday}
                    title={t('admin.insights.load.cell', {
                      day: weekdayName(lang, weekday),
                      hour: hourName(hour),
                      n: count,
                    })}
                    className={cx('h-9 rounded-xs', pickShade(count, least, busiest.count))}
                  >
                    {formatNumberInLang(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </InsightsFigure>
  );
}
