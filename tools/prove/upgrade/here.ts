// One process that brings a database to this version's schema, as a start does, and says when it begins and
// when it is through: so that it can be killed in the midst of it.
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
