import { DamagedZip, openZip, readWhole } from './read-zip.ts';

/** Own code because the workbook library does not report hidden sheets, and counts charts as sheets. */

const workbookPart = 'xl/workbook.xml';
const relationsPart = 'xl/_rels/workbook.xml.rels';
const maxBytes = 4 * 1024 * 1024;
const maxSheets = 200;
const longestName = 100;
const sheetTag = /<(?:\w+:)?sheet\s[^<>]*>/g;
const hiddenAttribute = /\sstate="(?:hidden|veryHidden)"/;
const nameAttribute = /\sname="([^"]*)"/;
const relationIdAttribute = /\s\w+:id="([^"]*)"/;
const activeTabPattern = /<(?:\w+:)?workbookView\s[^<>]*\bactiveTab="(\d+)"/;
const relationTag = /<(?:\w+:)?Relationship\s[^<>]*>/gi;
/** A relation to a sheet without cells. */
const cellessSheetType = /\/(?:chartsheet|dialogsheet|xlMacrosheet)"/i;
const idAttribute = /\sId="([^"]*)"/;
const entityPattern = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Sheet {
  readonly name: string;
  /** Index among all sheets of the workbook. */
  readonly at: number;
}

/** Content of a workbook: tables, or the program or form that it belongs to. */
export type Workbook =
  | { readonly sheets: readonly Sheet[]; readonly inFront: number; readonly hidden: readonly string[] }
  | 'other_workbook'
  | 'broken';

/** Workbooks that are not Excel's XML tables: LibreOffice's own, binary ones, Numbers'. */
const otherWorkbookFiles = /^(?:content\.xml|xl\/workbook\.bin|Index\/Document\.iwa)$/;

const decodeEntities = (text: string): string =>
  text.replace(entityPattern, (whole, hex?: string, number?: string, sign?: string) => {
    if (sign) return signs[sign.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(number);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

async function parseWorkbook(archive: Buffer): Promise<Workbook> {
  const { files } = await openZip(archive);
  if (files.some(({ name }) => otherWorkbookFiles.test(name))) return 'other_workbook';
  const textOf = async (wanted: string): Promise<string> => {
    const file = files.find(({ name }) => name === wanted);
    return file ? (await readWhole(file, maxBytes)).toString('utf8') : '';
  };
  const [workbook, relations] = [await textOf(workbookPart), await textOf(relationsPart)];
  const cellless = new Set(
    (relations.match(relationTag) ?? [])
      .filter((tag) => cellessSheetType.test(tag))
      .map((tag) => idAttribute.exec(tag)?.[1]),
  );
  const all = (workbook.match(sheetTag) ?? []).map((tag, at) => ({
    at,
    name: decodeEntities(nameAttribute.exec(tag)?.[1] ?? '').slice(0, longestName),
    isHidden: hiddenAttribute.test(tag),
    hasCells: !cellless.has(relationIdAttribute.exec(tag)?.[1]),
  }));
  const withCells = all.filter(({ hasCells }) => hasCells);
  const seen = withCells.filter(({ isHidden }) => !isHidden);
  const sheets = (seen.length > 0 ? seen : withCells)
    .slice(0, maxSheets)
    .map(({ name, at }) => ({ name, at }));
  const front = Number(activeTabPattern.exec(workbook)?.[1] ?? 0);
  const shown = sheets.findIndex(({ at }) => at === front);
  const hiddenNames = seen.length > 0 ? withCells.filter(({ isHidden }) => isHidden) : [];
  return {
    sheets,
    inFront: Math.max(0, shown),
    hidden: hiddenNames.slice(0, maxSheets).map(({ name }) => name),
  };
}

/**
 * The visible sheets of a workbook in their order, and the active one, else the first. Hidden sheets contain
 * lookup data.
 */
export async function listSheets(archive: Buffer): Promise<Workbook> {
  try {
    return await parseWorkbook(archive);
  } catch (error) {
    if (error instanceof DamagedZip) return 'broken';
    throw error;
  }
}
