import type { ReactNode } from 'react';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ChartSeries } from './series.ts';

interface InsightsFigureProps {
  title: string;
  text?: string;
  /** Description of the chart in one sentence. */
  summary: string;
  note?: string;
  wide?: boolean;
  table?: ReactNode;
  children: ReactNode;
}

/** A chart with title, description and a table that can be expanded. */
export function InsightsFigure({ title, text, summary, note, wide, table, children }: InsightsFigureProps) {
  return (
    <Card as="section" className={cx('grid min-w-0 gap-4 p-4 md:p-6', wide && 'xl:col-span-2')}>
      <div>
        <h2 className="card-title">{title}</h2>
        {text && <p className="text-small text-ink-2">{text}</p>}
      </div>
      {summary && <p className="text-ui font-medium">{summary}</p>}
      {children}
      {note && <p className="text-xs text-ink-2">{note}</p>}
      {table && (
        <details className="border-t border-line pt-1">
          <summary className="flex min-h-tap items-center text-small font-strong text-accent">
            {t('admin.insights.showTable')}
          </summary>
          {table}
        </details>
      )}
    </Card>
  );
}

export function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-2 text-small text-ink-2">
      {series.map(({ name, word, swatch }) => (
        <li key={name} className="inline-flex items-center gap-2">
          <span className={cx('size-3 rounded-[4px]', swatch)} />
          {t(word)}
        </li>
      ))}
    </ul>
  );
}

interface FigureTableProps {
  caption: string;
  first: string;
  columns: readonly string[];
  /** Each row: its name, then one number per column. */
  rows: readonly (readonly string[])[];
  /** The rows are days, which do not wrap. */
  days?: boolean;
}

/**
 * On a phone the table keeps its columns: numbers are narrow, and screen readers read the headings with them.
 */
export function FigureTable({ caption, first, columns, rows, days }: FigureTableProps) {
  return (
    <table className="num w-full text-small max-sm:text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-2 max-sm:text-tiny">
          <th scope="col" className="py-2 pe-2 text-start font-medium">
            {first}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-1 py-2 text-end font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name} className="border-b border-line last:border-b-0">
            <th scope="row" className={cx('py-2 pe-2 text-start font-medium', days && 'whitespace-nowrap')}>
              {name}
            </th>
            {figures.map((figure, at) => (
              <td key={columns[at]} className="px-1 py-2 text-end">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
