import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/testing/test-app.ts';
import { Periodic, type PeriodicTask } from './periodic.ts';

const clinic = await testApp();
beforeEach(clinic.reset);
afterAll(clinic.close);

function counting(problem?: string) {
  const task = {
    name: 'counting',
    everySeconds: 60,
    rounds: 0,
    async run() {
      task.rounds += 1;
      if (problem) throw new Error(problem);
    },
  } satisfies PeriodicTask & { rounds: number };
  return task;
}

test('a task is done when it is due, by one of several processes', async () => {
  const task = counting();
  const processes = [1, 2, 3].map(() => new Periodic(clinic.deps, [task]));
  const everybody = () => Promise.all(processes.map((process) => process.poke()));
  await everybody();
  await everybody();
  expect(task.rounds).toBe(1);
  clinic.setNow(new Date(clinic.deps.now().getTime() + 61_000));
  await everybody();
  expect(task.rounds).toBe(2);
});

test('one that fails is noted, does not stop the others, and comes again', async () => {
  const failing = counting('disk full');
  const other = { ...counting(), name: 'other', rounds: 0, run: async () => void (other.rounds += 1) };
  await new Periodic(clinic.deps, [failing, other]).poke();
  const { rows } = await clinic.deps.database.pool.query(
    'select name, last_error, last_ok_at is not null as ok from tasks order by name',
  );
  expect(rows).toEqual([
    { name: 'counting', last_error: 'disk full', ok: false },
    { name: 'other', last_error: null, ok: true },
  ]);
  expect(other.rounds).toBe(1);
});
