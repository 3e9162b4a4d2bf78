import { Parser } from 'htmlparser2';
import { encodingOf } from './read-text.ts';
import {
  limits,
  parseRow,
  removeUnstorable,
  type TableFile,
  type TableOptions,
  type TableRow,
  UnreadableTable,
} from './table-types.ts';

const sampleBytes = 64 * 1024;
const maxTables = 200;

/** A web page with a table. Hospital systems name it `.xls`, because Excel opens it. */
export function isHtml(bytes: Buffer): boolean {
  const start = decode(bytes.subarray(0, sampleBytes), null).trimStart();
  const isPage = /^<(?:!doctype html|html|head|meta|body|table|style|div|center|!--)/i.test(start);
  return isPage && /<table[\s>]/i.test(start);
}

/** In the chosen encoding, else the page's own, else the one detected. */
function decode(bytes: Buffer, chosen: string | null): string {
  const head = bytes.subarray(0, 4096).toString('latin1');
  const named = /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(head)?.[1] ?? '';
  const shown = encodingOf(bytes);
  for (const label of [chosen, shown === 'windows-1256' ? named : null, shown])
    try {
      if (label) return new TextDecoder(label).decode(bytes);
    } catch {
      // The page names an unknown encoding.
    }
  return '';
}

interface HtmlTable {
  name: string;
  readonly rows: string[][];
  /** By column: the number of following rows that a cell of an earlier row still covers. */
  readonly spans: number[];
}

const parseSpan = (text: string | undefined, most: number): number =>
  Math.min(Math.max(Number(text) || 1, 1), most);

/** Adds an empty cell for every cell of an earlier row that covers this position. */
function passSpans({ spans }: HtmlTable, row: string[]): void {
  for (let at = row.length; (spans[at] ?? 0) > 0; at++) {
    spans[at] = (spans[at] ?? 0) - 1;
    row.push('');
  }
}

/** The tables of a page. A cell that spans several columns or rows counts as the first of them. */
function tablesIn(html: string): HtmlTable[] {
  const tables: HtmlTable[] = [];
  const open: HtmlTable[] = [];
  let cell: { readonly row: string[]; readonly at: number } | null = null;
  let text = '';
  let cells = 0;
  const addCell = (table: HtmlTable, row: string[], columns: number, rows: number) => {
    passSpans(table, row);
    cell = { row, at: row.length };
    for (let i = 0; i < columns; i++) {
      if (rows > 1) table.spans[row.length] = rows - 1;
      row.push('');
    }
    cells += columns;
    if (cells > limits.cells) throw new UnreadableTable('unpacks_too_large');
    text = '';
  };
  const parser = new Parser({
    onopentag(tag, { colspan, rowspan }) {
      const table = open.at(-1);
      const row = table?.rows.at(-1);
      if (tag === 'table') {
        const made: HtmlTable = { name: '', rows: [], spans: [] };
        open.push(made);
        if (tables.push(made) > maxTables) throw new UnreadableTable('not_a_table');
      } else if (tag === 'tr') table?.rows.push([]);
      else if ((tag === 'td' || tag === 'th') && table && row)
        addCell(table, row, parseSpan(colspan, limits.columns), parseSpan(rowspan, limits.rows));
      else if (tag === 'caption') text = '';
      else if (tag === 'br') text += '\n';
    },
    ontext(data) {
      text += data.replace(/\s+/g, ' ');
    },
    onclosetag(tag) {
      const table = open.at(-1);
      if ((tag === 'td' || tag === 'th') && cell) {
        cell.row[cell.at] = text.trim();
        cell = null;
      } else if (tag === 'tr') {
        const row = table?.rows.at(-1);
        if (table && row) passSpans(table, row);
      } else if (tag === 'caption' && table) table.name = removeUnstorable(text.trim()).slice(0, 100);
      else if (tag === 'table') open.pop();
    },
  });
  parser.end(html);
  return tables.filter(({ rows }) => rows.length > 0);
}

export function openHtml(bytes: Buffer, options: TableOptions): TableFile {
  const tables = tablesIn(decode(bytes, options.encoding));
  if (tables.length === 0) throw new UnreadableTable('not_a_table');
  const sheet = options.sheet !== null && tables[options.sheet] ? options.sheet : 0;
  const rowsOf = (at: number) => tables[at]?.rows ?? [];
  function* rows(at: number): Generator<TableRow> {
    for (const [i, cells] of rowsOf(at).entries()) {
      const row = parseRow(i + 1, cells);
      if (row) yield row;
    }
  }
  return {
    encoding: null,
    delimiter: null,
    sheets: tables.map(({ name }, at) => name || String(at + 1)),
    sheet,
    hiddenSheets: [],
    read: (at) => ({
      rows: rows(at ?? sheet),
      countLines: () => rowsOf(at ?? sheet).length,
      countBreaks: () => 0,
    }),
  };
}
