import { inflateRawSync } from 'node:zlib';

/** The files of an archive, as any reader finds them: by the list at its end. */
export function unpacked(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let entry = archive.readUInt32LE(end + 16);
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, length] = [archive.readUInt32LE(entry + 20), archive.readUInt16LE(entry + 28)];
    const local = archive.readUInt32LE(entry + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26);
    const name = archive.toString('utf8', entry + 46, entry + 46 + length);
    files.set(name, inflateRawSync(archive.subarray(begin, begin + packed)));
    entry += 46 + length;
  }
  return files;
}
