import { ConsoleError } from '#server/engine/console-error.ts';
import {
  databaseLabel,
  readDatabasePlace,
  refuseWhileServing,
  requireDatabase,
  withClient,
} from './clinic-database.ts';
import { readDeletions, repeatDeletions, writeDeletions } from './deletions.ts';

/**
 * `delete-again LIST`: deletes the people again who were deleted after the restored backup was made.
 * `delete-again --list FILE` writes that list; a backup writes it too.
 */
export async function repeatDeletionsFromList(given: string[]): Promise<string> {
  const [file] = given.filter((word) => word !== '--list');
  if (!file) throw new ConsoleError('console.sayList');
  const place = readDatabasePlace();
  requireDatabase(place);
  if (given.includes('--list')) {
    const n = await withClient(place, (client) => writeDeletions(file, client));
    return `${file} names ${n} deleted people by number`;
  }
  const deletions = readDeletions(file);
  const n = await withClient(place, async (client) => {
    await refuseWhileServing(client);
    return repeatDeletions(client, deletions);
  });
  return `${n} of ${deletions.length} were there again in ${databaseLabel(place)} and are deleted`;
}
