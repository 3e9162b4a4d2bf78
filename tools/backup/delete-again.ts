// `npx tsx tools/backup/delete-again.ts <list>`: after a restore, deletes again who was deleted since the backup was made.
// `npx tsx tools/backup/delete-again.ts --list <file>` writes that list; a backup writes it too.
import {
  asCommand,
  nameOf,
  placeOfClinic,
  refuseNothing,
  refuseWhileOpen,
  withClient,
} from './clinic-database.ts';
import { deleteAgain, readDeletions, writeDeletions } from './deletions.ts';

await asCommand(async () => {
  const given = process.argv.slice(2);
  const [file] = given.filter((word) => word !== '--list');
  if (!file) throw new Error('Say which list: npx tsx tools/backup/delete-again.ts <list>');
  const place = placeOfClinic();
  refuseNothing(place);
  if (given.includes('--list')) {
    const n = await withClient(place, (client) => writeDeletions(file, client));
    return `${file} names ${n} deleted people by number`;
  }
  const deletions = readDeletions(file);
  const n = await withClient(place, async (client) => {
    await refuseWhileOpen(client);
    return deleteAgain(client, deletions);
  });
  return `${n} of ${deletions.length} were there again in ${nameOf(place)} and are deleted`;
});
