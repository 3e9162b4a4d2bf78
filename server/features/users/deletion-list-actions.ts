import { open, readFile } from 'node:fs/promises';
import type { Deps } from '#server/deps.ts';
import { countDeletions, type Deletion, listDeletions } from './erase-queries.ts';

/*
 * A list of deleted people in a file outside the database, because a restored backup still contains people
 * who were deleted after it was made. Each line has the id and the creation time of the row, nothing else;
 * lines are only appended, so a restored database cannot shorten it.
 */

const deletionBatchMs = 1000;
const deletionPollMs = 60_000;
const formatDeletionLine = ({ id, since }: Deletion): string => JSON.stringify({ id, since });

/** Appends the deletions that the file lacks and flushes it to the disk. Returns their number. */
export async function addDeletions(deps: Pick<Deps, 'db'>, file: string): Promise<number> {
  const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const known = new Set(there.split('\n'));
  const missing = (await listDeletions(deps.db)).map(formatDeletionLine).filter((line) => !known.has(line));
  if (missing.length === 0) return 0;
  const handle = await open(file, 'a', 0o600);
  try {
    // A line that was cut off by a crash stays, and is written again.
    const start = there === '' || there.endsWith('\n') ? '' : '\n';
    await handle.write(`${start}${missing.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return missing.length;
}

/** Checks that the file can be written now, not only at the first deletion. */
async function checkWritable(file: string): Promise<void> {
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
 * Keeps the file up to date: a deletion is in it a second later. Throws if the file cannot be written at the
 * start; a later failure is logged and retried each minute.
 */
export async function startDeletionListSync(deps: Deps): Promise<() => void> {
  const { DELETIONS_FILE: file } = deps.config;
  if (file === undefined) return () => undefined;
  await checkWritable(file);
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
  const anyway = setInterval(() => soon(0), deletionPollMs).unref();
  const stopListening = deps.feed.listen((changes) => {
    if (changes.some(({ subject }) => subject === 'users')) soon(deletionBatchMs);
  });
  return () => {
    stopListening();
    clearInterval(anyway);
    clearTimeout(timer);
  };
}
