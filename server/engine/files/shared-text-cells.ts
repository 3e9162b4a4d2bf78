import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openZip, type ZippedFile } from './read-zip.ts';
import { type Entry, zip } from './zip.ts';

/** Own code because the workbook library reads a cell without a shared text as the first text. */

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/i;
/** A cell without a value. The pattern is unambiguous about blanks, or a file of blanks would take hours. */
const emptyCell = /<((?:\w+:)?)c(\s[^<>]*?)(?:\/>|>\s*(?:<\1v\s*(?:\/>|>\s*<\/\1v\s*>)\s*)?<\/\1c\s*>)/g;
const sharedTextType = /\st\s*=\s*(?:"s"|'s')/;
/** A cell that begins further back than this is not empty. */
const maxEmptyCellLength = 1024;
const maxAtOnce = 1 << 20;
/** Possible start of a cell. */
const possibleCellStart = /<(?:[\w:]{0,20}$|(?:\w+:)?c\s)/;

/** Cells of shared texts become cells without a type. */
const untypeEmptyCells = (text: string): string =>
  text.replace(emptyCell, (cell: string, prefix: string, attributes: string) =>
    sharedTextType.test(attributes) ? `<${prefix}c${attributes.replace(sharedTextType, '')}/>` : cell,
  );

/** An uncompressed file comes in one piece; other requests run between two pieces. */
async function* splitIntoPieces(parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts)
    for (let at = 0; at < part.length; at += maxAtOnce) {
      yield part.subarray(at, at + maxAtOnce);
      await nextTurn();
    }
}

/** A sheet piece by piece, unchanged except for such cells. */
async function* mendSheet({ read }: ZippedFile): AsyncGenerator<{ text: Buffer; isMended: boolean }> {
  const piece = (text: string) => {
    const now = untypeEmptyCells(text);
    return { text: Buffer.from(now, 'latin1'), isMended: now !== text };
  };
  let rest = '';
  for await (const part of splitIntoPieces(read())) {
    const text = rest + part.toString('latin1');
    const tail = Math.max(0, text.length - maxEmptyCellLength);
    const at = text.slice(tail).search(possibleCellStart);
    const cut = at < 0 ? text.length : tail + at;
    rest = text.slice(cut);
    yield piece(text.slice(0, cut));
  }
  yield piece(rest);
}

async function needsMending(part: ZippedFile): Promise<boolean> {
  if (!sheetPart.test(part.name)) return false;
  for await (const { isMended } of mendSheet(part)) if (isMended) return true;
  return false;
}

/** The workbook with a text index in every cell of shared texts; nearly always unchanged. */
export async function withNamedTexts(archive: Buffer): Promise<Buffer> {
  const { files: parts } = await openZip(archive);
  const meant = new Set<ZippedFile>();
  for (const part of parts) if (await needsMending(part)) meant.add(part);
  if (meant.size === 0) return archive;
  async function* textOf(part: ZippedFile) {
    for await (const { text } of mendSheet(part)) yield text;
  }
  async function* entries(): AsyncGenerator<Entry> {
    for (const part of parts)
      yield { name: part.name, content: meant.has(part) ? textOf(part) : part.read() };
  }
  return Buffer.concat(await Readable.from(zip(entries())).toArray());
}
