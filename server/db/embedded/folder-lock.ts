import { linkSync, mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Owner {
  pid: number;
  host: string;
  /** Start time of the process in kernel ticks, so that a reused process number is not taken for the owner. */
  started: string | null;
  since: string;
}

/** Another process holds the folder. */
export class FolderInUse extends Error {
  readonly owner: Owner;
  constructor(folder: string, owner: Owner) {
    super(
      `the data folder ${folder} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}: stop it, or set DATABASE_URL to run several processes on one PostgreSQL server`,
    );
    this.owner = owner;
  }
}

const attempts = 100;

/**
 * Takes a folder for this process alone and returns what gives it back. The engine itself takes no lock: two processes on one
 * folder silently lose each other's rows. A lock whose process is gone is taken over.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = `${folder}.lock`;
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  mkdirSync(dirname(file), { recursive: true });
  const me: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid), since: new Date().toISOString() };
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (take(draft, file)) return releaser(file);
      const owner = ownerOf(file);
      if (owner && !isGone(owner)) throw new FolderInUse(folder, owner);
      if (owner) await breakStale(file);
      await sleep(5 + Math.random() * 20);
    }
    throw new Error(`the lock of the data folder ${folder} cannot be taken: remove ${file} if no server runs`);
  } finally {
    unlinkSync(draft);
  }
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

function releaser(file: string): () => void {
  const release = (): void => {
    process.off('exit', release);
    if (ownerOf(file)?.pid === process.pid) unlinkSync(file);
  };
  process.once('exit', release);
  return release;
}

// Only who holds the second lock may remove the first, after another look: else two could each remove the other's.
async function breakStale(file: string): Promise<void> {
  const breaking = `${file}.break`;
  try {
    mkdirSync(breaking);
  } catch {
    if (ageOf(breaking) > 10_000) rmdirSync(breaking);
    return;
  }
  try {
    const owner = ownerOf(file);
    if (owner && isGone(owner)) unlinkSync(file);
  } finally {
    rmdirSync(breaking);
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function ownerOf(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function isGone(owner: Owner): boolean {
  if (owner.host !== hostname()) return false;
  if (!isAlive(owner.pid)) return true;
  const started = startOf(owner.pid);
  return owner.started !== null && started !== null && started !== owner.started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19] ?? null;
  } catch {
    return null; // not Linux, or no such process
  }
}
