import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { leanMemory } from '../tools/set-up/processes.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { type Answered, percentile, saturate, send } from './load.ts';
import { kindOf, mixedCall } from './mixed.ts';
import { familyMs, machineMs, parentOf, processorMs, residentMb } from './processor.ts';
import { seed, staffCookie } from './seed.ts';
import { startClinic } from './servers.ts';

// What breaks, measured on the built product: `tsx bench/resilience.ts --part end|overload|memory|restart`.
const { values: asked } = parseArgs({
  options: {
    part: { type: 'string', default: 'end,overload,memory,restart' },
    engines: { type: 'string', default: 'postgres,embedded' },
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

/** SIGTERM under load, with every kind of connection open that kept the first version from ending. */
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

interface Told extends Answered {
  kind: string;
}
const crowd = new Agent({ keepAlive: true, maxSockets: 4000 });

function tell(port: number, i: number): Promise<Told | null> {
  const { method = 'GET', path, body, cookie } = mixedCall(today, i);
  const started = performance.now();
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(json ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) } : {}),
  };
  return new Promise((done) => {
    const sent = request({ agent: crowd, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, ms: performance.now() - started, kind: kindOf(i) }),
      );
      answer.on('error', () => done(null));
    });
    sent.on('error', () => done(null));
    sent.end(json);
  });
}

const isRefused = ({ status }: Answered): boolean => status === 503;

/** Where a second of the machine went, by who used it: in hundredths of a core. */
function spending(server: number, postmaster: number): () => string {
  const now = () => {
    const own = process.cpuUsage();
    return {
      server: processorMs(server),
      database: postmaster ? familyMs(postmaster) : 0,
      generator: (own.user + own.system) / 1000,
      machine: machineMs(),
    };
  };
  const [before, since] = [now(), performance.now()];
  return () => {
    const [after, took] = [now(), performance.now() - since];
    const [server, database, generator, machine] = (
      ['server', 'database', 'generator', 'machine'] as const
    ).map((who) => ((after[who] - before[who]) / took) * 100);
    const others = (machine ?? 0) - (server ?? 0) - (database ?? 0) - (generator ?? 0);
    const said = { server, database, generator, others };
    return `${Object.entries(said)
      .map(([who, share]) => `${who} ${share?.toFixed(0)} %`)
      .join(', ')} of a core`;
  };
}

/** The server of a database, which holds one process for each connection. */
async function postmasterOf({ DATABASE_URL: databaseUrl }: Env): Promise<number> {
  if (!databaseUrl) return 0;
  const database = await connect({ dataDir: '', databaseUrl });
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  await database.close();
  return pid;
}

/** So many times what it can do, for a while. */
async function overload(env: Env): Promise<void> {
  const server = await startClinic(env);
  try {
    const call = (i: number) => mixedCall(today, i);
    const postmaster = await postmasterOf(env);
    await saturate(server.port, { count: 1500, call });
    const measured = async (first: number): Promise<number> => {
      const [spent, started] = [spending(server.pid, postmaster), performance.now()];
      await saturate(server.port, { count: 3000, call: (i) => call(first + i) });
      const perSecond = (3000 / (performance.now() - started)) * 1000;
      console.log(`    alone ${perSecond.toFixed(0)}/s: ${spent()}`);
      return perSecond;
    };
    const capacity = await measured(1500);
    const rate = capacity * Number(asked.times);
    const answers: Promise<Told | null>[] = [];
    const [started, used, spent] = [performance.now(), process.cpuUsage(), spending(server.pid, postmaster)];
    for (let i = 4500; performance.now() - started < Number(asked.seconds) * 1000; ) {
      const due = 4500 + ((performance.now() - started) / 1000) * rate;
      while (i < due) answers.push(tell(server.port, i++));
      await sleep(2);
    }
    const all = await Promise.all(answers);
    const took = (performance.now() - started) / 1000;
    const shares = spent();
    const { user, system } = process.cpuUsage(used);
    await sleep(1000);
    const afterwards = await measured(5_000_000);
    const answered = all.filter((one) => one !== null);
    const admitted = answered.filter((one) => !isRefused(one));
    const refused = answered.filter(isRefused);
    const kinds = ['booking', 'desk', 'slots', 'page', 'list', 'logs'].map((kind) => {
      const these = answered.filter((one) => one.kind === kind);
      return `${kind} ${((100 * these.filter((one) => !isRefused(one)).length) / these.length).toFixed(0)} %`;
    });
    console.log(
      `  overload: capacity ${capacity.toFixed(0)}/s, offered ${(all.length / took).toFixed(0)}/s,`,
      `goodput ${(admitted.length / took).toFixed(0)}/s (${((100 * admitted.length) / took / capacity).toFixed(0)} %)`,
    );
    console.log(
      `    admitted p50 ${percentile(admitted, 0.5).toFixed(0)} p99 ${percentile(admitted, 0.99).toFixed(0)} ms;`,
      `refused p50 ${percentile(refused, 0.5).toFixed(0)} p99 ${percentile(refused, 0.99).toFixed(0)} ms;`,
      `no answer ${all.length - answered.length}; 5xx but 503: ${admitted.filter(({ status }) => status >= 500).length}`,
    );
    console.log(`    served: ${kinds.join(', ')}`);
    console.log(
      `    ${shares}; a call costs the generator ${((user + system) / 1000 / all.length).toFixed(3)} ms;`,
      `afterwards it can do ${afterwards.toFixed(0)}/s`,
    );
  } finally {
    await server.stop();
  }
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

async function memory(env: Env): Promise<void> {
  const server = await startClinic({ ...env, METRICS_TOKEN: token });
  try {
    const steps = 6;
    const count = Number(asked.requests) / steps;
    console.log(`  memory: idle ${residentMb(server.pid)} MB (${await heapMb(server.port)})`);
    for (let step = 0; step < steps; step++) {
      await saturate(server.port, {
        count,
        call: (i) => mixedCall(today, 100_000 + step * count + i),
      });
      const said = await heapMb(server.port);
      console.log(`    after ${(step + 1) * count}: ${residentMb(server.pid)} MB (${said})`);
    }
    await sleep(20_000);
    console.log(`    20 s later: ${residentMb(server.pid)} MB (${await heapMb(server.port)})`);
  } finally {
    await server.stop();
  }
}

/** kill -9 of the whole process group, and at once another start: until it answers that it is ready. */
async function restart(env: Env): Promise<void> {
  const times: number[] = [];
  const launch = (port: number): ChildProcess =>
    spawn(process.execPath, [leanMemory, join(import.meta.dirname, '../dist/server/main.js')], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, ...env, NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: String(port) },
    });
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
    process.kill(-(server.pid ?? 0), 'SIGKILL');
    const started = performance.now();
    server = launch(port);
    await ready(port);
    times.push(performance.now() - started);
  }
  process.kill(-(server.pid ?? 0), 'SIGKILL');
  const longest = Math.max(...times).toFixed(0);
  console.log(`  restart after kill -9: median ${median(times).toFixed(0)} ms, longest ${longest} ms`);
}

const parts: Record<string, (env: Env) => Promise<void>> = { end, overload, memory, restart };

async function on(engine: string, env: Env): Promise<void> {
  const database = await connect({ dataDir: env.DATA_DIR ?? '', databaseUrl: env.DATABASE_URL });
  await seed(database, { rows: 1000, patients: 5000, today });
  await database.close();
  console.log(`${engine}, load average ${loadavg()[0]?.toFixed(1)}`);
  for (const part of asked.part.split(',')) await parts[part]?.(env);
}

for (const engine of asked.engines.split(',')) {
  if (engine === 'postgres') {
    const postgres = await startPostgres();
    await on(engine, { DATABASE_URL: postgres.url }).finally(() => postgres.stop());
  } else {
    const dataDir = mkdtempSync(join(tmpdir(), 'hakima-resilience-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
    await on(engine, env).finally(() => rmSync(dataDir, { recursive: true, force: true }));
  }
}
process.exit(0);
