import { open, readFile } from 'node:fs/promises';
import type { Deps } from '#server/deps.ts';
import { countDeletions, type Deletion, notedDeletions } from './erase-queries.ts';

/*
 * Who was deleted, in a file beside the database: one that is lost takes its own list along, and a backup
 * made before knows people whom nobody could name any more. A line a person, by number and by when her row
 * was made, nothing about her; lines are only ever added, so that a restored database shortens nothing.
 */

const gatherMs = 1000;
const lookAnywayEveryMs = 60_000;
const lineOf = ({ id, since }: Deletion): string => JSON.stringify({ id, since });

/** Adds whom the database names and the file does not; on the disk when this ends. Answers how many. */
export async function addDeletions(deps: Pick<Deps, 'db'>, file: string): Promise<number> {
  const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const known = new Set(there.split('\n'));
  const missing = (await notedDeletions(deps.db)).map(lineOf).filter((line) => !known.has(line));
  if (missing.length === 0) return 0;
  const handle = await open(file, 'a', 0o600);
  try {
    // A line that was cut off by the end of a process stays as it is, and is written once more.
    const start = there === '' || there.endsWith('\n') ? '' : '\n';
    await handle.write(`${start}${missing.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return missing.length;
}

/** A file that cannot be written would be missed only with the first deletion, or after the loss. */
async function proveWritable(file: string): Promise<void> {
  try {
    await (await open(file, 'a', 0o600)).close();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `the file of DELETIONS_FILE, ${file}, cannot be written (${code}): let the user who starts the server ` +
        'write there (where systemd does, its folder stands in ReadWritePaths), or set DELETIONS_FILE',
      { cause },
    );
  }
}

/**
 * Keeps the file right while this process runs: what was deleted stands in it a second later. Throws where it
 * cannot be written at the start; what fails later is logged and tried again each minute.
 */
export async function keepDeletions(deps: Deps): Promise<() => void> {
  const { DELETIONS_FILE: file } = deps.config;
  if (file === undefined) return () => undefined;
  await proveWritable(file);
  let written = -1;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const count = await countDeletions(deps.db);
    if (count === written) return;
    await addDeletions(deps, file);
    written = count;
  };
  const soon = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look().catch((error: unknown) => deps.log.error({ err: error }, 'DELETIONS_FILE could not be written'));
    }, ms).unref();
  };
  soon(0);
  const anyway = setInterval(() => soon(0), lookAnywayEveryMs).unref();
  const stopListening = deps.feed.listen((changes) => {
    if (changes.some(({ subject }) => subject === 'users')) soon(gatherMs);
  });
  return () => {
    stopListening();
    clearInterval(anyway);
    clearTimeout(timer);
  };
}
