import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { type Insights as Figures, getInsights } from '#shared/contract/insights.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { formatDayMonth } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, formatNumberInLang, pickLanguage, t } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { FigureTable, InsightsFigure, Legend } from './insights-figure.tsx';
import { InsightsFilters } from './insights-filters.tsx';
import { isPartWeek, readInsightsFilter, writeInsightsFilter } from './insights-period.ts';
import { LoadMap } from './load-map.tsx';
import { branchSeries, countOpenAppointments, weekSeries } from './series.ts';

const WeeksChart = lazyPart(() => import('./charts.tsx').then((m) => m.WeeksChart));
const BranchesChart = lazyPart(() => import('./charts.tsx').then((m) => m.BranchesChart));

/** Charts about the use of the clinic, each with its table. */
export function Insights({ today }: { today: string }) {
  const [params, setParams] = useSearchParams();
  const filter = readInsightsFilter(params, today);
  const { data: locations } = useRead(listLocations);
  const inOrder = filter.from <= filter.to;
  const { data, error, isFetching, refetch } = useRead(
    getInsights,
    {
      query: {
        from: filter.from,
        to: filter.to,
        locationId: filter.locationId === null ? undefined : String(filter.locationId),
      },
    },
    { keepPrevious: true, enabled: inOrder },
  );
  return (
    <>
      <InsightsFilters
        filter={filter}
        locations={locations}
        today={today}
        problem={inOrder ? error?.fields.to : t('admin.insights.dateOrder')}
        onChange={(change) => setParams(writeInsightsFilter({ ...filter, ...change }))}
      />
      {error && (
        <LoadFailed
          title={t('admin.insights.loadFailed')}
          reason={error.message}
          onAgain={() => void refetch()}
        />
      )}
      {!data && !error && inOrder && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-5 xl:grid-cols-2">
          <Skeleton className="h-90" />
          <Skeleton className="h-90" />
        </LoadingRegion>
      )}
      {data && inOrder && (
        <div aria-busy={isFetching} className="grid items-start gap-5 xl:grid-cols-2">
          <Pictures data={data} oneBranch={filter.locationId !== null} />
        </div>
      )}
    </>
  );
}

const sum = <Row,>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const formatPercent = (part: number, whole: number) =>
  new Intl.NumberFormat(currentLang() === 'ar' ? 'ar-EG' : 'en', { style: 'percent' }).format(
    whole === 0 ? 0 : part / whole,
  );

function Pictures({ data, oneBranch }: { data: Figures; oneBranch: boolean }) {
  if (sum(data.weeks, ({ total }) => total) === 0)
    return (
      <div className="xl:col-span-2">
        <EmptyState title={t('admin.insights.emptyTitle')}>{t('admin.insights.emptyText')}</EmptyState>
      </div>
    );
  return (
    <>
      <WeeksFigure {...data} />
      <LoadMap load={data.load} />
      <WaitingFigure waiting={data.waiting} />
      {!oneBranch && <BranchesFigure branches={data.branches} />}
    </>
  );
}

function WeeksFigure({ weeks, from, to }: Pick<Figures, 'weeks' | 'from' | 'to'>) {
  const lang = currentLang();
  const isPart = (sunday: string) => isPartWeek(sunday, { from, to });
  const summary = t('admin.insights.weeksSummary', {
    n: formatNumberInLang(sum(weeks, ({ total }) => total)),
    noShow: formatNumberInLang(sum(weeks, ({ noShow }) => noShow)),
    cancelled: formatNumberInLang(sum(weeks, ({ cancelled }) => cancelled)),
  });
  return (
    <InsightsFigure
      title={t('admin.insights.weeks.title')}
      summary={summary}
      table={
        <FigureTable
          caption={t('admin.insights.weeks.title')}
          days
          first={t('admin.insights.weekColumn')}
          columns={weekSeries.map(({ word }) => t(word))}
          rows={weeks.map((week) => [
            isPart(week.week)
              ? t('admin.insights.partWeek', { week: formatDayMonth(lang, week.week) })
              : formatDayMonth(lang, week.week),
            ...weekSeries.map(({ of }) => formatNumberInLang(of(week))),
          ])}
        />
      }
    >
      <Legend series={weekSeries} />
      {weeks.some(({ week }) => isPart(week)) && (
        <p className="text-small text-ink-2">{t('admin.insights.partHint')}</p>
      )}
      <Suspense fallback={<Skeleton className="h-72" />}>
        <WeeksChart weeks={weeks} isPart={isPart} label={summary} />
      </Suspense>
    </InsightsFigure>
  );
}

/** Four numbers without a chart. */
function WaitingFigure({ waiting }: Pick<Figures, 'waiting'>) {
  const { wishes, offered, taken, minutes } = waiting;
  const hours = Math.round(minutes / 6) / 10;
  const figures = [
    ['admin.insights.waiting.wishes', wishes],
    ['admin.insights.waiting.offered', offered],
    ['admin.insights.waiting.taken', taken],
    ['admin.insights.waiting.hours', hours],
  ] as const;
  return (
    <InsightsFigure
      wide
      title={t('admin.insights.waiting.title')}
      text={t('admin.insights.waiting.text')}
      summary={t('admin.insights.waiting.summary', { hours: formatNumberInLang(hours) })}
    >
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {figures.map(([word, figure]) => (
          <div key={word}>
            <dt className="text-small text-ink-2">{t(word)}</dt>
            <dd className="num text-[1.625rem] font-strong">{formatNumberInLang(figure)}</dd>
          </div>
        ))}
      </dl>
    </InsightsFigure>
  );
}

function BranchesFigure({ branches }: { branches: Figures['branches'] }) {
  const busiest = branches.toSorted((a, b) => b.total - a.total)[0];
  const summary = busiest
    ? t('admin.insights.branchesSummary', {
        name: pickLanguage(busiest.name, busiest.nameAr),
        n: formatNumberInLang(busiest.total),
        total: formatNumberInLang(sum(branches, ({ total }) => total)),
      })
    : '';
  const columns = [
    'admin.insights.total',
    'admin.insights.attended',
    'admin.insights.noShow',
    'admin.insights.cancelled',
  ] as const;
  return (
    <InsightsFigure
      wide
      title={t('admin.insights.branches.title')}
      summary={summary}
      note={t('admin.insights.openHint')}
      table={
        <FigureTable
          caption={t('admin.insights.branches.title')}
          first={t('admin.insights.branchColumn')}
          columns={[
            ...columns.map((word) => t(word)),
            t('admin.insights.open'),
            t('admin.insights.noShowRate'),
          ]}
          rows={branches.map((branch) => [
            pickLanguage(branch.name, branch.nameAr),
            ...[
              branch.total,
              branch.attended,
              branch.noShow,
              branch.cancelled,
              countOpenAppointments(branch),
            ].map((count) => formatNumberInLang(count)),
            formatPercent(branch.noShow, branch.noShow + branch.attended),
          ])}
        />
      }
    >
      <Legend series={branchSeries} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <BranchesChart branches={branches} label={summary} />
      </Suspense>
    </InsightsFigure>
  );
}
