import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { detectDelimiter } from 'hucre/csv';
import {
  type encodings,
  limits,
  parseRow,
  type TableFile,
  type TableOptions,
  type TableRow,
  type UnreadableReason,
  UnreadableTable,
} from './table-types.ts';

const detectionSampleBytes = 64 * 1024;
/** Above this number of characters a row has too many cells, or a cell that is too long. */
const longestRow = limits.columns * limits.cell;
const pieceLength = 64 * 1024;

/**
 * UTF-16 has a byte order mark and UTF-8 is well formed; anything else was saved by a Windows with Arabic
 * settings.
 */
export function encodingOf(bytes: Buffer): (typeof encodings)[number] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1256';
  }
}

/** A text that was saved as a formula, so that a spreadsheet does not take it for a number. */
const textFormula = /^="([^"]*)"$/;

function* splitText(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}

function unreadableReasonFor({ code, index }: CsvError): UnreadableReason | null {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'quote_open';
  if (code !== 'CSV_MAX_RECORD_SIZE') return null;
  return Number(index) >= limits.columns ? 'too_many_columns' : 'cell_too_long';
}

const linesIn = (text: string): number =>
  (text.match(/\r\n|\n|\r/g)?.length ?? 0) + (/[^\r\n]$/.test(text) ? 1 : 0);

/** A text of rows, separated by commas, semicolons, tabs or bars. */
export function openText(bytes: Buffer, options: TableOptions): TableFile {
  const encoding = options.encoding ?? encodingOf(bytes);
  if (encoding !== 'utf-16le' && bytes.subarray(0, detectionSampleBytes).includes(0))
    throw new UnreadableTable('not_a_table');
  const text = new TextDecoder(encoding).decode(bytes);
  const marked = /^sep=(.)\r?\n/.exec(text);
  const body = marked ? text.slice(marked[0].length) : text;
  const delimiter = options.delimiter ?? marked?.[1] ?? detectDelimiter(body.slice(0, detectionSampleBytes));
  const above = marked ? 1 : 0;
  let records = 0;
  async function* rows(): AsyncGenerator<TableRow> {
    const parser = Readable.from(splitText(body)).pipe(
      parse({
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        record_delimiter: ['\r\n', '\n', '\r'],
        max_record_size: longestRow,
      }),
    );
    try {
      for await (const record of parser as AsyncIterable<string[]>) {
        records += 1;
        const row = parseRow(
          records + above,
          record.map((value) => value.replace(textFormula, '$1').replaceAll('\r\n', '\n')),
          true,
        );
        if (row) yield row;
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const reason = unreadableReasonFor(error);
      if (reason === null) throw error;
      throw new UnreadableTable(reason, { line: Number(error.records) + above + 1, cause: error });
    } finally {
      parser.destroy();
    }
  }
  const lines = linesIn(text);
  return {
    encoding,
    delimiter,
    sheets: [],
    sheet: null,
    hiddenSheets: [],
    read: () => ({ rows: rows(), countLines: () => lines, countBreaks: () => lines - records - above }),
  };
}
