import { Readable } from 'node:stream';
import { zip } from '#server/engine/files/zip.ts';

export interface MadeSheet {
  readonly name: string;
  readonly rows?: readonly (readonly string[])[];
  readonly hidden?: boolean;
  /** Ranges of cells that are merged into one. */
  readonly merged?: readonly string[];
  /** Text before its root element. */
  readonly head?: string;
  /** A chart on a sheet of its own, which has no cells. */
  readonly chart?: boolean;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const cells = (row: readonly string[], n: number) =>
  row.map((text, at) => `<c r="${'ABCDEFGH'[at]}${n}" t="inlineStr"><is><t>${text}</t></is></c>`).join('');

const mergedCells = (ranges: readonly string[]) =>
  ranges.length === 0
    ? ''
    : `<mergeCells count="${ranges.length}">${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;

const part = ({ rows = [], chart, head = '', merged = [] }: MadeSheet) =>
  chart
    ? `<chartsheet xmlns="${main}"/>`
    : `${head}<worksheet xmlns="${main}"><sheetData>${rows
        .map((row, at) => `<row r="${at + 1}">${cells(row, at + 1)}</row>`)
        .join('')}</sheetData>${mergedCells(merged)}</worksheet>`;

/** A workbook of several sheets, with the parts that Excel writes and the given texts and names. */
export async function workbook(sheets: readonly MadeSheet[], inFront = 0): Promise<Buffer> {
  const kind = ({ chart }: MadeSheet) => (chart ? 'chartsheet' : 'worksheet');
  const tags = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  const links = sheets.map(
    (sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/${kind(sheet)}" Target="${kind(sheet)}s/s${at + 1}.xml"/>`,
  );
  const files = [
    ['[Content_Types].xml', `<Types xmlns="${packages}/content-types"/>`],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="${inFront}"/></bookViews><sheets>${tags.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${links.join('')}</Relationships>`,
    ],
    ...sheets.map((sheet, at) => [`xl/${kind(sheet)}s/s${at + 1}.xml`, part(sheet)]),
  ];
  const entries = files.map(([name = '', text = '']) => ({ name, content: [text] }));
  return Buffer.concat(await Readable.from(zip(Readable.from(entries))).toArray());
}
