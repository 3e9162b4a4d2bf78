// A process that migrates a database to this version's schema, like a server start, and prints when it begins
// and when it is done, so that it can be killed in between.
import { connect } from '#server/engine/db/connect.ts';
import { prepareSchema } from '#server/engine/db/schema-owner.ts';

const database = await connect({
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL,
});
console.log('begins');
await prepareSchema(database, undefined);
console.log('done');
await database.close();
