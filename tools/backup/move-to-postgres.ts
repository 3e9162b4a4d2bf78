// `npm run move-to-postgres`: from the embedded database in DATA_DIR to the server that DATABASE_URL names.
// The folder stays as it was.
import { dump } from '#server/engine/db/dump.ts';
import { load } from '#server/engine/db/load.ts';
import {
  asCommand,
  nameOf,
  placeOfClinic,
  refuseNothing,
  refuseWhileOpen,
  withClient,
  withOwner,
} from './clinic-database.ts';

await asCommand(async () => {
  const to = placeOfClinic();
  if (!to.databaseUrl) throw new Error('Say where to: DATABASE_URL=postgres://… npm run move-to-postgres');
  const from = { dataDir: to.dataDir };
  refuseNothing(from);
  const moved = await withClient(from, (source) =>
    withOwner(to, async (target) => {
      await refuseWhileOpen(target);
      return load(target, dump(source));
    }),
  );
  return `${moved.rows} rows in ${moved.tables} tables moved from ${nameOf(from)} to ${nameOf(to)} and compared. Start the clinic with DATABASE_URL from now on.`;
});
