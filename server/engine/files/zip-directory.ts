/* What the list at the end of a zip archive says of its files. Nobody believes what it says of sizes. */

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;

/** So many bytes at its end have the place of the list. */
export const tailLength = endLength + longestComment;
/** So many at the place of a file say where its bytes begin. */
export const headerLength = 30;

export class BrokenArchive extends Error {}

export interface Listing {
  readonly count: number;
  /** Where the list lies in the archive. */
  readonly from: number;
  readonly length: number;
}

/** Where the list lies, by the last bytes of an archive. */
export function listingIn(tail: Buffer): Listing {
  const first = Math.max(0, tail.length - tailLength);
  for (let at = tail.length - endLength; at >= first; at--)
    if (tail.readUInt32LE(at) === directoryEnd)
      return {
        count: tail.readUInt16LE(at + 10),
        length: tail.readUInt32LE(at + 12),
        from: tail.readUInt32LE(at + 16),
      };
  throw new BrokenArchive();
}

export interface Packed {
  readonly name: string;
  readonly deflated: boolean;
  /** Where its header lies. */
  readonly header: number;
  readonly length: number;
}
const deflated = 8;

/** The files of a list. */
export function filesOf(list: Buffer, count: number): Packed[] {
  let at = 0;
  return Array.from({ length: count }, () => {
    if (at + 46 > list.length || list.readUInt32LE(at) !== directoryEntry) throw new BrokenArchive();
    const named = list.readUInt16LE(at + 28);
    const packed = {
      name: list.toString('utf8', at + 46, at + 46 + named),
      deflated: list.readUInt16LE(at + 10) === deflated,
      header: list.readUInt32LE(at + 42),
      length: list.readUInt32LE(at + 20),
    };
    at += 46 + named + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
    return packed;
  });
}

/** How far behind its header the bytes of a file begin. */
export function beginIn(header: Buffer): number {
  if (header.length < headerLength || header.readUInt32LE(0) !== localHeader) throw new BrokenArchive();
  return headerLength + header.readUInt16LE(26) + header.readUInt16LE(28);
}
