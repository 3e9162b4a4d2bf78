import { inflateRawSync } from 'node:zlib';
import { beginIn, filesOf, headerLength, listingIn } from './zip-directory.ts';

/** Ours for a reason: the reader of workbooks names no sheet as hidden, and takes the first of all. */

const workbookPart = 'xl/workbook.xml';
const mostBytes = 4 * 1024 * 1024;
const sheetTag = /<(?:\w+:)?sheet\s[^>]*>/g;
const hidden = /\sstate="(?:hidden|veryHidden)"/;
const inFront = /<(?:\w+:)?workbookView\s[^>]*\bactiveTab="(\d+)"/;

/** What a workbook holds: a table of ours, or which other program's or form it is. */
export type Workbook = { readonly sheet: number } | 'other_workbook';

/** Workbooks that are no tables of XML as Excel writes them: LibreOffice's own, binary ones, Numbers'. */
const others = /^(?:content\.xml|xl\/workbook\.bin|Index\/Document\.iwa)$/;

/**
 * Which sheet of a workbook was in front when it was saved, else the first that people see: hidden ones hold
 * what formulas look up.
 */
export function sheetInFront(archive: Buffer): Workbook {
  const list = listingIn(archive);
  const parts = filesOf(archive.subarray(list.from), list.count);
  if (parts.some(({ name }) => others.test(name))) return 'other_workbook';
  const part = parts.find(({ name }) => name === workbookPart);
  if (!part) return { sheet: 0 };
  const from = part.header + beginIn(archive.subarray(part.header, part.header + headerLength));
  const packed = archive.subarray(from, from + part.length);
  const bytes = part.deflated ? inflateRawSync(packed, { maxOutputLength: mostBytes }) : packed;
  const xml = bytes.toString('utf8');
  const shown = (xml.match(sheetTag) ?? []).map((sheet) => !hidden.test(sheet));
  const front = Number(inFront.exec(xml)?.[1] ?? 0);
  return { sheet: shown[front] ? front : Math.max(0, shown.indexOf(true)) };
}
