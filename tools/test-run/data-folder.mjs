// Data folder of a temporary clinic. Node built-ins only.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a new data folder. With PREPARED_DATABASE (see `runJourneys`) it contains a migrated database:
 * creating one takes two thirds of the processor time of a clinic's first start.
 */
export function newDataFolder(prefix) {
  const { PREPARED_DATABASE: prepared } = process.env;
  const folder = mkdtempSync(join(prepared ? inMemory() : tmpdir(), prefix));
  // `cp` keeps the owners of the files, unlike Node's `cpSync`.
  if (prepared && process.platform === 'win32')
    cpSync(prepared, join(folder, 'postgres'), { recursive: true });
  else if (prepared) execFileSync('cp', ['-Rp', prepared, join(folder, 'postgres')]);
  return folder;
}

/**
 * A RAM disk if it has enough space. On a busy disk (for example after an installation) each commit would
 * have to wait, and browser tests do not test disks.
 */
function inMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 * 1024 ** 3 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
