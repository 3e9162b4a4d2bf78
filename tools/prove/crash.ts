import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/engine/db/connect.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { seed } from '../../bench/seed.ts';
import { kill, type Running, startClinic } from '../../bench/servers.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { killedAtBirth } from './crash/at-birth.ts';
import { killedAtWork } from './crash/at-work.ts';
import { Ledger, seededVisits } from './ledger.ts';

// Everything that writes is killed, again and again, while eight people write without a pause: the built
// server, one of two, and PostgreSQL under them. After each kill what was acknowledged is there, once, and
// nothing contradicts itself. `CRASH_KILLS` says how often in all, `CRASH_ONLY` where.
const kills = Number(process.env.CRASH_KILLS ?? 200);
const only = process.env.CRASH_ONLY ?? '';
const today = dayClock(new Date()).date;
const clinic = { rows: seededVisits, patients: 3000, today };

/** Until so many more were acknowledged, never the same, and then at any moment of a write. */
async function aWhile(ledger: Ledger): Promise<void> {
  const enough = ledger.acknowledged + 50 + Math.random() * 150;
  const patience = Date.now() + 20_000;
  while (ledger.acknowledged < enough && Date.now() < patience) await sleep(2);
  await sleep(Math.random() * 30);
}

interface Place {
  /** Starts the servers that are not running, and answers the ports of those that are. */
  start(): Promise<readonly number[]>;
  /** What is killed; answers when it is gone (or, of the database, back). */
  kill(): Promise<void>;
  /** What is there, while nobody writes. */
  look(ledger: Ledger): Promise<string[]>;
  close(): Promise<void>;
}

async function embedded(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakima-crash-'));
  const first = await connect({ dataDir });
  await seed(first, clinic);
  await first.close();
  let server: Running | null = null;
  const end = async () => {
    if (server) await kill(server);
    server = null;
  };
  return {
    start: async () => {
      server ??= await startClinic({ DATA_DIR: dataDir, DATABASE_URL: '' });
      return [server.port];
    },
    kill: end,
    look: async (ledger) => {
      await end();
      const database = await connect({ dataDir });
      return ledger.complaints(database.pool).finally(() => database.close());
    },
    close: async () => {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** So many servers on one PostgreSQL; either one of them is killed each time, or PostgreSQL itself. */
async function onServer(processes: number, killed: 'a server' | 'the database'): Promise<Place> {
  const postgres = await startPostgres({ durable: true });
  const databaseUrl = postgres.url;
  const filling = await connect({ dataDir: '', databaseUrl });
  await seed(filling, clinic);
  await filling.close();
  const servers: Running[] = [];
  return {
    start: async () => {
      while (servers.length < processes) servers.push(await startClinic({ DATABASE_URL: databaseUrl }));
      return servers.map(({ port }) => port);
    },
    kill: async () => {
      if (killed === 'the database') await postgres.crash();
      else await Promise.all(servers.splice(Math.floor(Math.random() * servers.length), 1).map(kill));
    },
    look: async (ledger) => {
      const database = await connect({ dataDir: '', databaseUrl });
      return ledger.complaints(database.pool).finally(() => database.close());
    },
    close: async () => {
      await Promise.all(servers.map(kill));
      await postgres.stop();
    },
  };
}

const places: Readonly<Record<string, { share: number; open(): Promise<Place> }>> = {
  'the embedded clinic': { share: 0.3, open: embedded },
  'a server on PostgreSQL': { share: 0.2, open: () => onServer(1, 'a server') },
  'one of two servers': { share: 0.3, open: () => onServer(2, 'a server') },
  PostgreSQL: { share: 0.2, open: () => onServer(1, 'the database') },
};

let wrong = 0;
for (const [name, { share, open }] of Object.entries(places)) {
  if (!name.includes(only)) continue;
  const place = await open();
  const ledger = new Ledger(today);
  const rounds = Math.ceil(kills * share);
  try {
    for (let round = 1; round <= rounds; round++) {
      let ports = await place.start();
      ledger.begin(() => ports);
      await aWhile(ledger);
      await place.kill();
      ports = await place.start();
      await ledger.end();
      const found = await place.look(ledger);
      for (const what of found.slice(0, 10)) console.log(`  ${name}, kill ${round}: ${what}`);
      wrong += found.length;
    }
  } finally {
    await ledger.end();
    await place.close();
  }
  console.log(
    `  ${name}: ${rounds} kills, ${ledger.acknowledged} writes acknowledged, ${wrong} wrong so far`,
  );
}
if ('first start'.includes(only)) wrong += await killedAtBirth(Math.ceil(kills / 10));
if ('list, backup, move'.includes(only)) {
  const found = await killedAtWork(Math.ceil(kills / 20));
  for (const what of found) console.log(`  ${what}`);
  wrong += found.length;
}
process.exitCode = wrong > 0 ? 1 : 0;
