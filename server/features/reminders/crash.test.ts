import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from '#server/testing/child-process.ts';
import { fillDataFolder } from '#server/testing/databases/embedded-test-database.ts';
import { addressFor } from '#server/testing/databases/server-test-database.ts';
import { placeFixture, remindForEver, visitFixture } from '#server/testing/reminding.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hakima-remind-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const server = process.env.TEST_DATABASE_URL;
const batch = 200;
const rounds = 3;
const patienceMs = 80_000;
/**
 * On the server a round counts only when the kill fell between the first reminder and the last: there are
 * more until one has.
 */
const enough = (round: number, inTheMiddle: number) =>
  round > rounds && (inTheMiddle > 0 || round > 4 * rounds);

const start = (where: object): Promise<Child> =>
  startChild(
    `import { ${remindForEver.name} as run } from '#server/testing/reminding.ts'; await run(${JSON.stringify({ dataDir, ...where })});`,
  );
const kill = async (child: Child): Promise<void> => {
  child.process.kill('SIGKILL');
  await child.ended;
};
const once = (people: number) => ['app', 'email'].map((channel) => ({ channel, n: people, keys: people }));

/** Two processes share the server; in each round one is killed while both remind. */
async function killedBesideAnother(url: string): Promise<void> {
  const database = await testDatabase();
  await emptyDatabase(database);
  const databaseUrl = await addressFor(database, url);
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
    // As long as the test may take: one process makes what two began, beside whatever else runs.
    const until = performance.now() + patienceMs;
    while (performance.now() < until && (await counted())[0]?.n < before + batch) await sleep(10);
    expect(await counted()).toEqual(once(before + batch));
  }
  expect(inTheMiddle).toBeGreaterThan(0);
}

/** The embedded engine knows one process: it is killed, started again, and comes to the end at last. */
async function killedAndStartedAgain(): Promise<void> {
  const fixture = `${placeFixture} ${visitFixture(batch)}`;
  let due = 0;
  await fillDataFolder(dataDir);
  const begin = async (killedAfter?: number): Promise<Child> => {
    const child = await start({ fixture, killedAfter });
    await child.until('ready');
    const found = Number(/ready .*"channel":"app","n":(\d+)/.exec(child.output())?.[1] ?? '0');
    expect(found).toBeGreaterThanOrEqual(due);
    expect(found).toBeLessThan(batch);
    return child;
  };
  for (const killedAfter of [9, 23, 38]) {
    await (await begin(killedAfter)).ended;
    due += killedAfter;
  }
  const last = await begin();
  await last.until('done');
  expect(JSON.parse(/done (.*)\n/.exec(last.output())?.[1] ?? '[]')).toEqual(once(batch));
  await kill(last);
}

test('processes that are killed at any moment leave every reminder in the outbox exactly once', async () => {
  await (server ? killedBesideAnother(server) : killedAndStartedAgain());
}, 120_000);
