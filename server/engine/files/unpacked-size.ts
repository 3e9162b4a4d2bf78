import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { BrokenArchive, beginIn, filesOf, headerLength, listingIn } from './zip-directory.ts';

/**
 * Ours for a reason: the reader of workbooks stops an archive that unpacks to 2 GiB, which is far more than a
 * server has; this asks before it is read.
 */

class TooLarge extends Error {}

/**
 * Does everything in a zip archive together unpack to at most so many bytes? What its lists say is not
 * believed: it is unpacked, a piece at a time, and thrown away.
 */
export async function unpacksWithin(archive: Buffer, most: number): Promise<boolean> {
  let size = 0;
  try {
    const list = listingIn(archive);
    for (const { deflated, header, length } of filesOf(archive.subarray(list.from), list.count)) {
      const from = header + beginIn(archive.subarray(header, header + headerLength));
      const bytes = archive.subarray(from, from + length);
      if (!deflated) size += bytes.length;
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
