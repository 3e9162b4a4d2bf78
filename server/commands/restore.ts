import { ConsoleError } from '#server/engine/console-error.ts';
import { loadArchive } from '#server/engine/db/archive/load-archive.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { nameOf, placeOfClinic, refuseWhileOpen, withOwner } from './clinic-database.ts';

/** `restore FILE [--replace]`: fills a database from a backup. */
export async function restore(given: string[], lang: Lang): Promise<string> {
  const [file] = given.filter((word) => word !== '--replace');
  if (!file) throw new ConsoleError('console.sayBackup');
  const place = placeOfClinic();
  const archive = await openArchive(file, 'backup');
  try {
    const loaded = await withOwner(place, async (client) => {
      await refuseWhileOpen(client);
      return loadArchive(client, archive, { replace: given.includes('--replace') });
    });
    return say(lang, 'console.done', { place: nameOf(place, lang), ...loaded });
  } finally {
    archive.close();
  }
}
