import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import {
  BrokenArchive,
  beginIn,
  filesOf,
  headerLength,
  listingIn,
  type Packed,
  tailLength,
} from './zip-directory.ts';

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

/** More than this unpacked is a bomb when it is so many times the archive: what a clinic writes is not. */
const bomb = { above: 256 * 1024 * 1024, times: 100 };

/** An archive that unpacks to more than there is room for, or than anybody packs. */
export class TooLargeUnpacked extends Error {
  readonly bytes: number;
  /** How much there is room for; nothing, where it is more than an archive of its size holds. */
  readonly room: number | null;
  constructor(bytes: number, room: number | null) {
    super(`an archive unpacks to ${bytes} bytes`);
    this.bytes = bytes;
    this.room = room;
  }
}

async function refuseTooLarge(files: readonly Packed[], archiveSize: number, folder: string): Promise<void> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > bomb.above && bytes > bomb.times * archiveSize) throw new TooLargeUnpacked(bytes, null);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize) throw new TooLargeUnpacked(bytes, bavail * bsize);
}

/** At most as many bytes as a file said that it has: none is written beyond. */
async function* within(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for await (const part of bytes) {
    left -= part.length;
    if (left < 0) throw new BrokenArchive();
    yield part;
  }
  if (left > 0) throw new BrokenArchive();
}

/**
 * Unpacks an archive into a folder, file by file, none of them ever held whole: those that `mayBe` there by
 * their names. Any other makes it an archive that is not ours. One that says that it is too large is refused
 * before anything of it is written, and one that says too little where it does.
 */
export async function unzip(archive: string, folder: string, mayBe: RegExp): Promise<void> {
  const file = await open(archive);
  try {
    const { size } = await file.stat();
    const tail = Math.min(size, tailLength);
    const list = listingIn(await bytesAt(file, size - tail, tail));
    if (list.from + list.length > size) throw new BrokenArchive();
    const files = filesOf(await bytesAt(file, list.from, list.length), list.count);
    await refuseTooLarge(files, size, folder);
    for (const packed of files) {
      if (packed.name.endsWith('/')) continue;
      if (!mayBe.test(packed.name)) throw new BrokenArchive();
      const from = packed.header + beginIn(await bytesAt(file, packed.header, headerLength));
      const path = join(folder, packed.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const out = createWriteStream(path, { mode: 0o600, flags: 'wx' });
      // An empty stretch has no last byte to name.
      const bytes = Readable.from(
        packed.length === 0 ? [] : createReadStream(archive, { start: from, end: from + packed.length - 1 }),
      );
      const counted = (parts: AsyncIterable<Buffer>) => within(parts, packed.size);
      if (packed.deflated) await pipeline(bytes, createInflateRaw(), counted, out);
      else await pipeline(bytes, counted, out);
    }
  } finally {
    await file.close();
  }
}
