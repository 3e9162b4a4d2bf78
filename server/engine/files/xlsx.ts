import { type Entry, zip } from './zip.ts';

export interface Table {
  sheetName: string;
  /** Columns run from right to left, as Arabic is read. */
  rightToLeft: boolean;
  headings: readonly string[];
  /** Rows in pages, as they are read. */
  pages: AsyncIterable<readonly (readonly string[])[]>;
}

/** Excel's own limits. */
const rowsOfSheet = 1_048_576;
const lettersOfCell = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string =>
  text.replace(unwritable, '').replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Every cell is text: what looks like a formula is never run. */
const cell = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, lettersOfCell))}</t></is></c>`;
const rowXml = (cells: readonly string[]): string => `<row>${cells.map(cell).join('')}</row>`;

/** One sheet, until it or the rows end; `rest` keeps what did not fit. */
async function* sheet(
  table: Table,
  rows: AsyncIterator<string>,
  rest: { done: boolean },
): AsyncGenerator<string> {
  const direction = table.rightToLeft ? ' rightToLeft="1"' : '';
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${direction} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
  yield rowXml(table.headings);
  for (let n = 1; n < rowsOfSheet; n++) {
    const step = await rows.next();
    if (step.done) {
      rest.done = true;
      break;
    }
    yield step.value;
  }
  yield '</sheetData></worksheet>';
}

async function* eachRow(table: Table): AsyncGenerator<string> {
  for await (const page of table.pages) for (const row of page) yield rowXml(row);
}

function bookParts(table: Table, sheets: number): Entry[] {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const name = (n: number) => escaped(sheets === 1 ? table.sheetName : `${table.sheetName} ${n}`);
  const of = (name: string, xml: string): Entry => ({ name, text: [declaration + xml] });
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    of(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers
        .map((n) => `<sheet name="${name(n)}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    of(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${numbers
        .map(
          (n) =>
            `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
    of(
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    of(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${numbers
          .map(
            (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`,
          )
          .join('')}</Types>`,
    ),
  ];
}

/** A table as an Excel workbook, written as it is read. More rows than a sheet can hold go on on the next. */
export function xlsx(table: Table): AsyncGenerator<Buffer> {
  async function* entries(): AsyncGenerator<Entry> {
    const rows = eachRow(table);
    const rest = { done: false };
    let sheets = 0;
    while (!rest.done) {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, text: sheet(table, rows, rest) };
    }
    yield* bookParts(table, sheets);
  }
  return zip(entries());
}
