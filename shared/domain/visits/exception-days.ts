import { parseClosing, parseOpening } from './open-hours.ts';

/** A closed day, or a range of hours of a day. */
interface ExceptionDay {
  readonly date: string;
  readonly isClosed: boolean;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

const byTime = (a: ExceptionDay, b: ExceptionDay): number =>
  a.date.localeCompare(b.date) || (a.startTime ?? '').localeCompare(b.startTime ?? '');

function isReplacedBy(row: ExceptionDay, added: ExceptionDay): boolean {
  if (row.date !== added.date) return false;
  if (!row.startTime || !row.endTime || !added.startTime || !added.endTime) return true;
  return (
    parseOpening(row.startTime) < parseClosing(added.endTime) &&
    parseOpening(added.startTime) < parseClosing(row.endTime)
  );
}

/**
 * Adds exceptions to a list. A closed day replaces all rows of its date; other hours replace only rows that
 * they overlap.
 */
export const withDays = <Row extends ExceptionDay>(rows: readonly Row[], added: readonly Row[]): Row[] =>
  [...rows.filter((row) => !added.some((day) => isReplacedBy(row, day))), ...added].sort(byTime);
