import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { linesOf } from '../files/lines.ts';
import type { Lines } from './dump.ts';

const manyLines = 1_000;
const manyCharacters = 1_000_000;

/**
 * Writes a dump into a file that only its owner may read. Under its name stands a whole backup or what stood
 * there before.
 */
export async function writeBackup(file: string, lines: Lines): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(inText(lines)), createGzip(), createWriteStream(part, { mode: 0o600 }));
    await flush(part);
    await rename(part, file);
    await flush(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* inText(lines: Lines): AsyncGenerator<string> {
  for await (const some of lines) yield `${some.join('\n')}\n`;
}

/** Whatever was written stands on the disk, also when the power goes. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The lines of a backup, in handfuls of one kind: rows, or one mark. */
export async function* readBackup(file: string): AsyncGenerator<readonly string[]> {
  let rows: string[] = [];
  let characters = 0;
  for await (const line of linesIn(file)) {
    const isRow = line.startsWith('[');
    if (rows.length > 0 && (!isRow || rows.length === manyLines || characters > manyCharacters)) {
      yield rows;
      rows = [];
      characters = 0;
    }
    if (isRow) {
      rows.push(line);
      characters += line.length;
    } else yield [line];
  }
  if (rows.length > 0) yield rows;
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const unpacked = createReadStream(file)
    .on('error', (error) => unpacked.destroy(error))
    .pipe(createGunzip())
    .setEncoding('utf8');
  try {
    yield* linesOf(unpacked as AsyncIterable<string>);
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new Error(`${file} is no backup, or is damaged`, { cause: error });
    throw error;
  }
}
