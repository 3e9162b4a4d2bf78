import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/**
 * Ours for a reason: the reader of workbooks stops an archive that unpacks to 2 GiB, which is far more than a
 * server has; this asks before it is read.
 */

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const deflated = 8;
const endLength = 22;
const longestComment = 65_535;

export class BrokenArchive extends Error {}
class TooLarge extends Error {}

interface Packed {
  readonly method: number;
  readonly from: number;
  readonly length: number;
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - endLength - longestComment);
  for (let at = archive.length - endLength; at >= first; at--)
    if (archive.readUInt32LE(at) === directoryEnd) return at;
  throw new BrokenArchive();
}

/** Where the bytes of each file in the archive lie. */
function entriesOf(archive: Buffer): Packed[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (archive.readUInt32LE(at) !== directoryEntry) throw new BrokenArchive();
    const header = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(header) !== localHeader) throw new BrokenArchive();
    const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const packed = {
      method: archive.readUInt16LE(at + 10),
      from,
      length: archive.readUInt32LE(at + 20),
    };
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    return packed;
  });
}

/**
 * Does everything in a zip archive together unpack to at most so many bytes? What its lists say is not
 * believed: it is unpacked, a piece at a time, and thrown away.
 */
export async function unpacksWithin(archive: Buffer, most: number): Promise<boolean> {
  let size = 0;
  try {
    for (const { method, from, length } of entriesOf(archive)) {
      const bytes = archive.subarray(from, from + length);
      if (method !== deflated) size += bytes.length;
      else
        await pipeline([bytes], createInflateRaw(), async (parts: AsyncIterable<Buffer>) => {
          for await (const part of parts) {
            size += part.length;
            if (size > most) throw new TooLarge();
          }
        });
      if (size > most) throw new TooLarge();
    }
    return true;
  } catch (error) {
    if (error instanceof TooLarge) return false;
    throw error instanceof BrokenArchive ? error : new BrokenArchive('', { cause: error });
  }
}
