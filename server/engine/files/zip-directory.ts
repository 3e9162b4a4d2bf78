/*
 * What the list at the end of a zip archive says of its files, also of one above 4 GB (zip64). Nobody
 * believes what it says of sizes.
 */

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;
const wideEnd = { sign: 0x06064b50, length: 56 };
const wideEndAt = { sign: 0x07064b50, length: 20 };
/** In the place of numbers that stand in 64 bits elsewhere. */
const elsewhere = { count: 0xffff, number: 0xffffffff };
const wideField = 1;

/** So many bytes at its end have the place of the list. */
export const tailLength = endLength + longestComment + wideEndAt.length + wideEnd.length;
/** So many at the place of a file say where its bytes begin. */
export const headerLength = 30;

export class BrokenArchive extends Error {}

export interface Listing {
  readonly count: number;
  /** Where the list lies in the archive. */
  readonly from: number;
  readonly length: number;
}

const wideNumber = (bytes: Buffer, at: number): number => {
  const number = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(number)) throw new BrokenArchive();
  return number;
};

/** The same in 64 bits, directly before the end. */
function wideListing(tail: Buffer, end: number): Listing | null {
  const said = end - wideEndAt.length;
  const at = said - wideEnd.length;
  if (at < 0 || tail.readUInt32LE(said) !== wideEndAt.sign) return null;
  if (tail.readUInt32LE(at) !== wideEnd.sign) throw new BrokenArchive();
  return {
    count: wideNumber(tail, at + 32),
    length: wideNumber(tail, at + 40),
    from: wideNumber(tail, at + 48),
  };
}

/** Where the list lies, by the last bytes of an archive. */
export function listingIn(tail: Buffer): Listing {
  const first = Math.max(0, tail.length - endLength - longestComment);
  for (let at = tail.length - endLength; at >= first; at--) {
    if (tail.readUInt32LE(at) !== directoryEnd) continue;
    const [count, length, from] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    const isElsewhere = count === elsewhere.count || [length, from].includes(elsewhere.number);
    return (isElsewhere && wideListing(tail, at)) || { count, length, from };
  }
  throw new BrokenArchive();
}

export interface Packed {
  readonly name: string;
  readonly deflated: boolean;
  /** Where its header lies. */
  readonly header: number;
  readonly length: number;
  /** How large it says that it is, unpacked. */
  readonly size: number;
}
const deflated = 8;

/** What stands for each number, in their order: itself, or the next one in the field of 64 bits. */
function whole(numbers: readonly number[], fields: Buffer): number[] {
  let wide = Buffer.alloc(0);
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2))
    if (fields.readUInt16LE(at) === wideField)
      wide = Buffer.from(fields.subarray(at + 4, at + 4 + fields.readUInt16LE(at + 2)));
  let next = 0;
  return numbers.map((number) => {
    if (number !== elsewhere.number) return number;
    if (next + 8 > wide.length) throw new BrokenArchive();
    next += 8;
    return wideNumber(wide, next - 8);
  });
}

/** The files of a list. */
export function filesOf(list: Buffer, count: number): Packed[] {
  const files: Packed[] = [];
  let at = 0;
  while (files.length < count) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== directoryEntry) throw new BrokenArchive();
    const named = list.readUInt16LE(at + 28);
    const behind = at + 46 + named;
    const fields = list.subarray(behind, behind + list.readUInt16LE(at + 30));
    const numbers = [list.readUInt32LE(at + 24), list.readUInt32LE(at + 20), list.readUInt32LE(at + 42)];
    const [size = 0, length = 0, header = 0] = whole(numbers, fields);
    files.push({
      name: list.toString('utf8', at + 46, behind),
      deflated: list.readUInt16LE(at + 10) === deflated,
      header,
      length,
      size,
    });
    at = behind + fields.length + list.readUInt16LE(at + 32);
  }
  return files;
}

/** How far behind its header the bytes of a file begin. */
export function beginIn(header: Buffer): number {
  if (header.length < headerLength || header.readUInt32LE(0) !== localHeader) throw new BrokenArchive();
  return headerLength + header.readUInt16LE(26) + header.readUInt16LE(28);
}
