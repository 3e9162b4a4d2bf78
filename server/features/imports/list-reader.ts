import { openTable } from '#server/engine/files/read-table.ts';
import type { TableFile, TableOptions, TableRow } from '#server/engine/files/table-types.ts';
import { countHeadings, isHeadingRow } from '#shared/domain/imports/columns.ts';

/** Headings are among the first rows, below a title or names of column groups. */
export const maxHeadingRow = 10;
/** Minimum number of known headings of a list. */
const minKnownHeadings = 2;
/** Maximum number of sheets to try, including the active one. */
const maxTriedSheets = 3;
/** Rows per message. */
const rowsPerPart = 250;

export interface Headings {
  readonly cells: readonly string[];
  /** The last row of headings; data rows are below it. */
  readonly n: number;
  /** Number of heading rows. */
  readonly rows: number;
}

const countFilled = (row: TableRow): number => row.cells.filter((cell) => cell !== '').length;

/** Merges two rows of headings: the lower one, filled up from the upper one. */
const mergeHeadings = (upper: TableRow, lower: TableRow): string[] =>
  Array.from({ length: Math.max(upper.cells.length, lower.cells.length) }, (_, at) =>
    lower.cells[at] ? lower.cells[at] : (upper.cells[at] ?? ''),
  );

/**
 * Finds the headings among the first rows: the row, or two rows together, with most known headings. Null if
 * none has any.
 */
export function findHeadings(first: readonly TableRow[]): Headings | null {
  let best: Headings | null = null;
  for (const [at, row] of first.entries()) {
    const above = first[at - 1];
    const pair = above && above.n === row.n - 1 && countFilled(above) > 1 ? mergeHeadings(above, row) : null;
    const found = countHeadings(best?.cells ?? []);
    if (countHeadings(row.cells) > found) best = { cells: row.cells, n: row.n, rows: 1 };
    if (
      pair &&
      countHeadings(pair) > Math.max(found, countHeadings(row.cells)) &&
      countHeadings(row.cells) > 0
    )
      best = { cells: pair, n: row.n, rows: 2 };
  }
  return best;
}

/** Number of known headings of a sheet; null if no row follows them. */
async function countSheetHeadings(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): Promise<number | null> {
  const first: TableRow[] = [];
  for await (const row of rows) if (first.push(row) >= maxHeadingRow) break;
  const head = findHeadings(first);
  if (first.length < 2) return null;
  return head && first.at(-1)?.n !== head.n ? countHeadings(head.cells) : 0;
}

/** The active sheet or, if it is not a list, the first that is one, else the first with rows. */
async function chooseSheet(file: TableFile): Promise<number | null> {
  const { sheet: inFront, sheets } = file;
  if (inFront === null || sheets.length < 2) return inFront;
  const others = [...sheets.keys()].filter((sheet) => sheet !== inFront);
  let chosen: number | null = null;
  for (const sheet of [inFront, ...others].slice(0, maxTriedSheets)) {
    const found = await countSheetHeadings(file.read(sheet).rows).catch(() => null);
    if (found === null) continue;
    if (found >= minKnownHeadings) return sheet;
    chosen ??= sheet;
  }
  return chosen ?? inFront;
}

export type ListPart =
  | ({ readonly kind: 'opened' } & Omit<TableFile, 'read'>)
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[] }
  /** `lines` includes `breaks`, line breaks within cells. */
  | { readonly kind: 'end'; readonly lines: number; readonly breaks: number };

export interface ListOptions extends TableOptions {
  /** Reads the first sheet that is a list, not the active one. */
  readonly findList: boolean;
}

/** Reads a list of people: the file's format, its rows, and its number of lines. */
export async function* readList(bytes: Buffer, options: ListOptions): AsyncGenerator<ListPart> {
  const { read, ...file } = await openTable(bytes, options);
  const isChosen = options.sheet !== null || !options.findList;
  const sheet = isChosen ? file.sheet : await chooseSheet({ read, ...file });
  yield { kind: 'opened', ...file, sheet };
  const reader = read(sheet);
  let rows: TableRow[] = [];
  for await (const row of reader.rows) {
    if (rows.push(row) < rowsPerPart) continue;
    yield { kind: 'rows', rows };
    rows = [];
  }
  if (rows.length > 0) yield { kind: 'rows', rows };
  yield { kind: 'end', lines: reader.countLines(), breaks: reader.countBreaks() };
}

/** A row below the headings that starts a second table, or repeats the headings. */
export function findLayoutProblem(
  row: TableRow,
  headings: readonly string[],
): 'headingsAgain' | 'secondTable' | null {
  if (!isHeadingRow(row.cells)) return null;
  const same = headings.filter((heading, at) => heading !== '' && row.cells[at] === heading).length;
  return same * 2 >= headings.filter((heading) => heading !== '').length ? 'headingsAgain' : 'secondTable';
}
