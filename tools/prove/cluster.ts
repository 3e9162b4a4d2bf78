import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/engine/db/connect.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { seed } from '../../bench/seed.ts';
import { kill, type Running } from '../../bench/servers.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { hasPackages, startCluster } from './cluster-machine.ts';
import { Ledger, seededVisits } from './ledger.ts';
import { heardAfter } from './watch.ts';

// Eight write without a pause to four servers while one is killed, one ended, and all of them exchanged in
// turn.
if (!hasPackages()) process.exit(1);
const today = dayClock(new Date()).date;
const postgres = await startPostgres({ durable: true });
const filling = await connect({ dataDir: '', databaseUrl: postgres.url });
await seed(filling, { rows: seededVisits, patients: 3000, today });
const cluster = await startCluster(postgres.url);
const { front, ports, servers } = cluster;

const ended = (at: number): Promise<void> => servers[at]?.stop() ?? Promise.resolve();
const phases: Readonly<Record<string, { lost: number; happens: () => Promise<void> }>> = {
  'all four': { lost: 0, happens: () => sleep(3000) },
  // What it had in hand is lost with it; her page asks what became of it.
  'one killed': { lost: 8, happens: async () => kill(servers[0] as Running) },
  'and back': { lost: 0, happens: () => cluster.start(0) },
  'one ended': { lost: 0, happens: () => ended(1) },
  'each exchanged in turn': {
    lost: 0,
    happens: async () => {
      for (const at of [1, 0, 2, 3]) {
        if (at !== 1) await ended(at);
        await cluster.start(at);
        await sleep(1000);
      }
    },
  },
};

const ledger = new Ledger(today);
let wrong = 0;
try {
  console.log(
    `  heard by another server after ${(await heardAfter(ports[0] ?? 0, ports[1] ?? 0)).toFixed(0)} ms, without notices`,
  );
  for (const [name, { lost, happens }] of Object.entries(phases)) {
    const [before, failed] = [ledger.acknowledged, ledger.failed.length];
    ledger.begin(() => [front]);
    await sleep(1000);
    await happens();
    await sleep(1000);
    await ledger.end();
    const now = ledger.failed.slice(failed);
    const found = await ledger.complaints(filling.pool);
    console.log(
      `  ${name}: ${ledger.acknowledged - before} writes acknowledged, ${now.length} without an answer (${lost} may be), ${found.length} wrong`,
    );
    for (const what of [...new Set(now.length > lost ? now : []), ...found].slice(0, 10))
      console.log(`    ${what}`);
    wrong += found.length + Math.max(0, now.length - lost);
  }
} finally {
  await ledger.end();
  await cluster.stop();
  await filling.close();
  await postgres.stop();
}
process.exitCode = wrong > 0 ? 1 : 0;
