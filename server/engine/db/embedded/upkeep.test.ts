import { expect, test } from 'vitest';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { memoryEngine } from '#server/testing/databases/embedded-test-database.ts';
import { embeddedPool } from './embedded-pool.ts';
import { diskGuard } from './upkeep.ts';

test('with a disk that is nearly full reads work and writes are refused, until there is room again', async () => {
  const engine = await memoryEngine();
  const pool = embeddedPool(engine);
  const warnings: string[] = [];
  let free = 1e9;
  const look = diskGuard(
    engine,
    pool,
    () => free,
    (message) => warnings.push(message),
  );
  const write = () =>
    pool
      .query("insert into tasks (name) values ('a') on conflict do nothing")
      .then(() => 'written', isUnavailable);

  await look();
  expect(await write()).toBe('written');
  free = 1e6;
  await look();
  await look();
  expect(await write()).toBe(true);
  (await pool.connect()).release(true); // the next connection is held to it too
  expect(await write()).toBe(true);
  expect((await pool.query('select name from tasks')).rows).toEqual([{ name: 'a' }]);
  free = 1e9;
  await look();
  expect(await write()).toBe('written');
  expect(warnings).toHaveLength(2);
  await pool.end();
  await engine.close();
});
