import { streamXlsxRows } from 'hucre/xlsx';
import { cellTime } from '#shared/domain/clinic-time.ts';
import { listSheets } from './list-sheets.ts';
import { DamagedZip, openZip, type ZippedFile } from './read-zip.ts';
import { withNamedTexts } from './shared-text-cells.ts';
import {
  limits,
  parseRow,
  removeUnstorable,
  type TableFile,
  type TableOptions,
  type TableRow,
  UnreadableTable,
} from './table-types.ts';

/** A date in a workbook of the strict standard. */
const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z?$/;
function textOf(value: unknown): string {
  if (value instanceof Date) return cellTime(value) ?? '';
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? String(value).replaceAll('\r\n', '\n').replace(isoTime, '$1 $2') : '';
}

/** Limits of a workbook, and the tag that each counted item begins with. */
const counted = [
  { part: /^xl\/sharedStrings\.xml$/i, tag: /<(?:\w+:)?si[\s/>]/g, most: limits.texts },
  { part: /^xl\/worksheets\/[^/]+\.xml$/i, tag: /<(?:\w+:)?c[\s/>]/g, most: limits.cells },
];
/** The longest counted tag. */
const overlap = 40;

/** Unpacks the workbook piece by piece and stops at the first limit, before parsing it. */
async function checkSize(files: readonly ZippedFile[]): Promise<void> {
  let bytes = 0;
  for (const { name, read } of files) {
    const found = counted.find(({ part }) => part.test(name));
    let count = 0;
    let rest = '';
    for await (const piece of read()) {
      bytes += piece.length;
      if (bytes > limits.bytes) throw new UnreadableTable('unpacks_too_large');
      if (!found) continue;
      const text = rest + piece.toString('latin1');
      const cut = text.lastIndexOf('<', Math.max(0, text.length - 1));
      const until = cut < text.length - overlap ? text.length : cut;
      rest = text.slice(until);
      count += text.slice(0, until).match(found.tag)?.length ?? 0;
      if (count > found.most) throw new UnreadableTable('unpacks_too_large');
    }
  }
}

/** The reason why a workbook cannot be read, as our own error. */
function asUnreadable(error: unknown): unknown {
  if (error instanceof UnreadableTable) return error;
  return new UnreadableTable('broken', { cause: error });
}

export async function openWorkbook(bytes: Buffer, options: TableOptions): Promise<TableFile> {
  try {
    await checkSize((await openZip(bytes)).files);
  } catch (error) {
    throw error instanceof DamagedZip ? asUnreadable(error) : error;
  }
  const found = await listSheets(bytes);
  if (found === 'other_workbook' || found === 'broken') throw new UnreadableTable(found);
  const sheet = options.sheet !== null && found.sheets[options.sheet] ? options.sheet : found.inFront;
  const { sheets } = found;
  const readable = await withNamedTexts(bytes);
  let last = 0;
  async function* rows(at: number): AsyncGenerator<TableRow> {
    last = 0;
    try {
      const options = { sheet: sheets[at]?.at ?? 0, maxRows: limits.rows + 2 };
      for await (const { index, values } of streamXlsxRows(readable, options)) {
        const row = parseRow(index + 1, values.map(textOf));
        if (!row) continue;
        last = row.n;
        yield row;
      }
    } catch (error) {
      throw asUnreadable(error);
    }
  }
  return {
    encoding: null,
    delimiter: null,
    sheets: sheets.map(({ name }) => removeUnstorable(name)),
    sheet,
    hiddenSheets: found.hidden.map(removeUnstorable),
    read: (at) => ({ rows: rows(at ?? sheet), countLines: () => last, countBreaks: () => 0 }),
  };
}
