import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { backupContents } from '#server/db/archive-contents.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { restoreIntoScratch } from '#server/engine/db/archive/scratch-database.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { makeUser } from '#server/testing/factories.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import { testRestore } from './actions.ts';

test('every table is restored in a scratch database, which is dropped, and a difference is named', async () => {
  const database = await testDatabase();
  const { owner, pool } = database;
  await emptyDatabase(database);
  const [appUrl, ownerUrl] = [pool, owner].map(({ options }) => options.connectionString);
  const config = readConfig({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  await makeUser(database.db, { name: 'Mona Adel' });
  await expect(testRestore({ config: readConfig({}), database })).rejects.toThrow(
    /^The test restore needs a database of its own/,
  );
  await testRestore({ config, database });
  const { rows } = await pool.query("select datname from pg_database where datname like '%_restore_test'");
  expect(rows).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'hakima-test-restore-'));
  const file = join(folder, 'earlier.backup');
  const client = await owner.connect();
  await writeArchiveFile(file, client, backupContents);
  client.release();
  const archive = await openArchive(file, 'backup');
  Object.assign(archive.manifest.tables.users ?? {}, { sha256: 'another' });
  const restoring = restoreIntoScratch(database, archive, { contents: backupContents, ownerUrl });
  await expect(restoring).rejects.toThrow('The test restore differs from the clinic in users.');
  archive.close();
  rmSync(folder, { recursive: true });
}, 60_000);

test('after a downgrade the test restore says which version can restore the backups', async () => {
  const database = await testDatabase();
  const { owner, pool } = database;
  await emptyDatabase(database);
  const [appUrl, ownerUrl] = [pool, owner].map(({ options }) => options.connectionString);
  const config = readConfig({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  await owner.query(`alter table services add column later int;
    insert into migrations (name) values ('9999-later.compatible')`);
  try {
    await expect(testRestore({ config, database })).rejects.toThrow(
      'The archive has the schema of a newer version of Hakima (9999-later.compatible). Restore it with that version',
    );
  } finally {
    await owner.query(`alter table services drop column later;
      delete from migrations where name = '9999-later.compatible'`);
  }
});
