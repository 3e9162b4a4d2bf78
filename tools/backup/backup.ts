// `npm run backup -- <file>`: writes the whole clinic into one archive (docs/moving.md).
import { statSync } from 'node:fs';
import { backupContents } from '#server/db/archive-contents.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { asCommand, nameOf, placeOfClinic, refuseNothing, withClient } from './clinic-database.ts';
import { writeDeletions } from './deletions.ts';

await asCommand(async () => {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the file: npm run backup -- <file>');
  const place = placeOfClinic();
  refuseNothing(place);
  await withClient(place, async (client) => {
    await writeArchiveFile(file, client, backupContents);
    await writeDeletions(`${file}.deleted`, client);
  });
  return `${nameOf(place)} is saved in ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`;
});
