import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { claimTask, ensureTasks, finishTask, renewClaim } from './queries.ts';
import { type Task, TaskRunner } from './task-runner.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ LOG_LEVEL: 'warn' });
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const minute = 60_000;
const at = (ms: number) => new Date(monday.getTime() + ms);

const sweep = (work: () => Promise<unknown>, name = 'sweep'): Task<unknown> => ({
  name,
  everySeconds: 300,
  leaseSeconds: 600,
  work,
});
const told = async () =>
  (await t.deps.database.pool.query('select name, last_error, last_ok_at from tasks order by name')).rows;

test('one of several processes runs a due task, and not again before its next time', async () => {
  let rounds = 0;
  const processes = [1, 2, 3, 4].map(() => new TaskRunner(t.deps, [sweep(async () => void rounds++)]));
  const everybody = async () => (await Promise.all(processes.map((process) => process.poke()))).flat();
  expect([await everybody(), rounds]).toEqual([['sweep'], 1]);
  t.setNow(at(4 * minute));
  expect(await everybody()).toEqual([]);
  t.setNow(at(5 * minute));
  expect([await everybody(), rounds]).toEqual([['sweep'], 2]);
});

test('a failed task is recorded, does not stop the others and runs again at its next time', async () => {
  let broken = true;
  const failing = sweep(async () => {
    if (broken) throw new Error('no space left');
  });
  const runner = new TaskRunner(t.deps, [failing, sweep(async () => undefined, 'tidy')]);
  expect(await runner.poke()).toEqual(['tidy']);
  expect(await told()).toEqual([
    { name: 'sweep', last_error: 'no space left', last_ok_at: null },
    { name: 'tidy', last_error: null, last_ok_at: at(0) },
  ]);
  broken = false;
  t.setNow(at(5 * minute));
  expect(await runner.poke()).toEqual(['sweep', 'tidy']);
  expect((await told())[0]).toEqual({ name: 'sweep', last_error: null, last_ok_at: at(5 * minute) });
});

test('a task that fails because the server ends is not logged as a failure', async () => {
  const started: { stop(): Promise<void> }[] = [];
  const stopped = sweep(async () => {
    void started[0]?.stop();
    throw new Error('Failed query: select everything from everywhere');
  });
  const runner = new TaskRunner(t.deps, [stopped]);
  started.push(runner);
  const before = t.logged();
  expect(await runner.poke()).toEqual([]);
  expect(t.logged()).toBe(before);
});

const turn = { name: 'sweep', longestMs: 10 * minute };
/** A process without a visible session, or with the given one. */
const asking = (ms: number, presence: number | null = null) => ({
  database: t.deps.database,
  presence,
  now: at(ms),
});

test('a task whose process died unnoticed is taken over when its lease ends', async () => {
  await ensureTasks(t.deps.db, ['sweep'], at(0));
  expect(await claimTask(asking(minute), turn, at(11 * minute))).toBeDefined();
  expect(await claimTask(asking(10 * minute, 7), turn, at(20 * minute))).toBeUndefined();
  expect(await claimTask(asking(11 * minute), turn, at(21 * minute))).toBeDefined();
});

test('a process that lost a task neither renews nor finishes it', async () => {
  await ensureTasks(t.deps.db, ['sweep'], at(0));
  const { db } = t.deps;
  const first = await claimTask(asking(0), turn, at(minute));
  const second = await claimTask(asking(minute), turn, at(2 * minute));
  if (!first || !second) throw new Error('nobody has it');
  expect(await renewClaim(db, first, at(9 * minute))).toBe(false);
  expect(await finishTask(db, first, at(9 * minute), { okAt: at(minute) })).toBe(false);
  expect(await finishTask(db, first, at(9 * minute), { error: 'too late' })).toBe(false);
  expect(await told()).toEqual([{ name: 'sweep', last_error: null, last_ok_at: null }]);
  expect(await renewClaim(db, second, at(3 * minute))).toBe(true);
  // It is unknown whether the renewal arrived: the lease still belongs to its process.
  const unsure = { ...second, until: [at(2 * minute), at(3 * minute)] };
  expect(await renewClaim(db, unsure, at(4 * minute))).toBe(true);
  const last = { ...second, until: [at(4 * minute)] };
  expect(await finishTask(db, last, at(5 * minute), { okAt: at(3 * minute) })).toBe(true);
  expect(await told()).toEqual([{ name: 'sweep', last_error: null, last_ok_at: at(3 * minute) }]);
});

test('a process that paused longer than its lease leaves the task to the new process', async () => {
  const seen: unknown[] = [];
  const other = new TaskRunner(t.deps, [sweep(async () => seen.push('other'))]);
  const stood = new TaskRunner(t.deps, [
    sweep(async () => {
      t.setNow(at(11 * minute));
      seen.push(await other.poke());
    }),
  ]);
  expect(await stood.poke()).toEqual([]);
  expect(seen).toEqual(['other', ['sweep']]);
  // Its next time is set by the other process.
  const dueAt = (await t.deps.database.pool.query('select due_at from tasks')).rows[0].due_at;
  expect(dueAt).toEqual(at(16 * minute));
});

test('a clock that was ahead or is set back does not stop any task', async () => {
  const runner = new TaskRunner(t.deps, [sweep(async () => undefined)]);
  t.setNow(at(24 * 60 * minute));
  expect(await runner.poke()).toEqual(['sweep']);
  t.setNow(at(0));
  expect(await runner.poke()).toEqual(['sweep']);
  expect(await runner.poke()).toEqual([]);
});

test('a task that runs longer than its lease keeps it while its process lives', async () => {
  const lease = 30;
  const dueAt = async () =>
    (await t.deps.database.pool.query('select due_at from tasks')).rows[0].due_at.getTime() -
    monday.getTime();
  const task = { ...sweep(async () => undefined), leaseSeconds: 0.03 };
  const other = new TaskRunner(t.deps, [task]);
  const seen: unknown[] = [];
  const working = new TaskRunner(t.deps, [
    {
      ...task,
      work: async () => {
        t.setNow(at(minute));
        while ((await dueAt()) < minute + lease) await nextTurn();
        seen.push(await other.poke());
      },
    },
  ]);
  expect(await working.poke()).toEqual(['sweep']);
  expect(seen).toEqual([[]]);
});

test('a list of unwanted tasks reads nothing and logs no problem', async () => {
  const wanted = { ...sweep(() => Promise.resolve()), isWanted: () => false };
  await new TaskRunner(t.deps, [wanted]).poke();
  expect(t.logged()).not.toContain('periodic tasks');
});
