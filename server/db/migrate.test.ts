import { beforeEach, expect, test } from 'vitest';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import { isMigrated, migrate } from './migrate.ts';

const database = await testDatabase();
beforeEach(() => emptyDatabase(database));

test('a second migration finds nothing to do', async () => {
  expect(await migrate(database.pool)).toEqual([]);
  expect(await isMigrated(database.pool)).toBe(true);
});
