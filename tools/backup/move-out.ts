// `npm run move-out -- <folder>`: everything of the clinic in open files; run again where it was cut off.
import { dbOn } from '#server/engine/db/connect.ts';
import { moveOutTo } from '#server/engine/db/moving/out-folder.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { asCommand, nameOf, placeOfClinic, refuseNothing, withClient } from './clinic-database.ts';

await asCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Say where to: npm run move-out -- <folder>');
  const place = placeOfClinic();
  refuseNothing(place);
  const { files, rows, bytes, kept } = await withClient(place, async (client) => {
    const done = await moveOutTo(folder, client);
    await recordEvent(dbOn(client), systemActor, { action: 'moved_out', subject: 'moving' });
    return done;
  });
  const goneOn = kept > 0 ? `, ${kept} of them from the run that was cut off` : '';
  return `${nameOf(place)} has moved to ${folder}: ${rows} rows in ${files} files (${(bytes / 1e6).toFixed(1)} MB)${goneOn}. docs/moving.md says what they are and what has stayed.`;
});
