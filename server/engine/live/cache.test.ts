import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { Cache } from './cache.ts';

test('a cached answer is not loaded again, also if awaiting it would load it', async () => {
  const cache = new Cache();
  let loads = 0;
  /** Like a query of the builder: it runs each time it is awaited. */
  const lazy = () =>
    new Proxy(Promise.resolve([0]), { get: (_, name) => (name === 'then' ? run : undefined) });
  const run = (...done: Parameters<Promise<number[]>['then']>) => Promise.resolve([++loads]).then(...done);
  const ask = () => cache.get('locations', 'open', lazy);
  expect([await ask(), await ask(), await ask()]).toEqual([[1], [1], [1]]);
  cache.drop('locations');
  expect(await ask()).toEqual([2]);
});

test('a failed load is retried', async () => {
  const cache = new Cache();
  const answers = [Promise.reject(new Error('gone')), Promise.resolve('here')];
  const ask = () => cache.get('settings', 'current', () => answers.shift() ?? Promise.resolve('late'));
  await expect(ask()).rejects.toThrow('gone');
  expect(await ask()).toBe('here');
});

test('a transaction never waits for a load that waits for its connection, and caches nothing', async () => {
  const { db } = await testDatabase();
  const cache = new Cache();
  const open = sql<{ open: number }>`select 1 as open`;
  const load = (on: Db) => () => on.execute(open).then(({ rows }) => rows);
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((done) => (begun = done));
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((done) => (asked = done));
  const inside = inTransaction(db, async (tx) => {
    begun();
    await isAsked;
    return [
      await cache.get('settings', 'current', load(tx)),
      await cache.getAll('schedules', ['1'], async () => () => 'hers'),
      await cache.made(['settings'], 0, 'made', async () => 'hers'),
    ];
  });
  await hasBegun;
  // Like with a single connection: no reply before the transaction has ended.
  const afterwards = () => inside.then(load(db));
  const ofOthers = [
    cache.get('settings', 'current', afterwards),
    cache.getAll('schedules', ['1'], async () => (await afterwards()) && (() => 'kept')),
    cache.made(['settings'], 0, 'made', async () => (await afterwards()) && 'kept'),
  ];
  asked();
  expect(await inside).toEqual([[{ open: 1 }], ['hers'], 'hers']);
  expect(await Promise.all(ofOthers)).toEqual([[{ open: 1 }], ['kept'], 'kept']);
  expect(await cache.getAll('schedules', ['1'], async () => () => 'anew')).toEqual(['kept']);
  expect(await inTransaction(db, () => cache.made(['settings'], 0, 'made', async () => 'anew'))).toBe('kept');
});
