import { expect, test } from 'vitest';
import { newDatabase, testServer } from '#server/testing/databases/test-databases.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { ClinicPool } from './clinic-pool.ts';
import { connect } from './connect.ts';
import { isUnavailable } from './transaction.ts';

test('callers wait in order when they request more connections than there are', async () => {
  const { pool } = await testDatabase();
  const answers = await Promise.all(Array.from({ length: 60 }, () => pool.query('select 1 as n')));
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(answers.map(() => 1));
});

test('a locked table delays only callers who need it, and only for a while', async () => {
  const { pool } = await testDatabase();
  const locker = await pool.connect();
  await locker.query('begin; lock table services in access exclusive mode');
  const stuck = Array.from({ length: 30 }, () =>
    pool.query('select name from services').then(() => 'answered', isUnavailable),
  );
  expect(await Promise.all(stuck)).toEqual(stuck.map(() => true));
  await locker.query('rollback');
  locker.release();
  expect(await Promise.all(stuck.map(() => pool.query('select 1 as n')))).toHaveLength(30);
});

test('a slow statement fails, and the requests after it are served', async () => {
  const url = await newDatabase(testServer(), `hakima_slow_${process.pid}`);
  const { pool, close } = await connect({ dataDir: '', databaseUrl: url });
  await expect(pool.query('select pg_sleep(10)')).rejects.toSatisfy(isUnavailable);
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await close();
});

test('a broken idle connection is reported, unless the pool has ended', async () => {
  const lost: string[] = [];
  const pool = new ClinicPool({
    connectionString: testServer(),
    onLost: ({ message }) => lost.push(message),
  });
  const client = await pool.connect();
  client.release();
  pool.emit('error', new Error('while open'), client);
  await pool.end();
  pool.emit('error', new Error('terminating connection due to administrator command'), client);
  expect(lost).toEqual(['while open']);
});
