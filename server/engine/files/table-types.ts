/** The encodings and separators of a text file. */
export const encodings = ['utf-8', 'windows-1256', 'utf-16le', 'iso-8859-6'] as const;
export const delimiters = [',', ';', '\t', '|'] as const;

/** How a text is read and which sheet is read; null: what the file itself shows. */
export interface TableOptions {
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: number | null;
}

/** A row as the spreadsheet numbers it. Days and times are `YYYY-MM-DD`, `HH:MM` or both. */
export interface TableRow {
  readonly n: number;
  readonly cells: readonly string[];
}

export interface RowReader {
  /** Rows that have a cell with text. */
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
  /** The lines of a text, or the number of the last row of a sheet; known once all rows are read. */
  readonly countLines: () => number;
  /** Of these, line breaks within cells. */
  readonly countBreaks: () => number;
}

export interface TableFile {
  /** Null: a workbook or a page, which says itself how it is written. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** Of a workbook: the sheets that people see, and which of them is read first. */
  readonly sheets: readonly string[];
  readonly sheet: number | null;
  readonly hiddenSheets: readonly string[];
  readonly read: (sheet: number | null) => RowReader;
}

export const unreadableReasons = [
  'empty',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'quote_open',
  'unpacks_too_large',
  'too_slow',
  'broken',
  'old_excel',
  'other_workbook',
  'locked',
  'not_a_table',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** Why a file cannot be read as a table. */
export class UnreadableTable extends Error {
  readonly reason: UnreadableReason;
  /** The line with the fault, where it is known. */
  readonly line: number | undefined;
  constructor(
    reason: UnreadableReason,
    { line, cause }: { line?: number | undefined; cause?: unknown } = {},
  ) {
    super(reason, { cause });
    this.reason = reason;
    this.line = line;
  }
}

export const limits = {
  rows: 100_000,
  columns: 100,
  /** Characters of a cell. */
  cell: 10_000,
  /** Of a workbook: what it may unpack to. */
  bytes: 100 * 1024 * 1024,
  cells: 3_000_000,
  texts: 500_000,
} as const;

/** NUL and halves of surrogate pairs cannot be stored. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
export const storable = (text: string): string => text.replace(unstorable, '');

/**
 * The row with its cells trimmed; null if all are empty. Throws if it is beyond a limit. `whole`: empty cells
 * at its end stay, because the line has them.
 */
export function rowOf(n: number, values: readonly string[], whole = false): TableRow | null {
  if (n > limits.rows + 1) throw new UnreadableTable('too_many_rows');
  let filled = 0;
  const cells = values.map((value, at) => {
    if (value.length > limits.cell) throw new UnreadableTable('cell_too_long', { line: n });
    const text = storable(value).trim();
    if (text !== '') filled = at + 1;
    return text;
  });
  if (filled > limits.columns) throw new UnreadableTable('too_many_columns');
  cells.length = whole ? Math.min(cells.length, limits.columns) : filled;
  return filled === 0 ? null : { n, cells };
}
