import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { schemaText } from '#server/engine/db/schema-text.ts';
import {
  findLostRows,
  listRewrittenColumns,
  migrateAndSeed,
  type Rows,
  readAllRows,
} from '#server/testing/proofs/upgrading.ts';
import { kill, launchClinic, startClinic } from '../../bench/servers.ts';
import { freePort } from '../set-up/free-port.mjs';
import { root } from '../set-up/processes.mjs';
import { databasesOnServer, type EmptyDatabase, localDatabase } from './databases.ts';
import { buildEarlierVersion } from './earlier-build.ts';
import { upgradeAtWork } from './upgrade/at-work.ts';
import { runTwoVersions } from './upgrade/beside.ts';

// Databases of earlier schemas, with rows written under each of them, are migrated to the current schema by
// processes that are killed on the way, or whose PostgreSQL is killed. Afterwards nothing may be missing, and
// the clinic must start, twice. `UPGRADE_KILLS`: total number of kills. `UPGRADE_SEED`: seed of the rows.
// Then two versions serve side by side, and one server is upgraded and goes back while a front desk works.
const kills = Number(process.env.UPGRADE_KILLS ?? 150);
const seed = Number(process.env.UPGRADE_SEED ?? 1);
const own = ownMigrations();
const today = readFileSync(join(root, 'server/db/schema.sql'), 'utf8');

const complaints: string[] = [];

interface Upgrading {
  readonly child: ChildProcess;
  /** Resolve when the migration begins, and when it has ended. */
  readonly begins: Promise<unknown>;
  readonly ended: Promise<unknown>;
  done: boolean;
}

function startUpgrade(env: Record<string, string>, mayFail: boolean): Upgrading {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/prove/upgrade/here.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', mayFail ? 'ignore' : 'inherit'],
  });
  const ended = once(child, 'exit');
  const upgrading: Upgrading = { child, begins: ended, ended, done: false };
  const begins = new Promise<void>((begun) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'done') upgrading.done = true;
      else begun();
    });
  });
  return Object.assign(upgrading, { begins: Promise.race([begins, ended]) });
}

/** Kills during upgrades, and their number. */
interface Killing {
  /** Kills the database. */
  readonly crash?: () => Promise<void>;
  kills: number;
  crashes: number;
  /** Kills that came before the migration was complete. */
  inTheMidst: number;
}

/** Kills one upgrade; every third time its database instead. */
async function killOneUpgrade(place: EmptyDatabase, killing: Killing): Promise<void> {
  const upgrading = startUpgrade(place.env, true);
  await upgrading.begins;
  await sleep(Math.random() * 400);
  if (!upgrading.done) killing.inTheMidst += 1;
  killing.kills += 1;
  if (killing.crash && killing.kills % 3 === 0) {
    killing.crashes += 1;
    await killing.crash();
    await upgrading.ended;
  } else await kill(upgrading);
}

/** Upgrades from the schema of the first `upTo` migrations. */
async function proveUpgradeFrom(
  name: string,
  place: EmptyDatabase,
  upTo: number,
  { times, killing }: { times: number; killing: Killing },
): Promise<void> {
  const say = (what: string) => complaints.push(`${name}, from ${own[upTo - 1]?.name}: ${what}`);
  const old = await place.open();
  const client = await old.pool.connect();
  for (const table of await migrateAndSeed(client, { upTo, seed: seed + upTo })) say(`no row in ${table}`);
  const before: Rows = await readAllRows(client);
  client.release();
  await old.close();

  for (let n = 0; n < times; n++) await killOneUpgrade(place, killing);
  await startUpgrade(place.env, false).ended;

  const now = await place.open();
  const except = listRewrittenColumns(own.slice(upTo).map((migration) => migration.name));
  for (const row of findLostRows(before, await readAllRows(now.pool), except))
    say(`not there as it was: ${row}`);
  if ((await schemaText(now.pool)) !== today) say('another schema than schema.sql');
  if ((await migrate(now.pool)).length > 0) say('a second start found something to do');
  await now.close();
  for (const nth of ['first', 'second']) {
    const server = await startClinic(place.env).catch(
      (error: Error) => void say(`${nth} start: ${error.message}`),
    );
    if (!server) break;
    const page = await fetch(`http://127.0.0.1:${server.port}/`);
    if (!page.ok) say(`${nth} start: the front page says ${page.status}`);
    await server.stop();
    if (server.child.exitCode !== 0) say(`${nth} start: ended with ${server.child.exitCode}`);
  }
}

/** A database of a newer version must be refused with one sentence and left unchanged. */
async function checkNewerRejected(name: string, place: EmptyDatabase): Promise<void> {
  const database = await place.open();
  await migrate(database.pool);
  await database.pool.query("insert into migrations (name) values ('9000-of-tomorrow')");
  await database.close();
  const child = launchClinic(place.env, await freePort(), 'pipe');
  let says = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (says += text));
  const [code] = await once(child, 'exit');
  const sentence = says.trim().split('\n');
  const told = sentence.length === 1 && says.includes('newer version of Hakima (9000-of-tomorrow)');
  if (code !== 1 || !told) complaints.push(`${name}: a newer schema: ${code}, ${says}`);
}

interface Engine {
  make(): Promise<EmptyDatabase>;
  crash?(): Promise<void>;
}

/**
 * Tests every earlier schema, as often as the number of kills allows; if there are too few kills, some
 * schemas with two kills each.
 */
async function prove(name: string, { make, crash }: Engine, most: number): Promise<void> {
  const earlier = own.length - 1;
  const times = most < earlier ? 2 : Math.floor(most / earlier);
  const steps = Math.min(earlier, Math.max(1, Math.floor(most / times)));
  const killing: Killing = { ...(crash && { crash }), kills: 0, crashes: 0, inTheMidst: 0 };
  for (let n = 0; n < steps; n++) {
    const place = await make();
    await proveUpgradeFrom(name, place, 1 + Math.floor((n * earlier) / steps), { times, killing });
    await place.forget();
  }
  const newer = await make();
  await checkNewerRejected(name, newer);
  await newer.forget();
  console.log(
    `  ${name}: from ${steps} of ${earlier} earlier schemas, ${killing.kills} kills (${killing.crashes} of the ` +
      `database), ${killing.inTheMidst} of them in the midst of it; ${complaints.length} wrong so far`,
  );
}

async function proveBothPlaces(): Promise<void> {
  const databases = await databasesOnServer();
  await Promise.all([
    prove('own PostgreSQL', { make: localDatabase }, Math.floor(kills / 2)),
    prove('DATABASE_URL', databases, Math.ceil(kills / 2)),
  ]);
  await databases.close();
}

// All three are independent: both kinds of databases, and the build of the earlier version.
const [earlier] = await Promise.all([
  buildEarlierVersion(process.env.UPGRADE_FROM ?? ''),
  kills > 0 && proveBothPlaces(),
]);
if (typeof earlier === 'string') complaints.push(`the version before: ${earlier}`);
else complaints.push(...(await runTwoVersions(earlier)), ...(await upgradeAtWork(earlier)));
for (const what of complaints.slice(0, 20)) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
