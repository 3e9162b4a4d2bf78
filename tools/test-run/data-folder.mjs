// A data folder for a clinic that is thrown away. Node built-ins only.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder of its own. With PREPARED_DATABASE (see `runJourneys`) a migrated database lies in it: to make one
 * is two thirds of the processor time of a clinic's first start.
 */
export function newDataFolder(prefix) {
  const { PREPARED_DATABASE: prepared } = process.env;
  const folder = mkdtempSync(join(prepared ? inMemory() : tmpdir(), prefix));
  // `cp` keeps the owners of the files, which Node's `cpSync` does not.
  if (prepared && process.platform === 'win32')
    cpSync(prepared, join(folder, 'postgres'), { recursive: true });
  else if (prepared) execFileSync('cp', ['-Rp', prepared, join(folder, 'postgres')]);
  return folder;
}

/**
 * Where a file system of memory has room. On a disk that is still busy with an installation each commit of a
 * clinic waits its turn, and journeys are not about disks.
 */
function inMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 * 1024 ** 3 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
