import { daysBetween, isRealDate } from '#shared/domain/clinic-time.ts';
import { type Entry, zip } from './zip.ts';

/** Own code because no maintained library streams the workbooks that the clinic needs (decision 006). */

export interface Column {
  readonly heading: string;
  /** Width in characters. */
  readonly width: number;
  /** Its texts are dates (`YYYY-MM-DD`), which a spreadsheet sorts and filters as such. */
  readonly days?: boolean;
}

export interface Table {
  sheetName: string;
  /** Columns run from right to left, as in Arabic. */
  rightToLeft: boolean;
  columns: readonly Column[];
  /** Rows in pages, as they are read. */
  pages: AsyncIterable<readonly (readonly string[])[]>;
}

/** Excel's own limits. */
const rowsOfSheet = 1_048_576;
const lettersOfCell = 32_767;

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packagesNamespace = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string =>
  text.replace(unwritable, '').replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Day number of 1970-01-01 in spreadsheets. */
const epochDay = { date: '1970-01-01', number: 25_569 };
const dayStyle = 1;

/** Text or a date: text that looks like a formula is never run. */
const cell = (text: string, name: string, column?: Column): string =>
  column?.days && isRealDate(text)
    ? `<c r="${name}" s="${dayStyle}"><v>${epochDay.number + daysBetween(epochDay.date, text)}</v></c>`
    : `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, lettersOfCell))}</t></is></c>`;
/** The name of a column: A, B … Z, AA. */
const spreadsheetColumn = (n: number): string =>
  n > 26
    ? spreadsheetColumn(Math.floor((n - 1) / 26)) + spreadsheetColumn(((n - 1) % 26) + 1)
    : String.fromCharCode(64 + n);
/** Rows and cells have explicit references, because some readers need the optional attributes. */
const rowXml = (n: number, cells: readonly string[], columns: readonly Column[] = []): string =>
  `<row r="${n}">${cells.map((text, at) => cell(text, spreadsheetColumn(at + 1) + n, columns[at])).join('')}</row>`;
const colsXml = (columns: readonly Column[]): string =>
  columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('');
/** Writes one sheet until it is full or the rows end; `rest` has the remaining rows. */
async function* sheet(
  table: Table,
  rows: AsyncIterator<readonly string[]>,
  rest: { done: boolean },
): AsyncGenerator<string> {
  const direction = table.rightToLeft ? ' rightToLeft="1"' : '';
  yield `${declaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView${direction} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${table.columns.length > 0 ? `<cols>${colsXml(table.columns)}</cols>` : ''}<sheetData>`;
  yield rowXml(
    1,
    table.columns.map(({ heading }) => heading),
  );
  let n = 1;
  for (; n < rowsOfSheet; n++) {
    const step = await rows.next();
    if (step.done) {
      rest.done = true;
      break;
    }
    yield rowXml(n + 1, step.value, table.columns);
  }
  const filter =
    table.columns.length > 0 && `<autoFilter ref="A1:${spreadsheetColumn(table.columns.length)}${n}"/>`;
  yield `</sheetData>${filter || ''}</worksheet>`;
}

async function* eachRow(table: Table): AsyncGenerator<readonly string[]> {
  for await (const page of table.pages) yield* page;
}

const styles =
  `<styleSheet xmlns="${mainNamespace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts>` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>';

function bookParts(table: Table, sheets: number): Entry[] {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const name = (n: number) => escaped(sheets === 1 ? table.sheetName : `${table.sheetName} ${n}`);
  const of = (name: string, xml: string): Entry => ({ name, content: [declaration + xml] });
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    of(
      'xl/workbook.xml',
      `<workbook xmlns="${mainNamespace}" xmlns:r="${relationsNamespace}"><sheets>${numbers
        .map((n) => `<sheet name="${name(n)}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    of(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packagesNamespace}/relationships">${numbers
        .map(
          (n) =>
            `<Relationship Id="rId${n}" Type="${relationsNamespace}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        )
        .join('')}<Relationship Id="rId${sheets + 1}" Type="${relationsNamespace}/styles"
          Target="styles.xml"/></Relationships>`,
    ),
    of('xl/styles.xml', styles),
    of(
      '_rels/.rels',
      `<Relationships xmlns="${packagesNamespace}/relationships"><Relationship Id="rId1" Type="${relationsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    of(
      '[Content_Types].xml',
      `<Types xmlns="${packagesNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>${numbers
          .map(
            (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`,
          )
          .join('')}</Types>`,
    ),
  ];
}

/**
 * A table as an Excel workbook, written as it is read. Rows above the limit of a sheet continue on the next.
 */
export function xlsx(table: Table): AsyncGenerator<Buffer> {
  async function* entries(): AsyncGenerator<Entry> {
    const rows = eachRow(table);
    const rest = { done: false };
    let sheets = 0;
    while (!rest.done) {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(table, rows, rest) };
    }
    yield* bookParts(table, sheets);
  }
  return zip(entries());
}
