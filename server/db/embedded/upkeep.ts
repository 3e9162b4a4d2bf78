import type pg from 'pg';

const checkpointEveryMs = 60_000;
const vacuumEveryMs = 15 * 60_000;

/** The embedded engine has no background processes: nothing would shorten its log or clear away old rows. Returns what stops it. */
export function startUpkeep(pool: pg.Pool, onError: (error: unknown) => void): () => void {
  const run = (command: string) => () => void pool.query(command).catch(onError);
  const timers = [setInterval(run('checkpoint'), checkpointEveryMs), setInterval(run('vacuum analyze'), vacuumEveryMs)];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}
