import { type Figure, medianCost, medianDatabaseCost } from './figures.ts';
import { goals } from './goals.ts';
import { health } from './scenarios.ts';

/** Cost of the health check on the same server, measured in the same rounds. */
function healthOf(figures: readonly Figure[], { engine, rows }: Figure): number {
  const found = figures.find((one) => one.name === health && one.engine === engine && one.rows === rows);
  return found ? medianCost(found) : Number.NaN;
}
const ratioOf = (figures: readonly Figure[], figure: Figure): number =>
  medianCost(figure) / healthOf(figures, figure);

const ms = (value: number): string => value.toFixed(value < 1 ? 3 : 2);
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const columnsOf = (figures: readonly Figure[]): string[] => [
  ...new Set(figures.filter(({ rows }) => rows > 0).map(({ engine, rows }) => `${engine} ${rows}`)),
];

function formatGrid(figures: readonly Figure[], cell: (figure: Figure) => string): string {
  const columns = columnsOf(figures);
  const titles = columns.map((column) => column.replace(/\d+/, (n) => Number(n).toLocaleString('en')));
  const names = [...new Set(figures.filter(({ rows }) => rows > 0).map(({ name }) => name))];
  const rows = names.map((name) =>
    line([
      name,
      ...columns.map((column) => {
        const found = figures.find((one) => one.name === name && `${one.engine} ${one.rows}` === column);
        return found ? cell(found) : '–';
      }),
    ]),
  );
  return [line(['what', ...titles]), line(['---', ...columns.map(() => '---:')]), ...rows].join('\n');
}

/** Cost of each path at each size: milliseconds of processor time, and as a multiple of the health check. */
export const tableOf = (figures: readonly Figure[]): string =>
  formatGrid(figures, (one) => `${ms(medianCost(one))} (${ratioOf(figures, one).toFixed(1)}×)`);

/** Goals beside the results of this run. */
export function summaryOf(figures: readonly Figure[]): string {
  const largest = Math.max(
    ...figures.filter(({ engine }) => engine === 'PostgreSQL').map(({ rows }) => rows),
  );
  const bareInsert = figures.find(({ rows, name }) => rows === 0 && name.includes('INSERT'));
  const rows = goals.flatMap(({ name, goal, isMet }) => {
    const found = figures.find(
      (one) => one.name === name && one.engine === 'PostgreSQL' && one.rows === largest,
    );
    if (!found) return [];
    const seen = {
      ms: medianCost(found),
      ratio: ratioOf(figures, found),
      p95: found.waits?.p95 ?? Number.NaN,
      bareInsert: medianCost(bareInsert ?? found),
    };
    const now = `${ms(seen.ms)} ms (${ms(medianDatabaseCost(found))} of SQL), ${seen.ratio.toFixed(1)}×, p95 ${seen.p95.toFixed(1)} ms`;
    return [line([name, goal, now, isMet(seen) ? 'yes' : '**no**'])];
  });
  return [
    line(['path', 'goal', `now, at ${largest.toLocaleString('en')}`, 'met']),
    line(['---', '---', '---', '---']),
    ...rows,
  ].join('\n');
}
