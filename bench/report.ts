import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

export interface Row {
  engine: string;
  /** Appointments in the database; 0 where there is no clinic. */
  rows: number;
  name: string;
  /** Processor time a request in milliseconds; not a number where it was not measured. */
  server: number;
  database: number;
  p50: number;
  p95: number;
  p99: number;
}

/**
 * How busy the machine was with other things when this began: above the number of its processors the
 * milliseconds say little.
 */
const busyAtStart = loadavg()[0] ?? 0;

const titles = [
  'what',
  'database',
  'appointments',
  'CPU ms',
  'server',
  'database',
  'p50 ms',
  'p95 ms',
  'p99 ms',
];
const widths = [36, 10, 12, 7, 7, 8, 7, 7, 7];
const number = (value: number, digits: number): string => (Number.isNaN(value) ? '–' : value.toFixed(digits));

const cells = ({ engine, rows, name, server, database, p50, p95, p99 }: Row): string[] => [
  name,
  engine,
  rows === 0 ? '–' : rows.toLocaleString('en'),
  number(server + database, 2),
  number(server, 2),
  number(database, 2),
  number(p50, 1),
  number(p95, 1),
  number(p99, 1),
];

const line = (values: readonly string[]): string =>
  `| ${values.map((value, i) => (i < 2 ? value.padEnd(widths[i] ?? 0) : value.padStart(widths[i] ?? 0))).join(' | ')} |`;

export function table(rows: readonly Row[], withTitles: boolean): string {
  const rule = line(widths.map((width, i) => (i < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [...(withTitles ? [line(titles), rule] : []), ...rows.map((row) => line(cells(row)))].join('\n');
}

const asRun = ['npm run bench --', ...process.argv.slice(2)].join(' ');

const machine = `${cpus().length} × ${cpus()[0]?.model?.trim()}, Node ${process.version}`;

const introduction = (): string => `# Measurements

Written by \`${asRun}\`
on ${machine},
at a load average of ${busyAtStart.toFixed(1)} when the run began: above the number of processors, others
were at work, and waits are theirs as much as ours. All lines come from one run. Compare them with each other
and with the two bare servers; the milliseconds belong to the machine.

- CPU: processor time a request, of the server's process and of the database's, while 8 callers ask as fast
  as they are answered. The embedded database runs within the server's process. The system counts in steps of
  10 ms: over the 50 requests that \`--quick\` gives a staff scenario a figure is good to 0.2 ms, otherwise to
  0.05 ms or better.
- p50, p95, p99: the wait of calls that arrive at an even rate (200 a second for a day, 100 for a month, 50
  for bookings, 30 for staff) whether or not earlier ones were answered. Fifty at once: all fifty together,
  for a time that three rooms can give three times.
- PostgreSQL runs without waiting for the disk (\`fsync=off\`); the embedded database waits for it.
- In the coming month branch 1, which is the one asked about, is booked to five sixths in three rooms at
  every size; the rest lies in the past of all branches. Patients number 200,000 at a million appointments,
  else 5,000.`;

/**
 * Puts the figures of this run where people read them; sections below were measured by other commands and
 * stay.
 */
export function writeMeasurements(rows: readonly Row[]): void {
  const file = join(import.meta.dirname, '../docs/measurements.md');
  const before = readFileSync(file, 'utf8');
  const others = before.includes('\n## ') ? before.slice(before.indexOf('\n## ')) : '';
  writeFileSync(file, `${introduction()}\n\n${table(rows, true)}\n${others}`);
}
