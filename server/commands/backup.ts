import { statSync } from 'node:fs';
import { backupContents } from '#server/db/archive-contents.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { nameOf, placeOfClinic, refuseNothing, withClient } from './clinic-database.ts';
import { writeDeletions } from './deletions.ts';

/** `backup FILE`: writes the whole clinic into one archive (docs/moving.md). */
export async function backup([file]: string[]): Promise<string> {
  if (!file) throw new ConsoleError('console.sayBackupFile');
  const place = placeOfClinic();
  refuseNothing(place);
  await withClient(place, async (client) => {
    await writeArchiveFile(file, client, backupContents);
    await writeDeletions(`${file}.deleted`, client);
  });
  return `${nameOf(place)} is saved in ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`;
}
