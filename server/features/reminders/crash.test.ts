import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from '#server/testing/child-process.ts';
import { findDatabaseUrl } from '#server/testing/databases/test-databases.ts';
import { placeFixture, remindUntilKilled, visitFixture } from '#server/testing/reminding.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';

const batch = 200;
const rounds = 3;
const patienceMs = 80_000;
/** A round counts only if the kill fell between its first and last reminder; repeats until one did. */
const enough = (round: number, inTheMiddle: number) =>
  round > rounds && (inTheMiddle > 0 || round > 4 * rounds);

const start = (where: object): Promise<Child> =>
  startChild(
    `import { ${remindUntilKilled.name} as run } from '#server/testing/reminding.ts'; await run(${JSON.stringify(where)});`,
  );
const kill = async (child: Child): Promise<void> => {
  child.process.kill('SIGKILL');
  await child.ended;
};
const once = (people: number) => ['app', 'email'].map((channel) => ({ channel, n: people, keys: people }));

/** Two processes share the database; in each round one is killed while both send reminders. */
test('killed processes leave every reminder in the outbox exactly once', async () => {
  const database = await testDatabase();
  await emptyDatabase(database);
  const databaseUrl = await findDatabaseUrl(database);
  const counted = async () => {
    const found = await database.pool.query(
      'select channel, count(*)::int as n, count(distinct dedupe_key)::int as keys from messages group by 1 order by 1',
    );
    return found.rows;
  };
  await database.pool.query(placeFixture);
  const survivor = await start({ databaseUrl });
  onTestFinished(() => kill(survivor));
  let inTheMiddle = 0;
  for (let round = 1; !enough(round, inTheMiddle); round++) {
    const victim = await start({ databaseUrl });
    await Promise.all([survivor.until('ready'), victim.until('ready')]);
    const before = (round - 1) * batch;
    await database.pool.query(visitFixture(batch));
    for (let wait = 0; wait < 500 && ((await counted())[0]?.n ?? 0) <= before; wait++) await sleep(2);
    await sleep(Math.random() * 50);
    await kill(victim);
    const { n } = (await counted())[0];
    if (n > before && n < before + batch) inTheMiddle += 1;
    // One process sends the remaining reminders of two; the limit allows for a slow machine.
    const until = performance.now() + patienceMs;
    while (performance.now() < until && (await counted())[0]?.n < before + batch) await sleep(10);
    expect(await counted()).toEqual(once(before + batch));
  }
  expect(inTheMiddle).toBeGreaterThan(0);
}, 120_000);
