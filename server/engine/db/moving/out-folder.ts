import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { flush } from '../backup-file.ts';
import { type FileSum, manifestFile } from './manifest.ts';
import { type Begun, type Moment, MovingOut } from './move-out.ts';

/** What a run has finished, a line a file, until the manifest takes its place. */
export const unfinishedFile = 'unfinished.jsonl';

export interface MovedOut {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** So many files were there from a run that was cut off. */
  readonly kept: number;
}

/** The sum of a file's bytes; nothing where there is none. */
export async function sumOf(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function begunIn(folder: string, client: pg.ClientBase): Promise<Begun | undefined> {
  const path = join(folder, unfinishedFile);
  if (!existsSync(path)) return undefined;
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1); // the last may be half
  const [moment, ...sums] = lines.map((line) => JSON.parse(line) as unknown) as [Moment?, ...FileSum[]];
  const whole: FileSum[] = [];
  for (const sum of sums) if ((await sumOf(join(folder, sum.file))) === sum.sha256) whole.push(sum);
  const begun = moment && { moment, files: whole };
  if (begun && whole.length === sums.length && (await MovingOut.mayGoOn(client, begun))) return begun;
  for (const { file } of sums) await rm(join(folder, file), { force: true });
  await rm(path);
  return undefined;
}

/**
 * Writes everything of the clinic into a folder that only its owner may read. Cut off anywhere, the next run
 * goes on with the same moment; where that cannot be, it begins again. A folder with a manifest is whole.
 */
export async function moveOutTo(folder: string, client: pg.ClientBase): Promise<MovedOut> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = readdirSync(folder);
  if (there.length > 0 && !there.includes(unfinishedFile))
    throw new Error(`${folder} is not empty: choose a folder that is, or a new one`);
  const begun = await begunIn(folder, client);
  const moving = new MovingOut(client, begun);
  const note = (line: unknown) =>
    appendFile(join(folder, unfinishedFile), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  let noted = begun !== undefined;
  for await (const { name, content } of moving.files()) {
    if (!noted) await note(moving.moment);
    noted = true;
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(`${path}.part`, { mode: 0o600 }));
    await flush(`${path}.part`);
    await rename(`${path}.part`, path);
    if (name !== manifestFile) await note(moving.sums.at(-1));
  }
  await flush(folder);
  await rm(join(folder, unfinishedFile));
  const { sums } = moving;
  return {
    files: sums.length,
    rows: sums.reduce((sum, { rows = 0 }) => sum + rows, 0),
    bytes: sums.reduce((sum, { bytes }) => sum + bytes, 0),
    kept: begun?.files.length ?? 0,
  };
}
