import { CircleAlert, Hourglass, Layers2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type CalendarWeek, calendarWeek } from '#shared/contract/staff-appointments.ts';
import { addDays, type ClinicClock, listDates } from '#shared/domain/clinic-time.ts';
import { formatClock, formatDayOfMonth, formatLongDate, formatWeekday } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import type { LocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, isRtl, joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { useIsNarrow } from '#web/ui/frame/use-narrow.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

type Branch = CalendarWeek['branches'][number];
type Day = Branch['days'][number];

interface WeekViewProps {
  /** First day of the week. */
  from: string;
  /** Only this doctor's appointments; null: everyone's. */
  doctorId: number | null;
  branch: number | null;
  clock: ClinicClock;
  names: LocationServiceNames;
  onOpen(locationId: number, date: string): void;
}

/** Seven days of every branch: how full each day is and its first free time. A cell opens its day. */
export function WeekView({ from, doctorId, branch, clock, names, onOpen }: WeekViewProps) {
  const isNarrow = useIsNarrow();
  const { data, isError } = useRead(
    calendarWeek,
    { query: { from, doctorId: doctorId ?? undefined } },
    { keepPrevious: true },
  );
  if (isError && !data) return <Notice kind="danger">{t('staff.calendar.loadFailed')}</Notice>;
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-96 rounded-card!" />
      </LoadingRegion>
    );
  const branches = data.branches.filter(({ locationId }) => branch === null || locationId === branch);
  const days = branches.flatMap((one) => one.days);
  const sum = (of: 'booked' | 'free') => days.reduce((total, day) => total + day[of], 0);
  const Grid = isNarrow ? WeekList : WeekTable;
  return (
    <div className="grid gap-4">
      <p className="px-1 text-small text-ink-2">
        {joinWithComma(
          t('staff.calendar.booked', { n: sum('booked') }),
          t('staff.calendar.freeTimes', { n: sum('free') }),
        )}
      </p>
      <Grid
        dates={listDates({ from, to: addDays(from, 6) })}
        offWord={t(doctorId === null ? 'staff.calendar.nobodyOnDuty' : 'staff.whose.offDuty')}
        {...{ branches, clock, names, onOpen }}
      />
    </div>
  );
}

interface GridProps extends Pick<WeekViewProps, 'clock' | 'names' | 'onOpen'> {
  dates: readonly string[];
  /** Text for a day on which none of the doctors shown is on duty. */
  offWord: string;
  branches: readonly Branch[];
}

const findWeekCell = (table: Element, row: number, column: number) =>
  table.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);

/** Moves the focus between the cells of the week with the arrow keys. */
function moveCellFocus(event: KeyboardEvent<HTMLElement>) {
  const table = event.currentTarget;
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
  if (!cell) return;
  const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
  const forward = isRtl() ? -1 : 1;
  const to: Record<string, [number, number] | undefined> = {
    ArrowRight: [row, column + forward],
    ArrowLeft: [row, column - forward],
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    Home: [row, 0],
    End: [row, 6],
  };
  const next = to[event.key];
  if (!next) return;
  event.preventDefault();
  findWeekCell(table, ...next)?.focus();
}

function WeekTable({ dates, offWord, branches, clock, names, onOpen }: GridProps) {
  const lang = currentLang();
  const [at, setAt] = useState('');
  const first = `0 ${Math.max(0, dates.indexOf(clock.date))}`;
  const reachable = branches.length > Number(at.split(' ')[0]) && at !== '' ? at : first;
  return (
    // Positioned, so that text for screen readers is clipped with it and does not widen the page.
    <Card className="relative overflow-x-auto">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table is what a grid is made of
        role="grid"
        aria-label={t('staff.calendar.weekGrid', { date: formatLongDate(lang, dates[0] ?? '') })}
        onKeyDown={moveCellFocus}
        className="wk"
      >
        <thead>
          <tr>
            <th scope="col">{t('staff.calendar.branches', { n: branches.length })}</th>
            {dates.map((date) => (
              <th key={date} scope="col" className={cx(date === clock.date && 'is-today')}>
                <b>
                  {formatWeekday(lang, date, 'short')}{' '}
                  <span className="num">{formatDayOfMonth(lang, date)}</span>
                </b>
                {date === clock.date && <small>{t('common.time.today')}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {branches.map(({ locationId, rooms, days }, row) => (
            <tr key={locationId}>
              <th scope="row">
                <b>{names.location(locationId)}</b>
                <small>{t('staff.calendar.roomCount', { n: rooms })}</small>
              </th>
              {days.map((day, column) => (
                <td key={day.date} className={cx(day.date === clock.date && 'is-today')}>
                  <button
                    type="button"
                    data-row={row}
                    data-column={column}
                    tabIndex={reachable === `${row} ${column}` ? 0 : -1}
                    onFocus={() => setAt(`${row} ${column}`)}
                    onClick={() => onOpen(locationId, day.date)}
                    className={cx('wk-cell', getCellStateClass(day, clock.date))}
                  >
                    <span className="sr-only">
                      {joinWithComma(names.location(locationId), formatLongDate(lang, day.date), '')}
                    </span>
                    <CellText day={day} offWord={offWord} today={clock.date} />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** On a phone: one day at a time, chosen above the branches. */
function WeekList({ dates, offWord, branches, clock, names, onOpen }: GridProps) {
  const lang = currentLang();
  const [chosen, setChosen] = useState(clock.date);
  const date = dates.includes(chosen) ? chosen : (dates[0] ?? chosen);
  return (
    <>
      <div role="group" aria-label={t('staff.calendar.week')} className="tg-rooms">
        {dates.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={day === date}
            aria-label={formatLongDate(lang, day)}
            onClick={() => setChosen(day)}
          >
            <span>{formatWeekday(lang, day, 'narrow')}</span>
            <span className="num">{formatDayOfMonth(lang, day)}</span>
          </button>
        ))}
      </div>
      <ul className="grid gap-2">
        {branches.map(({ locationId, days }) => {
          const day = days.find((one) => one.date === date);
          return (
            day && (
              <li key={locationId}>
                <button
                  type="button"
                  onClick={() => onOpen(locationId, date)}
                  className={cx('wk-card', getCellStateClass(day, clock.date))}
                >
                  <b>{names.location(locationId)}</b>
                  <span className={cx('wk-cell', getCellStateClass(day, clock.date))}>
                    <CellText day={day} offWord={offWord} today={clock.date} />
                  </span>
                </button>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

/** With at least this many free times a day counts as free. */
const fewFreeTimes = 6;

function getCellStateClass(day: Day, today: string): string {
  if (isWithoutConsultation(day) && day.booked === 0) return 'is-closed';
  if (day.date < today) return 'is-over';
  if (day.free === 0) return 'is-full';
  return day.free < fewFreeTimes ? 'is-few' : 'is-free';
}

/** Text of a cell: bookings of a past day, or what is still free. */
function CellText({ day, offWord, today }: { day: Day; offWord: string; today: string }) {
  if (isWithoutConsultation(day) && day.booked === 0)
    return <span className="wk-closed">{formatClosedReason(day, offWord)}</span>;
  const isOver = day.date < today;
  const all = isOver ? day.booked + day.noShows : day.booked + day.free;
  const share = all === 0 ? 0 : ((isOver ? day.attended : day.booked) / all) * 100;
  const mark = isOver ? null : findDayWarning(day);
  return (
    <>
      <b>
        {isOver ? t('staff.calendar.seenCount', { n: day.attended }) : formatFreeTimes(day, offWord, today)}
      </b>
      <span aria-hidden="true" className="wk-bar">
        <i style={{ inlineSize: `${share}%` }} />
      </span>
      {mark ?? (
        <small>{isOver ? t('staff.calendar.noShows', { n: day.noShows }) : formatFirstFree(day)}</small>
      )}
    </>
  );
}

const isWithoutConsultation = ({ open, off }: Day): boolean => !open || off;
const formatClosedReason = ({ open }: Day, offWord: string): string =>
  open ? offWord : t('staff.calendar.closed');

function formatFreeTimes(day: Day, offWord: string, today: string): string {
  const { free, booked, date } = day;
  if (isWithoutConsultation(day)) return formatClosedReason(day, offWord);
  // A past day without bookings was not full, and today's past hours were not all booked.
  if (free > 0 || booked === 0) return t('staff.calendar.freeCount', { n: free });
  return t(date === today ? 'staff.calendar.noneLeft' : 'staff.calendar.full');
}

const dayWarnings = {
  displaced: { icon: CircleAlert, tone: 'attention', word: 'staff.calendar.displacedCount' },
  overbooked: { icon: Layers2, tone: 'attention', word: 'staff.calendar.overbookedCount' },
  waiting: { icon: Hourglass, tone: 'warning', word: 'staff.calendar.waitingCount' },
} as const;

/** The most important warning about a day, shown before its first free time; null if there is none. */
function findDayWarning(day: Day) {
  const of =
    day.displaced > 0
      ? 'displaced'
      : day.overbooked > 0
        ? 'overbooked'
        : day.free === 0 && day.waiting > 0
          ? 'waiting'
          : null;
  if (!of) return null;
  const { icon, tone, word } = dayWarnings[of];
  return (
    <Pill tone={tone} icon={icon} className="max-w-full justify-self-start">
      <span className="truncate">{t(word, { n: day[of] })}</span>
    </Pill>
  );
}

function formatFirstFree({ firstFree, booked }: Day): string {
  if (firstFree) return t('staff.calendar.from', { time: formatClock(currentLang(), firstFree) });
  return t('staff.calendar.booked', { n: booked });
}
