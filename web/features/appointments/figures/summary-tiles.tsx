import { Calendar, Clock, UserX, X } from 'lucide-react';
import { useState } from 'react';
import { appointmentSummary } from '#shared/contract/staff-appointments.ts';
import { formatMonth } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { createMonthFormat } from '#web/ui/form/time/day-format.ts';
import { MonthInput } from '#web/ui/form/time/month-input.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatTile } from '#web/ui/stat-tile.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

const tiles = [
  [
    'total',
    'doctor.summary.total',
    <Calendar key="i" {...icon} className="flex-none rail:hidden text-accent" />,
  ],
  [
    'upcoming',
    'doctor.summary.upcoming',
    <Clock key="i" {...icon} className="flex-none rail:hidden text-tone-info-bar" />,
  ],
  [
    'noShow',
    'doctor.summary.noShows',
    <UserX key="i" {...icon} className="flex-none rail:hidden text-tone-attention-bar" />,
  ],
  [
    'cancelled',
    'doctor.summary.cancelled',
    <X key="i" {...icon} className="flex-none rail:hidden text-tone-danger-bar" />,
  ],
] as const;

/** The doctor's five figures; the last is for a month that can be chosen. */
export function SummaryTiles({ thisMonth }: { thisMonth: string }) {
  const [chosen, setMonth] = useState<string | null>(null);
  const month = chosen ?? thisMonth;
  const { data, isError, refetch } = useRead(
    appointmentSummary,
    { query: { month } },
    { keepPrevious: true },
  );
  if (isError && !data) {
    return <LoadFailed title={t('doctor.summary.loadFailed')} onAgain={() => void refetch()} />;
  }
  const figure = (value: number | undefined) =>
    value === undefined ? <Skeleton className="h-6 w-8 lg:w-16" /> : formatNumberInLang(value);
  const ofMonth = data?.month.month === month ? data.month : undefined;
  return (
    <section
      aria-label={t('doctor.summary.label')}
      className="grid grid-cols-[repeat(4,auto)] gap-2 lg:gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.9fr)]"
    >
      {tiles.map(([key, label, mark]) => (
        <StatTile
          key={key}
          label={t(label)}
          icon={mark}
          value={figure(data?.[key])}
          className="max-lg:px-[6px]! max-lg:py-2! max-lg:[&>span]:text-tiny max-lg:[&_svg]:hidden"
        />
      ))}
      <div className="col-span-4 grid min-w-0 content-between gap-1 rounded-card bg-deep px-4 py-3 text-on-deep max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-2 max-lg:px-3 max-lg:py-2 lg:col-span-1">
        <div className="flex items-start justify-between gap-2 max-lg:contents max-lg:[&>:nth-child(2)]:row-span-2">
          <span className="text-small leading-[1.35] text-on-deep-2 max-lg:flex max-lg:flex-wrap max-lg:gap-x-2 max-lg:text-xs">
            {t('doctor.summary.monthly')}
            <b
              aria-live="polite"
              className="block text-ui leading-[1.3] font-medium text-on-deep max-lg:text-xs"
            >
              {formatMonth(currentLang(), month)}
            </b>
          </span>
          <MonthInput
            value={month}
            current={thisMonth}
            onChange={setMonth}
            format={createMonthFormat()}
            labels={{ ...getYearTurnLabels(), panel: t('common.time.chooseMonth') }}
            trigger={
              <button
                type="button"
                aria-label={t('doctor.summary.changeMonth')}
                className="inline-flex min-h-9 items-center gap-[6px] rounded-sm bg-on-deep/12 px-3 text-small font-strong text-on-deep hover:bg-on-deep/20 touch:min-h-tap"
              >
                <Calendar {...icon} size={16} />
                {t('doctor.summary.change')}
              </button>
            }
          />
        </div>
        <div className="flex items-end gap-4 lg:gap-6">
          <Figure label={t('doctor.summary.monthTotal')}>{figure(ofMonth?.total)}</Figure>
          <Figure label={t('doctor.summary.monthFuture')}>{figure(ofMonth?.future)}</Figure>
        </div>
      </div>
    </section>
  );
}

const getYearTurnLabels = () => ({
  previous: t('staff.calendar.previousYear'),
  next: t('staff.calendar.nextYear'),
});

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span className="flex items-baseline gap-2 text-small text-on-deep-2">
      <b className="display num text-[1.25rem] leading-[1.05] text-on-deep lg:text-[1.5rem] arabic:text-[1.5rem] arabic:leading-none lg:arabic:text-[1.8rem]">
        {children}
      </b>
      {label}
    </span>
  );
}
