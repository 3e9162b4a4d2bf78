import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dbOn } from '#server/engine/db/connect.ts';
import { inTransaction, isUnavailable } from '#server/engine/db/transaction.ts';
import { embeddedPool } from './embedded-pool.ts';
import { WorkerEngine } from './worker-engine.ts';

const home = mkdtempSync(join(tmpdir(), 'hakima-worker-'));
const restarts: string[] = [];
const deadlineMs = 2_000;
let engine: WorkerEngine;
let pool: pg.Pool;

beforeAll(async () => {
  engine = new WorkerEngine({
    folder: join(home, 'database'),
    deadlineMs,
    onRestart: (reason) => restarts.push(reason),
  });
  pool = embeddedPool(engine);
  await engine.ready;
  await pool.query('create table kept (n int); insert into kept values (1)');
}, 60_000);
afterAll(async () => {
  await pool.end();
  await engine.close();
  rmSync(home, { recursive: true });
});

const kept = async (): Promise<unknown> => (await pool.query('select n from kept')).rows;

test('a crash of the engine is an error of the query that caused it, and the next query is well', async () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  await expect(pool.query('select ($1::jsonb) is not null', [deep])).rejects.toMatchObject({ code: '57P02' });
  expect(restarts).toEqual([expect.stringContaining('Maximum call stack size exceeded')]);
  expect(await kept()).toEqual([{ n: 1 }]);
});

test('many who wait while the engine starts again are all answered', async () => {
  const runaway = pool.query('select count(*) from generate_series(1, 2000000000)').catch(isUnavailable);
  const others = Array.from({ length: 20 }, () => kept());
  expect(await runaway).toBe(true);
  expect(await Promise.all(others)).toEqual(others.map(() => [{ n: 1 }]));
});

test('a query past its deadline ends with its transaction; the server goes on meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 20);
  const before = restarts.length;
  const work = inTransaction(dbOn(pool), async (tx) => {
    await tx.execute('update kept set n = 2');
    await tx.execute('select count(*) from generate_series(1, 2000000000)');
  });
  await expect(work).rejects.toSatisfy(isUnavailable);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(30);
  expect(restarts.slice(before)).toEqual([`no answer within ${deadlineMs} ms`]);
  expect(await kept()).toEqual([{ n: 1 }]);
});

test('work that may take its time has no deadline', async () => {
  const before = restarts.length;
  const longer = `do $$ begin
    while clock_timestamp() < now() + interval '${deadlineMs * 1.5} ms' loop end loop; end $$`;
  await inTransaction(dbOn(pool), (tx) => tx.execute(longer), { unhurried: true });
  expect(restarts.length).toBe(before);
});
