import { mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { removeDataFolder } from '../tools/prove/databases.ts';
import { promisedMb } from '../tools/set-up/processes.mjs';
import { measureAttacks } from './attacks.ts';
import { saturate } from './load.ts';
import { mixedCall } from './mixed.ts';
import { overload } from './overload.ts';
import { postgresMb, residentMb } from './processor.ts';
import { seed } from './seed.ts';
import { type Running, startClinic } from './servers.ts';

// Behaviour under load, measured on the built product: `npx tsx bench/resilience.ts --part
// overload|memory|attacks`.
const { values: asked } = parseArgs({
  options: {
    part: { type: 'string', default: 'overload,memory,attacks' },
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '10' },
    requests: { type: 'string', default: '30000' },
  },
});
const today = clinicClock(new Date()).date;
const token = 'resilience';
const dataDir = mkdtempSync(join(tmpdir(), 'hakima-resilience-'));

type Env = Record<string, string>;

async function heapMb(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 1048576;
  const heap = of('hakima_nodejs_heap_size_used_bytes').toFixed(0);
  return `heap ${heap}, external ${of('hakima_nodejs_external_memory_bytes').toFixed(0)}`;
}

/** Memory of the server and of its PostgreSQL. */
async function megabytes(server: Running): Promise<string> {
  const postgres = postgresMb(dataDir);
  return `${residentMb(server.pid)} MB + PostgreSQL ${postgres} MB (${await heapMb(server.port)})`;
}

async function memory(env: Env): Promise<void> {
  const server = await startClinic({ ...env, METRICS_TOKEN: token });
  try {
    const steps = 6;
    const count = Number(asked.requests) / steps;
    console.log(`  memory, promised ${promisedMb.server} MB: idle ${await megabytes(server)}`);
    for (let step = 0; step < steps; step++) {
      await saturate(server.port, {
        count,
        call: (i) => mixedCall(today, 100_000 + step * count + i),
      });
      console.log(`    after ${(step + 1) * count}: ${await megabytes(server)}`);
    }
    // Idle database connections end after 30 s.
    await sleep(40_000);
    console.log(`    40 s later: ${await megabytes(server)}`);
  } finally {
    await server.stop();
  }
}

const crowding = { today, times: Number(asked.times), seconds: Number(asked.seconds) };
const parts: Record<string, (env: Env) => Promise<void>> = {
  overload: (env) => overload(env, crowding),
  memory,
  attacks: (env) => measureAttacks(env, today),
};

try {
  const database = await connect({ dataDir });
  await seed(database, { rows: 1000, patients: 5000, today });
  await database.close();
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
  for (const part of asked.part.split(',')) await parts[part]?.({ DATA_DIR: dataDir, DATABASE_URL: '' });
} finally {
  await removeDataFolder(dataDir);
}
process.exit(0);
