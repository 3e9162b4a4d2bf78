// `npm run restore -- <file> [--replace]`: the clinic as it was when the file was written.
import { existsSync } from 'node:fs';
import { readBackup } from '#server/engine/db/backup-file.ts';
import { load } from '#server/engine/db/load.ts';
import { asCommand, nameOf, placeOfClinic, refuseWhileOpen, withOwner } from './clinic-database.ts';

await asCommand(async () => {
  const given = process.argv.slice(2);
  const [file] = given.filter((word) => word !== '--replace');
  if (!file) throw new Error('Say from where: npm run restore -- <file> [--replace]');
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const place = placeOfClinic();
  const loaded = await withOwner(place, async (client) => {
    await refuseWhileOpen(client);
    return load(client, readBackup(file), { replace: given.includes('--replace') });
  });
  return `${nameOf(place)} holds the clinic of ${loaded.at}: ${loaded.rows} rows in ${loaded.tables} tables, compared with the backup`;
});
