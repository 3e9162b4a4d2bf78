import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Owner {
  pid: number;
  host: string;
  /**
   * Start time of the process in kernel ticks, so that a reused process number is not taken for the owner.
   */
  started: string | null;
  /** Tells this lock from any other. */
  id: string;
}

/** The folder could not be taken; the message says why and what to do. */
export class FolderNotTaken extends Error {}

/** Another process holds the folder. */
export class FolderInUse extends FolderNotTaken {
  readonly owner: Owner;
  constructor(folder: string, owner: Owner) {
    super(
      `the data folder ${folder} is in use by process ${owner.pid} on ${owner.host}: stop it, or set DATABASE_URL to run several processes on one PostgreSQL server`,
    );
    this.owner = owner;
  }
}

const attempts = 100;
const beatMs = 2_000;
const usualSilenceMs = 8_000;
const lookAgainMs = 50;

interface LockOptions {
  /** So long the file of an owner on another host lies untouched before that owner counts as gone. */
  silenceMs?: number;
  /** So long another owner is waited for: right after a stop the process before may still be ending. */
  waitMs?: number;
}

/**
 * Takes a folder for this process alone and returns what gives it back. The engine itself takes no lock: two
 * processes on one folder silently lose each other's rows. A lock whose process is gone is taken over; on
 * another host (a container that was replaced) gone means that its file has not been touched for a few
 * seconds.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => void> {
  const { silenceMs = usualSilenceMs, waitMs = 0 } = options;
  const file = `${folder}.lock`;
  const me: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid), id: randomUUID() };
  const draft = `${file}.${me.id}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 });
  const until = performance.now() + waitMs;
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (take(draft, file)) return hold(file, JSON.stringify(me));
      const found = contentOf(file);
      const owner = found === undefined ? undefined : ownerIn(found, folder, file);
      if (owner && found && (await isGone(owner, file, silenceMs))) removeStale(file, found);
      else if (owner && performance.now() < until) {
        attempt = 0;
        await sleep(lookAgainMs);
      } else if (owner && contentOf(file) === found) throw new FolderInUse(folder, owner);
      await sleep(5 + Math.random() * 20);
    }
    throw new FolderNotTaken(
      `the lock of the data folder ${folder} cannot be taken: remove ${file} if no server runs`,
    );
  } finally {
    unlinkSync(draft);
  }
}

function ownerIn(content: string, folder: string, file: string): Owner {
  try {
    const owner = JSON.parse(content) as Partial<Owner> | null;
    if (typeof owner?.pid === 'number' && typeof owner.host === 'string') return owner as Owner;
  } catch {
    // Said below.
  }
  throw new FolderNotTaken(
    `the lock of the data folder ${folder} cannot be read: remove the file ${file} if no server runs on it`,
  );
}

function take(draft: string, file: string): boolean {
  try {
    linkSync(draft, file); // atomic: fails where the name exists
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function hold(file: string, mine: string): () => void {
  const isMine = (): boolean => contentOf(file) === mine;
  const beat = setInterval(() => isMine() && touch(file), beatMs);
  beat.unref();
  const release = (): void => {
    clearInterval(beat);
    process.off('exit', release);
    if (isMine()) unlinkSync(file);
  };
  process.once('exit', release);
  return release;
}

function touch(file: string): void {
  try {
    const seconds = wallClockMs() / 1000;
    utimesSync(file, seconds, seconds);
  } catch {
    // A disk that takes no writes: the database itself says so.
  }
}

// Only who holds the second lock may remove the first, after another look: else two could each remove the
// other's.
function removeStale(file: string, stale: string): void {
  const removing = `${file}.removing`;
  try {
    mkdirSync(removing);
  } catch {
    if (wallClockMs() - touchedAt(removing) > usualSilenceMs)
      rmSync(removing, { recursive: true, force: true }); // who made it was killed
    return;
  }
  try {
    if (contentOf(file) === stale) unlinkSync(file);
  } finally {
    rmdirSync(removing);
  }
}

// The disk's clock, not the clinic's: only for the age of files.
function wallClockMs(): number {
  return performance.timeOrigin + performance.now();
}

function touchedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return wallClockMs();
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function isGone(owner: Owner, file: string, silenceMs: number): Promise<boolean> {
  if (owner.host !== hostname()) return isSilent(file, silenceMs);
  if (!isAlive(owner.pid)) return true;
  const started = startOf(owner.pid);
  return owner.started !== null && started !== null && started !== owner.started;
}

// By change, not by age: the clocks of two hosts may differ.
async function isSilent(file: string, silenceMs: number): Promise<boolean> {
  const before = touchedAt(file);
  for (let waited = 0; waited < silenceMs; waited += silenceMs / 10) {
    await sleep(silenceMs / 10);
    if (touchedAt(file) !== before) return false;
  }
  return true;
}

/**
 * A zombie has ended: only its parent has not asked how yet, and in a container without an init never will.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^[ZX]/.test(statOf(pid)?.[0] ?? '');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** State and what follows of a process, null without Linux or the process. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? null;
  } catch {
    return null;
  }
}

const startOf = (pid: number): string | null => statOf(pid)?.[19] ?? null;
