import { detectDelimiter, streamCsvRows } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { cellTime } from '#shared/domain/clinic-time.ts';
import { withNamedTexts } from './named-texts.ts';
import { DamagedZip, openZip, unpacksWithin } from './read-zip.ts';
import { sheetsIn } from './sheets-in.ts';

/** What a file of text may be written in, and its cells parted by. */
export const encodings = ['utf-8', 'windows-1256', 'utf-16le', 'iso-8859-6'] as const;
export const delimiters = [',', ';', '\t', '|'] as const;

/** A row as the spreadsheet numbers it. Days and times come as `YYYY-MM-DD`, `HH:MM` or both. */
export interface TableRow {
  readonly n: number;
  readonly cells: readonly string[];
}

export type TableRows = AsyncIterable<TableRow> | Iterable<TableRow>;

export interface TableFile {
  /** Null: it is a workbook, which says itself how it is written. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** Of a workbook: the sheets that people see, and which of them this is. */
  readonly sheets: readonly string[];
  readonly sheet: number | null;
  readonly rows: TableRows;
  /** The rows of another of its sheets: the workbook was opened once. */
  readonly rowsOf: (sheet: number) => TableRows;
}

export type UnreadableTable =
  | 'empty'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'unpacks_too_large'
  | 'broken'
  | 'old_excel'
  | 'other_workbook'
  | 'locked'
  | 'not_a_table';

/** Why a file is no table that can be read. */
export class Unreadable extends Error {
  readonly because: UnreadableTable;
  constructor(because: UnreadableTable, cause?: unknown) {
    super(because, { cause });
    this.because = because;
  }
}

const mostRows = 100_000;
const mostColumns = 100;
const mostUnpacked = 200 * 1024 * 1024;
const longestCell = 4000;
const sample = 64 * 1024;

const startsWith = (bytes: Buffer, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte);

/**
 * UTF-16 and UTF-8 say so themselves, by their mark or by being well formed; what is neither was saved by an
 * Egyptian Windows.
 */
function encodingOf(bytes: Buffer): (typeof encodings)[number] {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1256';
  }
}

/** A date as a workbook by the strict standard has it. */
const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z?$/;
function textOf(value: unknown): string {
  if (value instanceof Date) return cellTime(value) ?? '';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, longestCell).replace(isoTime, '$1 $2')
    : '';
}

/** In a file of text, a text that was saved as a formula so that it stays one. */
const kept = /^="([^"]*)"$/;

/** NUL and halves of letters are no text. */
const unwritable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const writable = (text: string): string => text.replace(unwritable, '');

function rowOf(n: number, values: readonly unknown[]): TableRow | null {
  const cells = values.map((value) => writable(textOf(value)).trim());
  while (cells.at(-1) === '') cells.pop();
  if (cells.length > mostColumns) throw new Unreadable('too_many_columns');
  return cells.length === 0 ? null : { n, cells };
}

function* textRows(text: string, delimiter: string): Generator<TableRow> {
  let n = 0;
  for (const values of streamCsvRows(text, { delimiter })) {
    n += 1;
    if (n > mostRows + 1) throw new Unreadable('too_many_rows');
    const row = rowOf(
      n,
      values.map((value) => (typeof value === 'string' ? value.replace(kept, '$1') : value)),
    );
    if (row) yield row;
  }
}

async function* sheetRows(bytes: Buffer, sheet: number): AsyncGenerator<TableRow> {
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: mostRows + 2 })) {
      if (index + 1 > mostRows + 1) throw new Unreadable('too_many_rows');
      const row = rowOf(index + 1, values);
      if (row) yield row;
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('broken', error);
  }
}

async function workbook(bytes: Buffer, asked: number | null): Promise<TableFile> {
  const fits = await openZip(bytes)
    .then((archive) => unpacksWithin(archive, mostUnpacked))
    .catch((error: unknown) => {
      throw error instanceof DamagedZip ? new Unreadable('broken', error) : error;
    });
  if (!fits) throw new Unreadable('unpacks_too_large');
  const found = await sheetsIn(bytes);
  if (found === 'other_workbook' || found === 'broken') throw new Unreadable(found);
  const sheet = asked !== null && found.sheets[asked] ? asked : found.inFront;
  const sheets = found.sheets.map(({ name }) => writable(name));
  const readable = await withNamedTexts(bytes);
  const rowsOf = (one: number) => sheetRows(readable, found.sheets[one]?.at ?? 0);
  return { encoding: null, delimiter: null, sheets, sheet, rows: rowsOf(sheet), rowsOf };
}

/** Opens a file of rows, whoever wrote it: a workbook of Excel or LibreOffice, or text of any of them. */
export async function openTable(
  bytes: Buffer,
  asked: { encoding: string | null; delimiter: string | null; sheet: number | null },
): Promise<TableFile> {
  if (bytes.length === 0) throw new Unreadable('empty');
  if (startsWith(bytes, 0x50, 0x4b)) return workbook(bytes, asked.sheet);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Unreadable(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'locked' : 'old_excel');
  const encoding = asked.encoding ?? encodingOf(bytes);
  if (encoding !== 'utf-16le' && bytes.subarray(0, sample).includes(0)) throw new Unreadable('not_a_table');
  const text = new TextDecoder(encoding).decode(bytes);
  const marked = /^sep=(.)\r?\n/.exec(text);
  const body = marked ? text.slice(marked[0].length) : text;
  const delimiter = asked.delimiter ?? marked?.[1] ?? detectDelimiter(body.slice(0, sample));
  const first = textRows(body, delimiter);
  const rows = marked ? oneLater(first) : first;
  return { encoding, delimiter, sheets: [], sheet: null, rows, rowsOf: () => rows };
}

/** The first line told how cells are parted: the spreadsheet counts it. */
function* oneLater(rows: Iterable<TableRow>): Generator<TableRow> {
  for (const row of rows) yield { ...row, n: row.n + 1 };
}
