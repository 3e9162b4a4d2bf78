import { setTimeout as sleep } from 'node:timers/promises';
import { kill, launchClinic, startClinic } from '../../../bench/servers.ts';
import { freePort } from '../../set-up/free-port.mjs';
import { databasesOnServer, type EmptyDatabase, listTablesOf, localDatabase } from '../databases.ts';

/** Rows that tasks create after the first start, by table: they may exist or not. */
const ignoredTaskRows: Readonly<Record<string, string>> = {
  // One pair of keys; a second pair would be a fault.
  content_versions: "id = (select min(id) from content_versions where key = 'push-keys')",
  retention_runs: 'true',
};

/** Number of rows per table after a first start: it must not depend on earlier kills. */
async function rowsOf(place: EmptyDatabase): Promise<string> {
  const database = await place.open();
  const counted: string[] = [];
  for (const name of await listTablesOf(database)) {
    const { rows } = await database.pool.query<{ n: string }>(
      `select count(*) as n from "${name}" where (${ignoredTaskRows[name] ?? 'false'}) is not true`,
    );
    counted.push(`${name} ${rows[0]?.n}`);
  }
  await database.close();
  return counted.join(', ');
}

/**
 * Kills the first start on an empty folder or database one to three times in a row; the next start must give
 * a complete clinic.
 */
async function firstStarts(
  name: string,
  rounds: number,
  make: () => Promise<EmptyDatabase>,
): Promise<number> {
  const whole = await make();
  const clean = await startClinic(whole.env);
  await kill(clean);
  const meant = await rowsOf(whole);
  let killed = 0;
  let wrongBirths = 0;
  while (killed < rounds) {
    const born = await make();
    for (let times = 1 + Math.floor(Math.random() * 3); times > 0; times--, killed++) {
      const child = launchClinic(born.env, await freePort());
      await sleep(Math.random() * clean.startMs);
      await kill({ child });
    }
    await kill(await startClinic(born.env));
    const found = await rowsOf(born);
    if (found !== meant) console.log(`  ${name}: ${found}\n  instead of ${meant}`);
    wrongBirths += found === meant ? 0 : 1;
    await born.forget();
  }
  await whole.forget();
  console.log(`  ${name}: ${killed} kills, ${wrongBirths} wrong`);
  return wrongBirths;
}

/** Kills both kinds of first starts, in parallel; returns the number of incomplete results. */
export async function killDuringFirstStarts(kills: number): Promise<number> {
  const databases = await databasesOnServer();
  const [local, onServer] = await Promise.all([
    firstStarts('first start, own PostgreSQL', kills, localDatabase),
    firstStarts('first start, DATABASE_URL', kills, databases.make),
  ]);
  await databases.close();
  return local + onServer;
}
