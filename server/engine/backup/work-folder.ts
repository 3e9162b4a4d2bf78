import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';

/** Followed by the process, its machine or container, and random letters: `hakima-backup-71-app-1-x8Kq2Z`. */
const prefix = 'hakima-backup-';
const dayMs = 86_400_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const timeOf = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** A folder of another machine or container that shares the disk is left over if it is a day older than ours. */
function isLeftOver(folder: string, ours: string): boolean {
  const [pid = '', ...rest] = basename(folder).slice(prefix.length).split('-');
  // In a container a new process often has the same process id as the previous one.
  if (rest.slice(0, -1).join('-') === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid));
  return timeOf(ours) - timeOf(folder) > dayMs;
}

/** Removes unencrypted files that were left by processes killed during a backup. */
function removeLeftovers(ours: string): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    if (folder !== ours && isLeftOver(folder, ours)) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the work in a temporary folder that only this user can read, and removes the folder. TMPDIR chooses
 * the disk. A process runs one at a time.
 */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-${hostname()}-`));
  try {
    removeLeftovers(folder);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
