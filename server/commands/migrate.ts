import { appliedMigrations } from '#server/engine/db/migrate.ts';
import { prepareSchema } from '#server/engine/db/schema-owner.ts';
import { version } from '#server/version.ts';
import { readDatabasePlace, withClient } from './clinic-database.ts';

/** `migrate`: brings the schema to this version without serving. `serve` does the same at its start. */
export async function migrateSchema(): Promise<string> {
  const place = readDatabasePlace();
  return withClient(place, async (_client, database) => {
    await prepareSchema(database, place.migrationUrl);
    const { length } = await appliedMigrations(database.pool);
    return `The schema is that of Hakima ${version} (${length} migrations).`;
  });
}
