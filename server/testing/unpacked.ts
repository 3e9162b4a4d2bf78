import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** The files of an archive, as any reader finds them: by the list at its end, which is true of each. */
export function unpacked(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let entry = archive.readUInt32LE(end + 16);
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    const [sum, packed, size] = [16, 20, 24].map((at) => archive.readUInt32LE(entry + at));
    const local = archive.readUInt32LE(entry + 42);
    const length = archive.readUInt16LE(entry + 28);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const name = archive.toString('utf8', entry + 46, entry + 46 + length);
    const bytes = inflateRawSync(archive.subarray(begin, begin + (packed ?? 0)));
    expect([bytes.length, crc32(bytes)], name).toEqual([size, sum]);
    files.set(name, bytes);
    entry += 46 + length;
  }
  return files;
}
