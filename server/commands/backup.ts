import { statSync } from 'node:fs';
import { configFromProcess } from '#server/config.ts';
import { backupContents } from '#server/db/archive-contents.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { recordTaskSuccess } from '#server/engine/tasks/queries.ts';
import { backupTask, createBackup } from '#server/features/backups/actions.ts';
import { databaseLabel, readDatabasePlace, requireDatabase, withClient } from './clinic-database.ts';
import { writeDeletions } from './deletions.ts';

/**
 * `backup FILE`: writes the whole clinic into one archive (docs/moving.md). `backup` without a file: writes an
 * encrypted backup to BACKUP_TO, as the server does every night.
 */
export async function backup([file]: string[]): Promise<string> {
  if (!file) return backUpToStorage();
  const place = readDatabasePlace();
  requireDatabase(place);
  await withClient(place, async (client) => {
    await writeArchiveFile(file, client, backupContents);
    await writeDeletions(`${file}.deleted`, client);
  });
  return `${databaseLabel(place)} is saved in ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`;
}

async function backUpToStorage(): Promise<string> {
  const config = configFromProcess();
  if (!config.BACKUP_TO) throw new ConsoleError('console.sayBackupFile');
  const place = readDatabasePlace();
  requireDatabase(place);
  return withClient(place, async (_client, database) => {
    const now = () => new Date();
    const name = await createBackup({ config, database, now });
    await recordTaskSuccess(database.db, backupTask, now());
    return `${databaseLabel(place)} is saved in ${config.BACKUP_TO} as ${name}`;
  });
}
