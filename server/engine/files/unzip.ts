import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { BrokenArchive, beginIn, filesOf, headerLength, listingIn, tailLength } from './zip-directory.ts';

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

/**
 * Unpacks an archive into a folder, file by file, none of them ever held whole: those that `mayBe` there by
 * their names. Any other makes it an archive that is not ours. For less than 4 GB.
 */
export async function unzip(archive: string, folder: string, mayBe: RegExp): Promise<void> {
  const file = await open(archive);
  try {
    const { size } = await file.stat();
    const tail = Math.min(size, tailLength);
    const list = listingIn(await bytesAt(file, size - tail, tail));
    if (list.from + list.length > size) throw new BrokenArchive();
    for (const packed of filesOf(await bytesAt(file, list.from, list.length), list.count)) {
      if (packed.name.endsWith('/')) continue;
      if (!mayBe.test(packed.name)) throw new BrokenArchive();
      const from = packed.header + beginIn(await bytesAt(file, packed.header, headerLength));
      const path = join(folder, packed.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const out = createWriteStream(path, { mode: 0o600, flags: 'wx' });
      // An empty stretch has no last byte to name.
      const bytes =
        packed.length === 0 ? [] : createReadStream(archive, { start: from, end: from + packed.length - 1 });
      if (packed.deflated) await pipeline(bytes, createInflateRaw(), out);
      else await pipeline(bytes, out);
    }
  } finally {
    await file.close();
  }
}
