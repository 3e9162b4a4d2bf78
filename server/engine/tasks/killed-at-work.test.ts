import { afterAll, expect, test } from 'vitest';
import { type Child, startChild } from '#server/testing/child-process.ts';
import { addressFor } from '#server/testing/databases/test-databases.ts';
import { workForEver } from '#server/testing/offering.ts';
import { monday, testApp } from '#server/testing/test-app.ts';

/**
 * What a process had in hand is given on when it is killed, by its end and not by its lease: the clocks
 * of all stand still.
 */
const clinic = await testApp();
const children: Child[] = [];
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  await clinic.close();
});

async function startWorker(): Promise<Child> {
  const databaseUrl = await addressFor(clinic.deps.database);
  const where = JSON.stringify({ databaseUrl, at: monday });
  const child = await startChild(
    `import { ${workForEver.name} as run } from '#server/testing/offering.ts'; await run(${where});`,
  );
  children.push(child);
  return child;
}
const kill = async (child: Child) => {
  child.process.kill('SIGKILL');
  await child.ended;
};
const looks = (child: Child) => child.output().split('looked').length - 1;
/** It has looked so often since what is due. */
async function looked(child: Child, times: number): Promise<void> {
  const before = looks(child);
  await expect
    .poll(() => looks(child), { timeout: 60_000, interval: 100 })
    .toBeGreaterThanOrEqual(before + times);
}
const works = (child: Child) => child.output().includes('works');

test('another server goes on by its second look after a kill, in ten seconds, and not before', {
  timeout: 240_000,
}, async () => {
  const first = await startWorker();
  await first.until('works');
  const second = await startWorker();
  await second.until('looked');
  await looked(second, 1);
  expect(works(second)).toBe(false);
  await kill(first);
  const [killed, before] = [performance.now(), looks(second)];
  await second.until('works');
  process.stdout.write(`given on ${Math.round(performance.now() - killed)} ms after the kill\n`);
  // It looks every five seconds: however busy the machine, by the second look it has it.
  expect(looks(second) - before).toBeLessThanOrEqual(2);

  // Who stands and says nothing is no dead one.
  const third = await startWorker();
  await third.until('looked');
  second.process.kill('SIGSTOP');
  await looked(third, 3);
  expect(works(third)).toBe(false);
  await kill(second);
  await third.until('works');
});
