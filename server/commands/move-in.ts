import { configFromProcess } from '#server/config.ts';
import { moveContents, valuesAfterMove } from '#server/db/archive-contents.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { loadArchive } from '#server/engine/db/archive/load-archive.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { queryBuilderOn } from '#server/engine/db/connect.ts';
import { giveOneTimePasswords, type OneTimePassword } from '#server/features/accounts/actions.ts';
import { recountAppointments } from '#server/features/appointments/count-queries.ts';
import { updateSearchWords } from '#server/features/users/word-queries.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { databaseLabel, readDatabasePlace, refuseWhileServing, withSchemaOwner } from './clinic-database.ts';

/** `move-in FILE`: fills an empty database with an archive of `move-out`. */
export async function moveIn([from]: string[], lang: Lang): Promise<string> {
  if (!from) throw new ConsoleError('console.sayFrom');
  const place = readDatabasePlace();
  const { OWNER_USERNAME } = configFromProcess();
  const named = databaseLabel(place, lang);
  const notEmpty = new ConsoleError(place.databaseUrl ? 'console.serverNotEmpty' : 'console.folderNotEmpty', {
    place: named,
    from,
  });
  const archive = await openArchive(from, 'move');
  let given: OneTimePassword[] = [];
  const loaded = await withSchemaOwner(place, async (client) => {
    await refuseWhileServing(client);
    const db = queryBuilderOn(client);
    const done = await loadArchive(client, archive, {
      notEmpty,
      forbidden: moveContents.leftOut,
      missingValues: valuesAfterMove,
      after: async () => {
        await recountAppointments(db);
        given = await giveOneTimePasswords(db, { now: new Date(), ownerUsername: OWNER_USERNAME });
      },
    });
    while ((await updateSearchWords(db)) > 0);
    return done;
  }).finally(() => archive.close());
  return [
    say(lang, 'console.done', { place: named, ...loaded }),
    say(lang, 'console.noPasswords'),
    ...given.map(({ name, password }) => say(lang, 'console.password', { name, password })),
  ].join('\n');
}
