import { statSync } from 'node:fs';
import { moveContents } from '#server/db/archive-contents.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { queryBuilderOn } from '#server/engine/db/connect.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { databaseLabel, readDatabasePlace, requireDatabase, withClient } from './clinic-database.ts';

/** `move-out FILE`: writes an archive that another system can read (docs/moving.md). */
export async function moveOut([file]: string[]): Promise<string> {
  if (!file) throw new ConsoleError('console.sayMoveOut');
  const place = readDatabasePlace();
  requireDatabase(place);
  await withClient(place, async (client) => {
    await writeArchiveFile(file, client, moveContents);
    await recordEvent(queryBuilderOn(client), systemActor, { action: 'moved_out', subject: 'moving' });
  });
  return `${databaseLabel(place)} has moved to ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB). docs/moving.md describes the file and what it does not contain.`;
}
