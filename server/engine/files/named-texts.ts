import { Readable } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import { openZip, type ZippedFile } from './read-zip.ts';
import { type Entry, zip } from './zip.ts';

/** Ours for a reason: the reader of workbooks takes a cell that names no shared text to name the first. */

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/i;
/** A cell without a value; no blank can be read in two ways, or a file of blanks would take hours. */
const emptyCell = /<((?:\w+:)?)c(\s[^<>]*?)(?:\/>|>\s*(?:<\1v\s*(?:\/>|>\s*<\/\1v\s*>)\s*)?<\/\1c\s*>)/g;
const ofSharedText = /\st\s*=\s*(?:"s"|'s')/;
/** Whose begin is further back than this is not empty. */
const longest = 1024;
const mostAtOnce = 1 << 20;
/** Where a cell begins, or may. */
const begun = /<(?:[\w:]{0,20}$|(?:\w+:)?c\s)/;

/** Those of shared texts become cells of no kind. */
const mended = (text: string): string =>
  text.replace(emptyCell, (cell: string, prefix: string, attributes: string) =>
    ofSharedText.test(attributes) ? `<${prefix}c${attributes.replace(ofSharedText, '')}/>` : cell,
  );

/** What is not packed comes as one; others are answered between two pieces. */
async function* inPieces(parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts)
    for (let at = 0; at < part.length; at += mostAtOnce) {
      yield part.subarray(at, at + mostAtOnce);
      await breath();
    }
}

/** A sheet piece by piece, byte for byte but for such cells. */
async function* sheetOf({ read }: ZippedFile): AsyncGenerator<{ text: Buffer; isMended: boolean }> {
  const piece = (text: string) => {
    const now = mended(text);
    return { text: Buffer.from(now, 'latin1'), isMended: now !== text };
  };
  let rest = '';
  for await (const part of inPieces(read())) {
    const text = rest + part.toString('latin1');
    const tail = Math.max(0, text.length - longest);
    const at = text.slice(tail).search(begun);
    const cut = at < 0 ? text.length : tail + at;
    rest = text.slice(cut);
    yield piece(text.slice(0, cut));
  }
  yield piece(rest);
}

async function isMeant(part: ZippedFile): Promise<boolean> {
  if (!sheetPart.test(part.name)) return false;
  for await (const { isMended } of sheetOf(part)) if (isMended) return true;
  return false;
}

/** The workbook, in which every cell of a shared text names one; nearly always as it was. */
export async function withNamedTexts(archive: Buffer): Promise<Buffer> {
  const { files: parts } = await openZip(archive);
  const meant = new Set<ZippedFile>();
  for (const part of parts) if (await isMeant(part)) meant.add(part);
  if (meant.size === 0) return archive;
  async function* textOf(part: ZippedFile) {
    for await (const { text } of sheetOf(part)) yield text;
  }
  async function* entries(): AsyncGenerator<Entry> {
    for (const part of parts)
      yield { name: part.name, content: meant.has(part) ? textOf(part) : part.read() };
  }
  return Buffer.concat(await Readable.from(zip(entries())).toArray());
}
