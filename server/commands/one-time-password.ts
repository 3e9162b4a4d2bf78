import { configFromProcess } from '#server/config.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { connect } from '#server/engine/db/connect.ts';
import { resetAtConsole } from '#server/features/accounts/actions.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { readDatabasePlace, requireDatabase } from './clinic-database.ts';

/**
 * `one-time-password USERNAME`: gives the super admin or the owner a one-time password, because no other user
 * can.
 */
export async function issueOneTimePassword([name = '']: string[], lang: Lang): Promise<string> {
  const place = readDatabasePlace();
  requireDatabase(place);
  const { OWNER_USERNAME: ownerUsername } = configFromProcess();
  const database = await connect(place);
  try {
    const given = await resetAtConsole(database.db, { name, now: new Date(), ownerUsername });
    if (!given) throw new ConsoleError('console.sayWho');
    return say(lang, 'console.password', { name: given.name, password: given.password });
  } finally {
    await database.close();
  }
}
