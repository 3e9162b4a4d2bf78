import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const prefix = 'hakima-backup-';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes unencrypted files that were left by processes killed during a backup. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-', 1)[0]);
    // In a container a new process often has the same process id as the previous one.
    if (pid === process.pid || !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/**
 * Runs the work in a temporary folder that only this user can read, and removes the folder. TMPDIR chooses
 * the disk. A process runs one at a time.
 */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
