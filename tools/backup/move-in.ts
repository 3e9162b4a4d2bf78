// `npm run move-in -- <folder or archive>`: fills an empty database with the clinic that moved out to it.
import { configFromProcess } from '#server/config.ts';
import { dbOn } from '#server/engine/db/connect.ts';
import { load } from '#server/engine/db/load.ts';
import { linesOfFolder, readManifest, withFolder } from '#server/engine/db/moving/move-in.ts';
import { Told } from '#server/engine/db/moving/told.ts';
import { type OneTimePassword, welcomeMovedIn } from '#server/features/accounts/actions.ts';
import { recountVisits } from '#server/features/appointments/count-queries.ts';
import { reckonWords } from '#server/features/users/word-queries.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { asCommand, nameOf, placeOfClinic, refuseWhileOpen, withOwner } from './clinic-database.ts';

await asCommand(async (lang) => {
  const [from] = process.argv.slice(2);
  if (!from) throw new Told(['console.sayFrom']);
  const place = placeOfClinic();
  const { OWNER_USERNAME } = configFromProcess();
  const named = nameOf(place, lang);
  const notEmpty = say(lang, place.databaseUrl ? 'console.serverNotEmpty' : 'console.folderNotEmpty', {
    place: named,
    from,
  });
  let given: OneTimePassword[] = [];
  const { at, rows, tables } = await withFolder(from, async (folder) => {
    const manifest = await readManifest(folder);
    return withOwner(place, async (client) => {
      await refuseWhileOpen(client);
      const db = dbOn(client);
      const done = await load(client, linesOfFolder(folder, manifest), {
        notEmpty,
        after: async () => {
          await recountVisits(db);
          given = await welcomeMovedIn(db, { now: new Date(), ownerUsername: OWNER_USERNAME });
        },
      });
      while ((await reckonWords(db)) > 0);
      return done;
    });
  });
  return [
    say(lang, 'console.done', { place: named, at, rows, tables }),
    say(lang, 'console.noPasswords'),
    ...given.map(({ name, password }) => say(lang, 'console.password', { name, password })),
  ].join('\n');
});
