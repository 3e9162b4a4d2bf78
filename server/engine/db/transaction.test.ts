import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import type { Db } from './connect.ts';
import { constraintOf, inTransaction, isUnavailable, pgErrorCode } from './transaction.ts';

const database = await testDatabase();
const { db, pool } = database;
beforeEach(() => emptyDatabase(database));

const write = (tx: Db, key: string) => tx.insert(contentVersions).values({ key, body: {} });
const keys = async (): Promise<string[]> =>
  (await db.select({ key: contentVersions.key }).from(contentVersions)).map((row) => row.key);
const fail = (tx: Db, code: string, constraint = '') =>
  tx.execute(
    sql.raw(
      `do $$ begin raise exception using errcode = '${code}', message = 'planned', constraint = '${constraint}'; end $$`,
    ),
  );

async function tries(code: string, failures: number, options = {}, constraint = ''): Promise<number> {
  let count = 0;
  await inTransaction(
    db,
    async (tx) => {
      await write(tx, `try ${++count}`);
      if (count <= failures) await fail(tx, code, constraint);
    },
    options,
  );
  return count;
}

describe('a transaction', () => {
  test('commits everything or nothing', async () => {
    const error = new Error('changed my mind');
    const work = inTransaction(db, async (tx) => {
      await write(tx, 'gone');
      throw error;
    });
    await expect(work).rejects.toBe(error);
    await inTransaction(db, (tx) => write(tx, 'kept'));
    expect(await keys()).toEqual(['kept']);
  });

  test.each(['40P01', '40001'])(
    'is retried after %s, and the failed attempt leaves nothing',
    async (code) => {
      expect(await tries(code, 2)).toBe(3);
      expect(await keys()).toEqual(['try 3']);
    },
  );

  test('gives up after three attempts', async () => {
    await expect(tries('40P01', 3)).rejects.toSatisfy((error) => pgErrorCode(error) === '40P01');
    expect(await keys()).toEqual([]);
  });

  test('is retried for a taken room only if the caller asks', async () => {
    const room = 'appointments_room_overlap';
    await expect(tries('23P01', 1, {}, room)).rejects.toSatisfy((error) => constraintOf(error) === room);
    expect(await tries('23P01', 1, { retryRoom: true }, room)).toBe(2);
    await expect(tries('23P01', 1, { retryRoom: true }, 'appointments_patient_overlap')).rejects.toThrow();
  });

  test('joins an open transaction', async () => {
    await expect(
      inTransaction(db, async (tx) => {
        await inTransaction(tx, (inner) => write(inner, 'inner'));
        throw new Error('outer fails');
      }),
    ).rejects.toThrow('outer fails');
    expect(await keys()).toEqual([]);
  });

  test('throws instead of waiting forever when its work requests a second connection', async () => {
    const work = inTransaction(db, async () => {
      await db.select().from(contentVersions).where(eq(contentVersions.key, 'x'));
    });
    await expect(work).rejects.toSatisfy((error) =>
      /second connection inside a transaction/.test(String((error as Error).cause ?? error)),
    );
    expect(await keys()).toEqual([]);
  });

  test('without timeouts has no deadline, and the next one has deadlines again', async () => {
    const deadline = async (tx: Db) =>
      (await tx.execute<{ t: string }>(sql`select current_setting('statement_timeout') as t`)).rows[0]?.t;
    const usual = await inTransaction(db, deadline);
    expect(await inTransaction(db, deadline, { withoutTimeouts: true })).toBe('0');
    expect(await inTransaction(db, deadline)).toBe(usual);
  });
});

describe('errors', () => {
  test('of the database keep their code through the query builder', async () => {
    const error: unknown = await db.execute(sql`select 1/0`).catch((e) => e);
    expect(pgErrorCode(error)).toBe('22012');
    expect(isUnavailable(error)).toBe(false);
  });

  test('of a query do not leak a connection', async () => {
    const connection = async () =>
      (
        await pool.query<{ since: Date }>(
          'select backend_start as since from pg_stat_activity where pid = pg_backend_pid()',
        )
      ).rows;
    const before = await connection();
    // Test files of one worker share the pool: others may have opened more.
    const open = pool.totalCount;
    await pool.query('select 1/0').catch(() => undefined);
    expect(await connection()).toEqual(before);
    expect(pool.totalCount).toBe(open);
  });

  test('of an unreachable server differ from errors of the request', async () => {
    const nobody = new pg.Client({ host: '127.0.0.1', port: 1 });
    expect(isUnavailable(await nobody.connect().catch((e) => e))).toBe(true);
    expect(isUnavailable(new Error('no such appointment'))).toBe(false);
  });

  test('a connection that breaks in a transaction counts as unavailability, and the next query works', async () => {
    const work = inTransaction(db, async (tx) => {
      const { stream } = (
        tx as unknown as { session: { client: { connection: { stream: { destroy(): void } } } } }
      ).session.client.connection;
      stream.destroy();
      await write(tx, 'lost');
    });
    await expect(work).rejects.toSatisfy(isUnavailable);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await keys()).toEqual([]);
  });
});
