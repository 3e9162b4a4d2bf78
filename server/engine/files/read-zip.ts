import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

/** The bytes are no zip archive, or an archive that is damaged or that lies about its sizes. */
export class DamagedZip extends Error {}

export interface ZippedFile {
  /** Relative, without `..`: an archive with another name is damaged. */
  readonly name: string;
  /** Unpacked size by the archive; `read` rejects a file with more or fewer bytes. */
  readonly size: number;
  /** The unpacked bytes, piece by piece. May be called again. */
  readonly read: () => AsyncGenerator<Buffer>;
}

export interface ZipArchive {
  readonly files: readonly ZippedFile[];
  readonly close: () => void;
}

/** Errors of the operating system (a full disk, a missing file) are passed on. */
const toDamagedZip = (error: unknown): unknown =>
  error instanceof Error && !('syscall' in error) ? new DamagedZip(error.message, { cause: error }) : error;

async function* readFile(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let stream: Readable | undefined;
  try {
    stream = await zip.openReadStreamPromise(entry);
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw toDamagedZip(error);
  } finally {
    stream?.destroy();
  }
}

/** Opens an archive in a file or in memory. The caller closes it after reading. */
export async function openZip(source: string | Buffer): Promise<ZipArchive> {
  try {
    const zip = await (typeof source === 'string'
      ? openPromise(source, { autoClose: false })
      : fromBufferPromise(source));
    const files: ZippedFile[] = [];
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/'))
        files.push({
          name: entry.fileName,
          size: entry.uncompressedSize,
          read: () => readFile(zip, entry),
        });
    return { files, close: () => zip.close() };
  } catch (error) {
    throw toDamagedZip(error);
  }
}

/** Whether everything together unpacks to at most this number of bytes. Unpacks it and keeps nothing. */
export async function isUnpackedSizeWithin({ files }: ZipArchive, most: number): Promise<boolean> {
  if (files.reduce((sum, { size }) => sum + size, 0) > most) return false;
  for (const { read } of files) for await (const _ of read()) continue;
  return true;
}

/** A complete file of the archive; rejected if larger than `most`. */
export async function readWhole({ name, size, read }: ZippedFile, most: number): Promise<Buffer> {
  if (size > most) throw new DamagedZip(`${name} has ${size} bytes`);
  const pieces: Buffer[] = [];
  for await (const piece of read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
