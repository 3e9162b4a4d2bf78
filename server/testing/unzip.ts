import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { fromBufferPromise } from 'yauzl';

/** The files of a zip archive by name, after comparing their checksums. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const bytes = Buffer.concat(await stream.toArray());
    expect(crc32(bytes), entry.fileName).toBe(entry.crc32);
    files.set(entry.fileName, bytes);
  }
  return files;
}
