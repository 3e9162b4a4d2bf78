import type { ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Insights } from '#shared/contract/insights.ts';
import { formatDayMonth } from '#shared/domain/format-time.ts';
import { currentLang, formatNumberInLang, isRtl, pickLanguage, t } from '#web/i18n.ts';
import { branchSeries, type ChartSeries, weekSeries } from './series.ts';

const axisTick = { fill: 'var(--ink-2)', fontSize: 12 } as const;
const quietAxis = { axisLine: false, tickLine: false, tick: axisTick } as const;
const formatTick = (value: number) => formatNumberInLang(value);
const rowHeight = 44;

interface TooltipData {
  active?: boolean;
  payload?: readonly { payload: Record<string, number | string> }[];
  series: readonly ChartSeries[];
}

/** Tooltip beside the pointer: every number of the week or branch. */
function ChartTooltip({ active, payload, series }: TooltipData) {
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <div className="rounded-item border border-line bg-surface p-3 text-small shadow-float">
      <b className="block pb-1">{row.label}</b>
      {series.map(({ name, word }) => (
        <span key={name} className="flex justify-between gap-4">
          {t(word)} <b className="num">{formatNumberInLang(Number(row[name] ?? 0))}</b>
        </span>
      ))}
    </div>
  );
}

const toChartValues = <Row,>(row: Row, series: readonly { name: string; of(row: Row): number }[]) =>
  Object.fromEntries(series.map(({ name, of }) => [name, of(row)]));

/** A chart as one image with a label; the table contains its data for screen readers. */
function Picture({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} dir="ltr" className={className}>
      <div aria-hidden="true" className={className && 'h-full'}>
        {children}
      </div>
    </div>
  );
}

/** Marks an incomplete number. */
const createIncompleteDot = (stroke: string) => ({ r: 4, stroke, strokeWidth: 2, fill: 'var(--surface)' });

interface WeeksChartProps {
  weeks: Insights['weeks'];
  isPart(sunday: string): boolean;
  label: string;
}

/** A partly counted week would look like a decline: it is drawn as a ring without a line to it. */
export function WeeksChart({ weeks, isPart, label }: WeeksChartProps) {
  const lang = currentLang();
  const rtl = isRtl();
  const part = weeks.map(({ week }) => isPart(week));
  const rows = weeks.map((week, at) => ({
    label: formatDayMonth(lang, week.week),
    isPart: part[at] === true,
    ...toChartValues(week, weekSeries),
  }));
  return (
    <Picture label={label} className="h-72">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="label" reversed={rtl} minTickGap={18} {...quietAxis} />
          <YAxis
            orientation={rtl ? 'right' : 'left'}
            width={36}
            allowDecimals={false}
            tickFormatter={formatTick}
            {...quietAxis}
          />
          <Tooltip
            content={<ChartTooltip series={weekSeries} />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-2)' }}
          />
          {weekSeries.flatMap(({ name, colour }) =>
            [false, true].map((ofPart) => (
              <Line
                key={`${name} ${ofPart}`}
                type="monotone"
                dataKey={(row: Record<string, unknown>) =>
                  row.isPart === ofPart ? Number(row[name]) : undefined
                }
                stroke={colour}
                strokeWidth={ofPart ? 0 : name === 'total' ? 2.5 : 2}
                dot={ofPart ? createIncompleteDot(colour) : rows.length < 3}
                activeDot={!ofPart}
                isAnimationActive={false}
              />
            )),
          )}
        </LineChart>
      </ResponsiveContainer>
    </Picture>
  );
}

export function BranchesChart({ branches, label }: { branches: Insights['branches']; label: string }) {
  const rtl = isRtl();
  const rows = branches.map((branch) => ({
    label: pickLanguage(branch.name, branch.nameAr),
    ...toChartValues(branch, branchSeries),
  }));
  return (
    <Picture label={label}>
      <ResponsiveContainer width="100%" height={rows.length * rowHeight + 40}>
        <BarChart
          data={rows}
          layout="vertical"
          accessibilityLayer={false}
          barSize={20}
          margin={{ top: 0, right: 8, bottom: 0, left: 8 }}
        >
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis
            type="number"
            reversed={rtl}
            allowDecimals={false}
            tickFormatter={formatTick}
            {...quietAxis}
          />
          <YAxis
            type="category"
            dataKey="label"
            orientation={rtl ? 'right' : 'left'}
            width={118}
            {...quietAxis}
          />
          <Tooltip
            content={<ChartTooltip series={branchSeries} />}
            isAnimationActive={false}
            cursor={{ fill: 'var(--surface-tint)', opacity: 0.4 }}
          />
          {branchSeries.map(({ name, colour }) => (
            <Bar key={name} dataKey={name} stackId="visits" fill={colour} isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </Picture>
  );
}
