import { createInflateRaw } from 'node:zlib';
import { BrokenArchive, beginIn, filesOf, headerLength, listingIn } from './zip-directory.ts';

/**
 * Ours for a reason: the reader of workbooks stops an archive that unpacks to 2 GiB, which is far more than a
 * server has; this asks before it is read.
 */

/** A file of an archive; its bytes come a piece at a time, each time they are asked for. */
export interface Part {
  readonly name: string;
  readonly bytes: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

export function* partsIn(archive: Buffer): Generator<Part> {
  const list = listingIn(archive);
  for (const { name, deflated, header, length } of filesOf(archive.subarray(list.from), list.count)) {
    const from = header + beginIn(archive.subarray(header, header + headerLength));
    const packed = archive.subarray(from, from + length);
    yield { name, bytes: () => (deflated ? createInflateRaw().end(packed) : [packed]) };
  }
}

/**
 * Does everything in a zip archive together unpack to at most so many bytes? What its lists say is not
 * believed: it is unpacked, a piece at a time, and thrown away.
 */
export async function unpacksWithin(archive: Buffer, most: number): Promise<boolean> {
  let size = 0;
  try {
    for (const { bytes } of partsIn(archive))
      for await (const piece of bytes()) {
        size += piece.length;
        if (size > most) return false;
      }
    return true;
  } catch (error) {
    throw error instanceof BrokenArchive ? error : new BrokenArchive('', { cause: error });
  }
}
