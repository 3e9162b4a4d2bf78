import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { removeDataFolder } from '../tools/prove/databases.ts';
import { leanMemory, promisedMb } from '../tools/set-up/processes.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { attacked } from './attacks.ts';
import { saturate, send } from './load.ts';
import { mixedCall } from './mixed.ts';
import { overload } from './overload.ts';
import { postgresMb, residentMb } from './processor.ts';
import { seed, staffCookie } from './seed.ts';
import { type Running, startClinic } from './servers.ts';

// Behaviour under failures, measured on the built product: `tsx bench/resilience.ts --part
// end|overload|memory|restart|attacks`.
const { values: asked } = parseArgs({
  options: {
    part: { type: 'string', default: 'end,overload,memory,restart,attacks' },
    engines: { type: 'string', default: 'own,url' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '10' },
    requests: { type: 'string', default: '30000' },
  },
});
const today = clinicClock(new Date()).date;
const token = 'resilience';
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Env = Record<string, string>;

function open(port: number, says: string): Socket {
  const socket = connectSocket(port, '127.0.0.1');
  socket.on('error', () => undefined);
  if (says) socket.write(says);
  return socket.resume();
}

/** SIGTERM under load, with every kind of open connection that could keep the server from ending. */
async function end(env: Env): Promise<void> {
  const times: number[] = [];
  const codes = new Map<string, number>();
  for (let round = 0; round < Number(asked.rounds); round++) {
    const server = await startClinic(env);
    const host = 'host: a\r\n';
    const post = 'content-type: application/json\r\ncontent-length: 99\r\n\r\n{';
    const sockets = ['', 'GET / HTTP/1.1\r\nho', `GET /healthz HTTP/1.1\r\n${host}\r\n`].map((says) =>
      open(server.port, says),
    );
    for (let i = 0; i < 20; i++) {
      sockets.push(open(server.port, `GET /api/events HTTP/1.1\r\n${host}cookie: ${staffCookie}\r\n\r\n`));
      sockets.push(
        open(server.port, `POST /api/auth/login HTTP/1.1\r\n${host}${post}`),
        open(server.port, ''),
      );
    }
    let loading = true;
    const load = Array.from({ length: 16 }, async (_, at) => {
      for (let i = at; loading; i += 16) await send(server.port, mixedCall(today, i)).catch(() => sleep(20));
    });
    await sleep(1500);
    const started = performance.now();
    const ended = new Promise<string>((done) => server.child.once('exit', (code) => done(String(code))));
    server.child.kill('SIGTERM');
    const code = await ended;
    times.push(performance.now() - started);
    codes.set(code, (codes.get(code) ?? 0) + 1);
    loading = false;
    for (const socket of sockets) socket.destroy();
    await Promise.all(load);
  }
  const within = times.filter((ms) => ms <= 3000).length;
  console.log(
    `  end: ${within} of ${times.length} within 3 s, median ${median(times).toFixed(0)} ms,`,
    `longest ${Math.max(...times).toFixed(0)} ms, exit codes ${JSON.stringify(Object.fromEntries(codes))}`,
  );
}

async function heapMb(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 1048576;
  const heap = of('hakima_nodejs_heap_size_used_bytes').toFixed(0);
  return `heap ${heap}, external ${of('hakima_nodejs_external_memory_bytes').toFixed(0)}`;
}

/** Memory of the server and, if it runs its own PostgreSQL, of PostgreSQL's processes. */
async function megabytes(server: Running, env: Env): Promise<string> {
  const database = env.DATA_DIR ? ` + PostgreSQL ${postgresMb(env.DATA_DIR)} MB` : '';
  return `${residentMb(server.pid)} MB${database} (${await heapMb(server.port)})`;
}

async function memory(env: Env): Promise<void> {
  const server = await startClinic({ ...env, METRICS_TOKEN: token });
  try {
    const steps = 6;
    const count = Number(asked.requests) / steps;
    console.log(`  memory, promised ${promisedMb.server} MB: idle ${await megabytes(server, env)}`);
    for (let step = 0; step < steps; step++) {
      await saturate(server.port, {
        count,
        call: (i) => mixedCall(today, 100_000 + step * count + i),
      });
      console.log(`    after ${(step + 1) * count}: ${await megabytes(server, env)}`);
    }
    await sleep(20_000);
    console.log(`    20 s later: ${await megabytes(server, env)}`);
  } finally {
    await server.stop();
  }
}

/** Kills the whole process group with SIGKILL, starts it again, and measures the time until it is ready. */
async function restart(env: Env): Promise<void> {
  const times: number[] = [];
  const heardAfter: number[] = [];
  const launch = (port: number): ChildProcess =>
    spawn(process.execPath, [...leanMemory.args, join(import.meta.dirname, '../dist/server/main.js')], {
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...leanMemory.env,
        ...env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        PORT: String(port),
      },
    });
  const hears = async (port: number): Promise<void> => {
    const isHeard = () =>
      new Promise<boolean>((done) => {
        const caller = connectSocket(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
        caller.once('connect', () => caller.destroy());
      });
    while (!(await isHeard())) await sleep(2);
  };
  const ready = async (port: number): Promise<void> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await sleep(5);
    }
  };
  const port = 20_000 + (process.pid % 20_000);
  let server = launch(port);
  await ready(port);
  for (let round = 0; round < 10; round++) {
    const ended = once(server, 'exit');
    process.kill(-(server.pid ?? 0), 'SIGKILL');
    await ended;
    const started = performance.now();
    server = launch(port);
    await hears(port);
    heardAfter.push(performance.now() - started);
    await ready(port);
    times.push(performance.now() - started);
  }
  process.kill(-(server.pid ?? 0), 'SIGKILL');
  const said = (all: number[]) => `${median(all).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms`;
  console.log(
    `  restart after kill -9: callers are heard after ${said(heardAfter)}; ready after ${said(times)}`,
  );
}

const crowding = { today, times: Number(asked.times), seconds: Number(asked.seconds) };
const parts: Record<string, (env: Env) => Promise<void>> = {
  end,
  overload: (env) => overload(env, crowding),
  memory,
  restart,
  attacks: (env) => attacked(env, today),
};

async function on(engine: string, env: Env): Promise<void> {
  const database = await connect({ dataDir: env.DATA_DIR ?? '', databaseUrl: env.DATABASE_URL });
  await seed(database, { rows: 1000, patients: 5000, today });
  await database.close();
  console.log(`${engine}, load average ${loadavg()[0]?.toFixed(1)}`);
  for (const part of asked.part.split(',')) await parts[part]?.(env);
}

for (const engine of asked.engines.split(',')) {
  if (engine === 'url') {
    const postgres = await startPostgres();
    await on(engine, { DATABASE_URL: postgres.url }).finally(() => postgres.stop());
  } else {
    const dataDir = mkdtempSync(join(tmpdir(), 'hakima-resilience-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
    await on(engine, env).finally(() => removeDataFolder(dataDir));
  }
}
process.exit(0);
