import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { costOf, databaseOf, type Figure } from './figures.ts';
import { goals } from './goals.ts';
import { growth } from './growth.ts';
import { health } from './scenarios.ts';

/** Of the machine when this began: above the number of its processors, others were at work. */
const busyAtStart = loadavg()[0] ?? 0;

/** The health check of the same server in the same rounds, which is asked between all others. */
function healthOf(figures: readonly Figure[], { engine, rows }: Figure): number {
  const found = figures.find((one) => one.name === health && one.engine === engine && one.rows === rows);
  return found ? costOf(found) : Number.NaN;
}
const ratioOf = (figures: readonly Figure[], figure: Figure): number =>
  costOf(figure) / healthOf(figures, figure);

const ms = (value: number): string => value.toFixed(value < 1 ? 3 : 2);
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const columnsOf = (figures: readonly Figure[]): string[] => [
  ...new Set(figures.filter(({ rows }) => rows > 0).map(({ engine, rows }) => `${engine} ${rows}`)),
];

function grid(figures: readonly Figure[], cell: (figure: Figure) => string): string {
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

/** Cost of each path at each size: milliseconds of processor time, and how many health checks that is. */
export const tableOf = (figures: readonly Figure[]): string =>
  grid(figures, (one) => `${ms(costOf(one))} (${ratioOf(figures, one).toFixed(1)}×)`);

const waitsTable = (figures: readonly Figure[]): string =>
  grid(figures, ({ waits }) => {
    if (!waits) return '–';
    const { p50, p95, p99, refused } = waits;
    const said = [p50, p95, p99].map((wait) => wait.toFixed(1)).join(' / ');
    return refused > 0 ? `${said}, ${refused} turned away` : said;
  });

/** The share of the database in each cost. */
const sharesTable = (figures: readonly Figure[]): string => grid(figures, (one) => ms(databaseOf(one)));

/** The goals beside the first version and this run. */
export function summaryOf(figures: readonly Figure[]): string {
  const largest = Math.max(
    ...figures.filter(({ engine }) => engine === 'PostgreSQL').map(({ rows }) => rows),
  );
  const rows = goals.flatMap(({ name, first, goal, isMet }) => {
    const found = figures.find(
      (one) => one.name === name && one.engine === 'PostgreSQL' && one.rows === largest,
    );
    if (!found) return [];
    const seen = {
      ms: costOf(found),
      ratio: ratioOf(figures, found),
      p95: found.waits?.p95 ?? Number.NaN,
      database: databaseOf(found),
    };
    const now = `${ms(seen.ms)} ms (${ms(seen.database)} of SQL), ${seen.ratio.toFixed(1)}×, p95 ${seen.p95.toFixed(1)} ms`;
    return [line([name, first, goal, now, isMet(seen) ? 'yes' : '**no**'])];
  });
  return [
    line(['path', 'first version', 'goal', `now, at ${largest.toLocaleString('en')}`, 'met']),
    line(['---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n');
}

const asRun = ['npm run bench --', ...process.argv.slice(2)].join(' ');

const introduction = (figures: readonly Figure[]): string => {
  const bare = figures.filter(({ rows }) => rows === 0).map((one) => `${one.name} ${ms(costOf(one))} ms`);
  return `# Measurements

Written by \`${asRun}\` on ${cpus().length} × ${cpus()[0]?.model?.trim()},
Node ${process.version}, at a load average of ${busyAtStart.toFixed(1)} when the run began and
${(loadavg()[0] ?? 0).toFixed(1)} at its end: above the number of processors others were at work, which falls
on all lines alike. All servers ran at once and were asked in turn; each figure is the median of the rounds,
after warming up. Compare the lines with each other; the milliseconds belong to the machine.

- Cost: processor time a request from \`/proc/*/task/*/schedstat\`, of the server's process and of the
  database's together, while 8 callers ask as fast as they are answered. In brackets: how many health checks
  of the same server that is. In the same rounds:
  ${bare.join(', ')}.
- Waits: p50 / p95 / p99 in milliseconds of calls that arrive at an even rate (200 a second for what anybody
  asks, 30 for staff and bookings), whether or not earlier ones were answered. On a busy machine they are
  mostly others', and the door turns some away at once (503).
- The log writes errors only and nothing is throttled; PostgreSQL runs without waiting for the disk
  (\`fsync=off\`).
- In the coming month branch 1, which is the one asked about, is booked to five sixths in three rooms at every
  size; the rest lies in the past of all branches. Patients number 200,000 at a million appointments, else
  5,000; log entries are ten times the appointments. Each patient books once: "nobody to write to" is a
  patient without a confirmed address at a branch where nobody works, the other has a confirmed e-mail and
  three who work there.`;
};

/** An entry of a list, its lines no longer than others of the documents. */
function entry(text: string): string {
  const lines = ['-'];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length > 108) lines.push(`  ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

/** Puts the figures of this run where people read them; sections below were measured by other commands. */
export function writeMeasurements(figures: readonly Figure[], notes: readonly string[]): void {
  const folder = join(import.meta.dirname, '../docs');
  const picture = 'pictures/measurements.svg';
  const file = join(folder, 'measurements.md');
  const before = readFileSync(file, 'utf8');
  const kept = before.indexOf('\n## Memory of the server');
  const sections = [
    introduction(figures),
    `## The goals\n\n${summaryOf(figures)}`,
    `## What a request costs\n\n![How the cost of each path grows with the clinic](${picture})\n\n${tableOf(figures)}`,
    `Of that, in the database of a server of its own:\n\n${sharesTable(figures)}`,
    `## How long people wait\n\n${waitsTable(figures)}`,
    `## At once, start, memory, backup\n\n${notes.map(entry).join('\n')}`,
  ];
  writeFileSync(file, `${sections.join('\n\n')}\n${kept < 0 ? '' : before.slice(kept)}`);
  writeFileSync(join(folder, picture), growth(figures));
}
