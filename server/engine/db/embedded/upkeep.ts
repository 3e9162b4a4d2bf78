import { statfsSync } from 'node:fs';
import type pg from 'pg';
import { readOnlySession, type WireEngine } from './wire.ts';

const checkpointEveryMs = 60_000;
const vacuumEveryMs = 15 * 60_000;
const lookAtDiskEveryMs = 3_000;
const reserveBytes = 64 * 1024 * 1024; // four segments of the engine's log

/**
 * The embedded engine has no background processes: nothing would shorten its log, clear away old rows or mind
 * the disk. Returns what stops it.
 */
export function startUpkeep(
  engine: WireEngine,
  pool: pg.Pool,
  folder: string,
  warn: (message: string) => void,
): () => void {
  const attempt = (work: () => Promise<unknown>): void => {
    work().catch((error: Error) => warn(`upkeep of the embedded database: ${error.message}`));
  };
  const lookAtDisk = diskGuard(engine, pool, () => freeBytes(folder), warn);
  attempt(lookAtDisk);
  const every = (ms: number, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => attempt(work), ms).unref();
  const timers = [
    every(checkpointEveryMs, () => pool.query('checkpoint')),
    every(vacuumEveryMs, () => pool.query('vacuum analyze')),
    every(
      lookAtDiskEveryMs,
      diskGuard(engine, pool, () => freeBytes(folder), warn),
    ),
  ];
  return () => timers.forEach(clearInterval);
}

/**
 * Refuses writes while the disk is nearly full. Where the engine itself meets the end of the disk it crashes,
 * and cannot start again to serve even reads.
 */
export function diskGuard(
  engine: WireEngine,
  pool: pg.Pool,
  free: () => number,
  warn: (message: string) => void,
): () => Promise<void> {
  let told = false;
  return async () => {
    const full = free() < reserveBytes;
    engine.readOnly = full; // for connections to come
    if (full === told) return;
    await pool.query(full ? readOnlySession : 'set default_transaction_read_only = off');
    told = full;
    warn(
      full
        ? 'the disk is nearly full: the database takes no changes'
        : 'there is room on the disk again: the database takes changes',
    );
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
