import { withDays } from '#shared/domain/visits/exception-days.ts';
import type { Duty } from './admin-duty-editor.tsx';
import { type ExceptionDraft, toExceptionsBody } from './exceptions-draft.ts';
import { toSchedulesBody, type WeekDraft, weekdays } from './week-draft.ts';

/**
 * Input of a merge after another user saved the hours of a branch while they were edited here: `start` is the
 * state before both edits, `mine` the one edited here, `theirs` the saved one.
 */
interface MergeInput<List> {
  readonly start: List;
  readonly mine: List;
  readonly theirs: List;
}

export interface ListMerge<Row> {
  /** Their saved rows, without the rows that were removed here. */
  readonly kept: Row[];
  readonly addedHere: Row[];
  readonly addedByThem: Row[];
  readonly removedByThem: Row[];
}

function mergeRows<Row>(
  { start, mine, theirs }: MergeInput<readonly Row[]>,
  keyOf: (row: Row) => string,
): ListMerge<Row> {
  const [before, here, saved] = [start, mine, theirs].map((rows) => new Set(rows.map(keyOf)));
  const isIn = (rows: Set<string> | undefined) => (row: Row) => rows?.has(keyOf(row)) ?? false;
  const [wasThere, isHere, isSaved] = [isIn(before), isIn(here), isIn(saved)];
  return {
    kept: theirs.filter((row) => isHere(row) || !wasThere(row)),
    addedHere: mine.filter((row) => !wasThere(row) && !isSaved(row)),
    addedByThem: theirs.filter((row) => !wasThere(row) && !isHere(row)),
    removedByThem: start.filter((row) => !isSaved(row) && isHere(row)),
  };
}

export function mergeExceptions(states: MergeInput<readonly ExceptionDraft[]>) {
  const keyOf = (row: ExceptionDraft) => JSON.stringify(toExceptionsBody([row]));
  const everywhere = new Set(states.mine.filter((row) => row.everywhere).map(keyOf));
  // A day that was saved for this branch and is added here for all branches counts as added here.
  const start = states.start.filter((row) => !everywhere.has(keyOf(row)));
  const merge = mergeRows({ ...states, start }, keyOf);
  const kept = merge.kept.map((row) => ({ ...row, everywhere: everywhere.has(keyOf(row)) }));
  return { ...merge, rows: withDays(kept, merge.addedHere) };
}

export function mergeDuties(states: MergeInput<readonly Duty[]>) {
  const merge = mergeRows(states, ({ userId, dayOfWeek, startTime, endTime }) =>
    [userId, dayOfWeek, startTime, endTime].join(' '),
  );
  return { ...merge, rows: [...merge.kept, ...merge.addedHere] };
}

/** A weekday edited here is kept; the others take what was saved. */
export function mergeWeek({ start, mine, theirs }: MergeInput<WeekDraft>) {
  const said = (week: WeekDraft, day: number): string => JSON.stringify(toSchedulesBody([week[day] ?? []]));
  return {
    week: weekdays.map((day) => (said(mine, day) === said(start, day) ? theirs[day] : mine[day]) ?? []),
    changedByThem: weekdays.filter((day) => said(theirs, day) !== said(start, day)),
  };
}
