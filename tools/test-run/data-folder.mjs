// A data folder for a clinic that is thrown away. Node built-ins only.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder of its own. With PREPARED_DATABASE (see `runJourneys`) a migrated database that nobody has used
 * lies in it already: to make one is two thirds of what the processor does for a clinic's first start.
 */
export function newDataFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const { PREPARED_DATABASE: prepared } = process.env;
  if (prepared) cpSync(prepared, join(folder, 'database'), { recursive: true });
  return folder;
}
