import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/engine/db/connect.ts';
import { openEmbedded } from '#server/testing/databases/embedded-test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await openEmbedded();
  await database.pool.query(
    'create table notes (id uuid primary key default gen_random_uuid(), n int check (n < 10))',
  );
  await database.pool.query('create table account (balance int); insert into account values (0)');
});
afterAll(() => database.close());

const codeOf = (error: { code?: string }): string | undefined => error.code;

test('two thousand queries at once, every fifth failing, each get their own answer', async () => {
  const { pool } = database;
  const answer = (n: number): Promise<unknown> => {
    if (n % 10 === 0) return pool.query('insert into notes (n) values ($1)', [50]).catch(codeOf);
    if (n % 5 === 0) return pool.query('select * from notes where id = $1', [`bad ${n}`]).catch(codeOf);
    const query = { text: 'select $1::int as n', values: [n], ...(n % 3 === 0 ? { name: 'named' } : {}) };
    return pool.query<{ n: number }>(query).then(({ rows }) => rows[0]?.n);
  };
  const expected = (n: number): unknown => (n % 10 === 0 ? '23514' : n % 5 === 0 ? '22P02' : n);
  const numbers = Array.from({ length: 2000 }, (_, n) => n);
  expect(await Promise.all(numbers.map(answer))).toEqual(numbers.map(expected));
});

test('transactions wait for each other', async () => {
  const addOne = async (): Promise<void> => {
    const client = await database.pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ balance: number }>('select balance from account');
    await new Promise((resolve) => setTimeout(resolve, 1));
    await client.query('update account set balance = $1', [(rows[0]?.balance ?? 0) + 1]);
    await client.query('commit');
    client.release();
  };
  await Promise.all(Array.from({ length: 30 }, addOne));
  expect((await database.pool.query('select balance from account')).rows).toEqual([{ balance: 30 }]);
});

test.each(['closed', 'torn'])(
  'a connection that is %s leaves no transaction, statement, setting or lock to the next',
  async (end) => {
    const client = await database.pool.connect();
    await client.query("set application_name = 'leak'");
    await client.query({ name: 'mine', text: 'select 1', values: [] });
    await client.query('select pg_advisory_lock(9)');
    await client.query('begin');
    await client.query('update account set balance = 999');
    if (end === 'torn') (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    client.release(true);
    const { rows } = await database.pool.query(
      `select balance, current_setting('application_name') as name,
        (select count(*) from pg_prepared_statements) as statements,
      (select count(*) from pg_locks where locktype = 'advisory') as locks from account`,
    );
    expect(rows).toEqual([{ balance: 30, name: '', statements: 0, locks: 0 }]);
  },
);

test('a large answer and a large parameter arrive whole', async () => {
  const { pool } = database;
  expect((await pool.query("select g, repeat('y', 200) from generate_series(1, 20000) g")).rowCount).toBe(
    20_000,
  );
  const bytes = Buffer.alloc(3_000_000, 7);
  expect(
    (await pool.query<{ size: number }>('select octet_length($1::bytea) as size', [bytes])).rows,
  ).toEqual([{ size: bytes.length }]);
});

test('several statements in one query answer one by one, and an error ends them', async () => {
  const results = await database.pool.query('select 1 as a; select 2 as b');
  expect((results as unknown as { rows: unknown[] }[]).map((result) => result.rows)).toEqual([
    [{ a: 1 }],
    [{ b: 2 }],
  ]);
  await expect(database.pool.query('select 1; select 1/0; select 2')).rejects.toMatchObject({
    code: '22012',
  });
  expect((await database.pool.query('select 3 as c')).rows).toEqual([{ c: 3 }]);
});
