// `npm run one-time-password -- <username>`: lets the super admin or the owner in, whom nobody else can help.
import { configFromProcess } from '#server/config.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { connect } from '#server/engine/db/connect.ts';
import { helpAtConsole } from '#server/features/accounts/actions.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { asCommand, placeOfClinic, refuseNothing } from './clinic-database.ts';

await asCommand(async (lang) => {
  const [name = ''] = process.argv.slice(2);
  const place = placeOfClinic();
  refuseNothing(place);
  const { OWNER_USERNAME: ownerUsername } = configFromProcess();
  const database = await connect(place);
  try {
    const given = await helpAtConsole(database.db, { name, now: new Date(), ownerUsername });
    if (!given) throw new ConsoleError('console.sayWho');
    return say(lang, 'console.password', { name: given.name, password: given.password });
  } finally {
    await database.close();
  }
});
