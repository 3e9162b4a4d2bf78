// `npm run backup -- <file>`: the whole clinic in one file.
import { statSync } from 'node:fs';
import { writeBackup } from '#server/engine/db/backup-file.ts';
import { dump } from '#server/engine/db/dump.ts';
import { asCommand, nameOf, placeOfClinic, refuseNothing, withClient } from './clinic-database.ts';
import { writeDeletions } from './deletions.ts';

await asCommand(async () => {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Say where to: npm run backup -- <file>');
  const place = placeOfClinic();
  refuseNothing(place);
  await withClient(place, async (client) => {
    await writeBackup(file, dump(client));
    await writeDeletions(`${file}.deleted`, client);
  });
  return `${nameOf(place)} is saved in ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`;
});
