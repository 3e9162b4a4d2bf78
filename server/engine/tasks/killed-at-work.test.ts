import { afterAll, expect, test } from 'vitest';
import { type Child, startChild } from '#server/testing/child-process.ts';
import { findDatabaseUrl } from '#server/testing/databases/test-databases.ts';
import { workUntilKilled } from '#server/testing/offering.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

/**
 * The tasks of a killed process are taken over because its session ends, not because its lease expires: all
 * clocks stand still.
 */
const clinic = await createTestApp();
const children: Child[] = [];
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  await clinic.close();
});

async function startWorker(): Promise<Child> {
  const databaseUrl = await findDatabaseUrl(clinic.deps.database);
  const where = JSON.stringify({ databaseUrl, at: monday });
  const child = await startChild(
    `import { ${workUntilKilled.name} as run } from '#server/testing/offering.ts'; await run(${where});`,
  );
  children.push(child);
  return child;
}
const kill = async (child: Child) => {
  child.process.kill('SIGKILL');
  await child.ended;
};
const looks = (child: Child) => child.output().split('looked').length - 1;
/** Number of looks at the due tasks. */
async function looked(child: Child, times: number): Promise<void> {
  const before = looks(child);
  await expect
    .poll(() => looks(child), { timeout: 60_000, interval: 100 })
    .toBeGreaterThanOrEqual(before + times);
}
const works = (child: Child) => child.output().includes('works');

test('another server takes over a killed process’s task by its second look, and not earlier', {
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
  // It looks every five seconds: at the second look it has the task, however busy the machine.
  expect(looks(second) - before).toBeLessThanOrEqual(2);

  // A process that is stopped but alive is not dead.
  const third = await startWorker();
  await third.until('looked');
  second.process.kill('SIGSTOP');
  await looked(third, 3);
  expect(works(third)).toBe(false);
  await kill(second);
  await third.until('works');
});
