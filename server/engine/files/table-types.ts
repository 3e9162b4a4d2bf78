/** The encodings and separators of a text file. */
export const encodings = ['utf-8', 'windows-1256', 'utf-16le', 'iso-8859-6'] as const;
export const delimiters = [',', ';', '\t', '|'] as const;

/** How to read a text and which sheet; null: detect. */
export interface TableOptions {
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: number | null;
}

/** A row with its number in the spreadsheet. Days and times are `YYYY-MM-DD`, `HH:MM` or both. */
export interface TableRow {
  readonly n: number;
  readonly cells: readonly string[];
}

export interface RowReader {
  /** Rows with at least one text. */
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
  /** The number of lines of a text, or of the last row of a sheet; known after all rows were read. */
  readonly countLines: () => number;
  /** Line breaks within cells among them. */
  readonly countBreaks: () => number;
}

export interface TableFile {
  /** Null: a workbook or a page, which states its own format. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** Of a workbook: the visible sheets, and which one is read. */
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

/** Reasons why a file cannot be read as a table. */
export class UnreadableTable extends Error {
  readonly reason: UnreadableReason;
  /** The line of the error, if known. */
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
  /** Maximum number of characters of a cell. */
  cell: 10_000,
  /** Maximum unpacked size of a workbook. */
  bytes: 100 * 1024 * 1024,
  cells: 3_000_000,
  texts: 500_000,
} as const;

/** PostgreSQL cannot store NUL and halves of surrogate pairs. */
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
export const removeUnstorable = (text: string): string => text.replace(unstorable, '');

/**
 * The row with trimmed cells; null if all are empty. Throws above a limit. `whole`: keeps empty cells at the
 * end.
 */
export function parseRow(n: number, values: readonly string[], whole = false): TableRow | null {
  if (n > limits.rows + 1) throw new UnreadableTable('too_many_rows');
  let filled = 0;
  const cells = values.map((value, at) => {
    if (value.length > limits.cell) throw new UnreadableTable('cell_too_long', { line: n });
    const text = removeUnstorable(value).trim();
    if (text !== '') filled = at + 1;
    return text;
  });
  if (filled > limits.columns) throw new UnreadableTable('too_many_columns');
  cells.length = whole ? Math.min(cells.length, limits.columns) : filled;
  return filled === 0 ? null : { n, cells };
}
