// `npm run move-out -- <file>`: writes what a clinic takes along to another server (docs/moving.md).
import { statSync } from 'node:fs';
import { moveContents } from '#server/db/archive-contents.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { dbOn } from '#server/engine/db/connect.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { asCommand, nameOf, placeOfClinic, refuseNothing, withClient } from './clinic-database.ts';

await asCommand(async () => {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the file: npm run move-out -- <file>');
  const place = placeOfClinic();
  refuseNothing(place);
  await withClient(place, async (client) => {
    await writeArchiveFile(file, client, moveContents);
    await recordEvent(dbOn(client), systemActor, { action: 'moved_out', subject: 'moving' });
  });
  return `${nameOf(place)} has moved to ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB). docs/moving.md describes the file and what it does not contain.`;
});
