import { openTable } from '#server/engine/files/read-table.ts';
import type { TableFile, TableOptions, TableRow } from '#server/engine/files/table-types.ts';
import { countHeadings, isHeadingRow } from '#shared/domain/imports/columns.ts';

/** Headings are among the first rows: above them is a title, or names of groups of columns. */
export const headedWithin = 10;
/** So many known headings are those of a list, not words of a page. */
const namesAList = 2;
/** So many sheets are tried, the one in front among them. */
const mostTried = 3;
/** Rows of one message. */
const together = 250;

export interface Headings {
  readonly cells: readonly string[];
  /** The row that they end in; the rows of people are below it. */
  readonly n: number;
  /** How many rows they take. */
  readonly rows: number;
}

const filled = (row: TableRow): number => row.cells.filter((cell) => cell !== '').length;

/** Two rows of headings as one: the lower one, with the upper one where it has none. */
const merged = (upper: TableRow, lower: TableRow): string[] =>
  Array.from({ length: Math.max(upper.cells.length, lower.cells.length) }, (_, at) =>
    lower.cells[at] ? lower.cells[at] : (upper.cells[at] ?? ''),
  );

/**
 * The headings among the first rows: the row, or the two rows together, that name most columns we know. Null
 * if none names any.
 */
export function findHeadings(first: readonly TableRow[]): Headings | null {
  let best: Headings | null = null;
  for (const [at, row] of first.entries()) {
    const above = first[at - 1];
    const pair = above && above.n === row.n - 1 && filled(above) > 1 ? merged(above, row) : null;
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

/** How many known headings a sheet has; null if no row follows them. */
async function headingsOf(rows: AsyncIterable<TableRow> | Iterable<TableRow>): Promise<number | null> {
  const first: TableRow[] = [];
  for await (const row of rows) if (first.push(row) >= headedWithin) break;
  const head = findHeadings(first);
  if (first.length < 2) return null;
  return head && first.at(-1)?.n !== head.n ? countHeadings(head.cells) : 0;
}

/** The sheet in front or, if that is no list, the first that is one, else the first that has rows. */
async function chooseSheet(file: TableFile): Promise<number | null> {
  const { sheet: inFront, sheets } = file;
  if (inFront === null || sheets.length < 2) return inFront;
  const others = [...sheets.keys()].filter((sheet) => sheet !== inFront);
  let chosen: number | null = null;
  for (const sheet of [inFront, ...others].slice(0, mostTried)) {
    const found = await headingsOf(file.read(sheet).rows).catch(() => null);
    if (found === null) continue;
    if (found >= namesAList) return sheet;
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
  /** The first sheet that is a list is read, not the one in front. */
  readonly findList: boolean;
}

/** Reads a list of people: how the file is written, its rows, and how many lines it had. */
export async function* readList(bytes: Buffer, options: ListOptions): AsyncGenerator<ListPart> {
  const { read, ...file } = await openTable(bytes, options);
  const isChosen = options.sheet !== null || !options.findList;
  const sheet = isChosen ? file.sheet : await chooseSheet({ read, ...file });
  yield { kind: 'opened', ...file, sheet };
  const reader = read(sheet);
  let rows: TableRow[] = [];
  for await (const row of reader.rows) {
    if (rows.push(row) < together) continue;
    yield { kind: 'rows', rows };
    rows = [];
  }
  if (rows.length > 0) yield { kind: 'rows', rows };
  yield { kind: 'end', lines: reader.countLines(), breaks: reader.countBreaks() };
}

/** A row below the headings that begins a table of its own, or repeats the headings. */
export function layoutProblem(
  row: TableRow,
  headings: readonly string[],
): 'headingsAgain' | 'secondTable' | null {
  if (!isHeadingRow(row.cells)) return null;
  const same = headings.filter((heading, at) => heading !== '' && row.cells[at] === heading).length;
  return same * 2 >= headings.filter((heading) => heading !== '').length ? 'headingsAgain' : 'secondTable';
}
