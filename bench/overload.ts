import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/engine/db/connect.ts';
import type { Bystanding } from './bystander.ts';
import { Crowd, type Told } from './crowd.ts';
import { type Answered, percentile, saturate } from './load.ts';
import { kindOf, mixedCall } from './mixed.ts';
import { familyMs, machineMs, parentOf, processorMs } from './processor.ts';
import { startClinic } from './servers.ts';

interface Crowding {
  readonly today: string;
  /** How many times what it can do, and for how long. */
  readonly times: number;
  readonly seconds: number;
}

const warmUp = 1500;
const sample = 3000;
const isRefused = ({ status }: Answered): boolean => status === 503;
const ms = (nanoseconds: number): string => `${(nanoseconds / 1e6).toFixed(0)} ms`;
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;
const between = (answers: readonly Answered[]): string =>
  `p50 ${percentile(answers, 0.5).toFixed(0)} p99 ${percentile(answers, 0.99).toFixed(0)} ms`;

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
    const of = (who: keyof typeof before) => ((after[who] - before[who]) / took) * 100;
    const said = { server: of('server'), database: of('database'), generator: of('generator') };
    const others = of('machine') - said.server - said.database - said.generator;
    const shares = Object.entries({ ...said, others }).map(([who, part]) => `${who} ${part.toFixed(0)} %`);
    return `${shares.join(', ')} of a core`;
  };
}

/** The server of a database, which holds one process for each connection. */
async function postmasterOf(databaseUrl: string | undefined): Promise<number> {
  if (!databaseUrl) return 0;
  const database = await connect({ dataDir: '', databaseUrl });
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  await database.close();
  return pid;
}

async function bystander(asks: Bystanding): Promise<Told[]> {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const child = fork(join(import.meta.dirname, 'bystander.ts'), { execArgv: ['--import', tsx] });
  child.send(asks);
  const [answers] = (await once(child, 'message')) as [Told[]];
  return answers;
}

/** A crowd that asks for many times what the server can do. */
export async function overload(env: Record<string, string>, { today, times, seconds }: Crowding) {
  const server = await startClinic(env);
  try {
    const call = (i: number) => mixedCall(today, i);
    const postmaster = await postmasterOf(env.DATABASE_URL);
    await saturate(server.port, { count: warmUp, call });
    const alone = async (first: number): Promise<number> => {
      const [spent, started] = [spending(server.pid, postmaster), performance.now()];
      await saturate(server.port, { count: sample, call: (i) => call(first + i) });
      const perSecond = (sample / (performance.now() - started)) * 1000;
      console.log(`    alone ${perSecond.toFixed(0)}/s: ${spent()}`);
      return perSecond;
    };
    const capacity = await alone(warmUp);
    const first = warmUp + sample;
    const [used, spent, started] = [process.cpuUsage(), spending(server.pid, postmaster), performance.now()];
    const late = monitorEventLoopDelay({ resolution: 1 });
    late.enable();
    const [crowd, beside] = await Promise.all([
      new Crowd(server.port).come(capacity * times, seconds, (i) => call(first + i)),
      bystander({ port: server.port, today, first: 8_000_000, seconds }),
    ]);
    late.disable();
    const took = (performance.now() - started) / 1000;
    const shares = spent();
    const { user, system } = process.cpuUsage(used);
    await sleep(1000);
    const afterwards = await alone(5_000_000);
    const admitted = crowd.answers.filter((one) => !isRefused(one));
    const refused = crowd.answers.filter(isRefused);
    const kinds = ['booking', 'desk', 'slots', 'page', 'list', 'logs'].map((kind) => {
      const these = crowd.answers.filter(({ i }) => kindOf(first + i) === kind);
      return `${kind} ${share(these.filter((one) => !isRefused(one)).length, these.length)}`;
    });
    console.log(
      `  overload: capacity ${capacity.toFixed(0)}/s, offered ${(crowd.asked / crowd.offeredFor).toFixed(0)}/s,`,
      `goodput ${(admitted.length / took).toFixed(0)}/s (${share(admitted.length / took, capacity)})`,
    );
    console.log(
      `    admitted ${between(admitted)}; refused ${between(refused)}; no answer ${crowd.lost};`,
      `5xx but 503: ${admitted.filter(({ status }) => status >= 500).length}; ${crowd.opened} connections`,
    );
    console.log(
      `    a bystander, a process of her own: admitted ${between(beside.filter((one) => !isRefused(one)))};`,
      `refused ${between(beside.filter(isRefused))} (${beside.length} asked);`,
      `the crowd's own process was late by p50 ${ms(late.percentile(50))}, p99 ${ms(late.percentile(99))}`,
    );
    console.log(`    served: ${kinds.join(', ')}`);
    console.log(
      `    ${shares}; a call costs the generator ${((user + system) / 1000 / crowd.asked).toFixed(3)} ms;`,
      `afterwards it can do ${afterwards.toFixed(0)}/s`,
    );
  } finally {
    await server.stop();
  }
}
