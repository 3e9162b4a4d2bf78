import { createWriteStream } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DamagedZip, openZip, type ZippedFile } from './read-zip.ts';

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

async function refuseTooLarge(
  files: readonly ZippedFile[],
  archiveSize: number,
  folder: string,
): Promise<void> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > bomb.above && bytes > bomb.times * archiveSize) throw new TooLargeUnpacked(bytes, null);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize) throw new TooLargeUnpacked(bytes, bavail * bsize);
}

/** Unpacks an archive into a folder. A file whose name does not match `mayBe` makes the archive damaged. */
export async function unzip(path: string, folder: string, mayBe: RegExp): Promise<void> {
  const archive = await openZip(path);
  try {
    await refuseTooLarge(archive.files, (await stat(path)).size, folder);
    for (const { name, read } of archive.files) {
      if (!mayBe.test(name)) throw new DamagedZip(name);
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(read(), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
    }
  } finally {
    archive.close();
  }
}
