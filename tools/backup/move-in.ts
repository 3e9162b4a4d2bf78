// `npm run move-in -- <folder or archive>`: fills an empty database with the clinic that moved out to it.
import { configFromProcess } from '#server/config.ts';
import { dbOn } from '#server/engine/db/connect.ts';
import { load } from '#server/engine/db/load.ts';
import { linesOfFolder, readManifest, withFolder } from '#server/engine/db/moving/move-in.ts';
import { welcomeMovedIn } from '#server/features/accounts/actions.ts';
import { recountVisits } from '#server/features/appointments/count-queries.ts';
import { reckonWords } from '#server/features/users/word-queries.ts';
import { asCommand, nameOf, placeOfClinic, refuseWhileOpen, withOwner } from './clinic-database.ts';

const notEmpty =
  'the database is not empty: a clinic moves into an empty one. Name a new DATA_DIR or an empty database; nothing has been changed';

await asCommand(async () => {
  const [from] = process.argv.slice(2);
  if (!from) throw new Error('Say from where: npm run move-in -- <folder or archive>');
  const place = placeOfClinic();
  const { OWNER_USERNAME } = configFromProcess();
  let welcome: string[] = [];
  const loaded = await withFolder(from, async (folder) => {
    const manifest = await readManifest(folder);
    return withOwner(place, async (client) => {
      await refuseWhileOpen(client);
      const db = dbOn(client);
      const done = await load(client, linesOfFolder(folder, manifest), {
        notEmpty,
        after: async () => {
          await recountVisits(db);
          welcome = await welcomeMovedIn(db, { now: new Date(), ownerUsername: OWNER_USERNAME });
        },
      });
      while ((await reckonWords(db)) > 0);
      return done;
    });
  });
  return [
    `${nameOf(place)} holds the clinic of ${loaded.at}: ${loaded.rows} rows in ${loaded.tables} tables, compared with the files.`,
    'Nobody has a password any more: people sign in by a code or choose a new one by a link; whoever has neither a confirmed phone nor a confirmed e-mail is given one at the desk.',
    ...welcome,
  ].join('\n');
});
