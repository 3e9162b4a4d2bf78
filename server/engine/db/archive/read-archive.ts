import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { ConsoleError } from '../../console-error.ts';
import { linesOf } from '../../files/lines.ts';
import { DamagedZip, openZip, readWhole, type ZipArchive, type ZippedFile } from '../../files/read-zip.ts';
import { formatVersion, type Manifest, manifestFile, manifestSchema } from './manifest.ts';

const largestManifest = 100_000_000;
const largestPicture = 100_000_000;

/** An archive whose files are all there and have the checksums that its manifest names. */
export interface Archive {
  readonly manifest: Manifest;
  readonly lines: (file: string) => AsyncGenerator<string>;
  readonly picture: (file: string) => Promise<Buffer>;
  /** Creates the error for a file with invalid content. */
  readonly damaged: (file: string) => ConsoleError;
  readonly close: () => void;
}

/** Opens an archive of this kind and verifies it completely before it is used. */
export async function openArchive(path: string, kind: Manifest['kind']): Promise<Archive> {
  if (!existsSync(path)) throw new ConsoleError('console.none', { path });
  const zip = await openZip(path).catch((error: unknown) => {
    throw error instanceof DamagedZip
      ? new ConsoleError('console.notArchive', { path }, { cause: error })
      : error;
  });
  try {
    return await verifyArchive(path, zip, kind);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function verifyArchive(path: string, zip: ZipArchive, kind: Manifest['kind']): Promise<Archive> {
  const damaged = (file: string, cause?: unknown) =>
    new ConsoleError('console.damaged', { path, file }, { cause });
  const files = new Map(zip.files.map((file) => [file.name, file]));
  const find = (name: string): ZippedFile => {
    const file = files.get(name);
    if (!file) throw damaged(name);
    return file;
  };
  if (!files.has(manifestFile)) throw new ConsoleError('console.notArchive', { path });
  const manifest = await readManifest(path, find(manifestFile), damaged);
  if (manifest.kind !== kind)
    throw new ConsoleError(kind === 'backup' ? 'console.useMoveIn' : 'console.useRestore', { path });
  const sums = [
    ...Object.values(manifest.tables).map((table) => [table.file, table] as const),
    ...Object.entries(manifest.pictures),
  ];
  for (const [name, sum] of sums) {
    const found = await hashFile(find(name)).catch((error: unknown) => {
      throw error instanceof DamagedZip ? damaged(name, error) : error;
    });
    if (found !== sum.sha256) throw damaged(name);
  }
  return {
    manifest,
    lines: (file) => linesOf(decodeFile(find(file))),
    picture: (file) => readWhole(find(file), largestPicture),
    damaged,
    close: () => zip.close(),
  };
}

async function readManifest(
  path: string,
  file: ZippedFile,
  damaged: (file: string, cause: unknown) => ConsoleError,
): Promise<Manifest> {
  try {
    const found: unknown = JSON.parse(String(await readWhole(file, largestManifest)));
    const { version } = found as { version?: unknown };
    if (typeof version === 'number' && version > formatVersion)
      throw new ConsoleError('console.newerFormat', { path });
    return manifestSchema.parse(found);
  } catch (error) {
    throw error instanceof ConsoleError ? error : damaged(manifestFile, error);
  }
}

async function hashFile({ read }: ZippedFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of read()) hash.update(piece);
  return hash.digest('hex');
}

async function* decodeFile({ read }: ZippedFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of read()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
