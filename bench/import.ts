import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { zip } from '#server/engine/files/zip.ts';
import type { Import } from '#shared/contract/connections/imports.ts';
import { addDays, clinicClock } from '#shared/domain/clinic-time.ts';
import { build, withSetupLock } from '../tools/set-up/setup.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { type AnsweredCall, type LoadCall, percentile, sendAtRate } from './load.ts';
import { mixedCall } from './mixed.ts';
import { familyMs, parentOf, peakMb, processorMs } from './processor.ts';
import { createDatabase, seed, staffCookie } from './seed.ts';
import { startClinic } from './servers.ts';

/**
 * `npm run bench -- import`: imports a list of this many rows (50,000) into a clinic of 100,000 appointments
 * on PostgreSQL, through the built product. Before that, hostile workbooks are sent for this many seconds
 * (30), one after the other. Meanwhile free times are requested, and a front desk works (calls of `mixed.ts`,
 * with bookings). Exits with 1 if free times beside hostile workbooks take more than twice as long as before.
 */
const { values: asked } = parseArgs({
  options: { rows: { type: 'string', default: '50000' }, hostile: { type: 'string', default: '30' } },
});
const rows = Number(asked.rows);
const today = clinicClock(new Date()).date;
const askedASecond = 20;
/** Requests per second of the front desk, and of patients. */
const deskASecond = 10;
/** How many times longer free times may take beside hostile workbooks than before. */
const maxSlowdown = 2;

interface Seen {
  readonly seconds: number;
  readonly processor: readonly [server: number, database: number];
  readonly answers: readonly AnsweredCall[];
  readonly desk: readonly AnsweredCall[];
}

/** Four rows per patient, each with a past appointment: names and phones in the forms that people use. */
function list(): string {
  const lines = ['Name,Mobile,Visit date,Time,Branch,Service,Notes'];
  for (let i = 0; i < rows; i++) {
    const woman = Math.floor(i / 4);
    const phone = `011${String(10_000_000 + woman).padStart(8, '0')}`;
    const day = addDays(today, -60 - ((i * 7) % 1800))
      .split('-')
      .reverse()
      .join('/');
    const time = `${15 + (i % 4)}:${String((Math.floor(i / 8) % 3) * 20).padStart(2, '0')}`;
    lines.push(`Nadia Ibrahim ${woman},${phone},${day},${time},,,from the old list`);
  }
  return lines.join('\r\n');
}

/** Small workbooks that expand to a million texts, or to texts of 110 MB. */
async function hostileWorkbooks(): Promise<Uint8Array<ArrayBuffer>[]> {
  const contents = [
    ['<sst>', ...Array<string>(1000).fill('<si><t>a</t></si>'.repeat(1000)), '</sst>'],
    Array<string>(110).fill(' '.repeat(1 << 20)),
  ];
  return Promise.all(
    contents.map(async (content) => {
      async function* entries() {
        yield { name: 'xl/sharedStrings.xml', content };
        yield { name: 'xl/workbook.xml', content: ['<workbook/>'] };
      }
      return new Uint8Array(Buffer.concat(await Readable.from(zip(entries())).toArray()));
    }),
  );
}

const database = await startPostgres();
if (!(await withSetupLock(build))) process.exit(1);
const admin = await connect({ dataDir: '', databaseUrl: database.url });
const backend = await admin.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(backend.rows[0]?.pid ?? 0);
const databaseUrl = await createDatabase(admin, database.url, 'bench_import');
await admin.close();
const clinic = await connect({ dataDir: '', databaseUrl });
await seed(clinic, { rows: 100_000, patients: 5000, today, logs: 0 });
await clinic.close();
const server = await startClinic({ DATABASE_URL: databaseUrl });
let isMet = false;
try {
  const address = `http://127.0.0.1:${server.port}`;
  const ask = async (
    method: string,
    path: string,
    body?: Uint8Array<ArrayBuffer> | string,
  ): Promise<Import> => {
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        cookie: staffCookie,
        origin: address,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as Import;
  };
  let nextCall = 0;
  /** Requests free times and runs the front desk until the work is done. */
  async function besides<T>(work: Promise<T>): Promise<Seen & { done: T }> {
    const started = performance.now();
    const before = [processorMs(server.pid), familyMs(postmaster)] as const;
    const answers: AnsweredCall[] = [];
    const desk: AnsweredCall[] = [];
    let going = true;
    const second = (rate: number, call: (i: number) => LoadCall) =>
      sendAtRate(server.port, { rate, count: rate, call });
    const watched = (async () => {
      while (going) {
        const [times, calls] = await Promise.all([
          second(askedASecond, (i) => ({
            path: `/api/locations/1/availability?date=${addDays(today, 1 + (i % 20))}&service=1`,
          })),
          second(deskASecond, () => mixedCall(today, nextCall++)),
        ]);
        answers.push(...times);
        desk.push(...calls);
      }
    })();
    try {
      const done = await work;
      const processor = [processorMs(server.pid) - before[0], familyMs(postmaster) - before[1]] as const;
      return { done, seconds: (performance.now() - started) / 1000, processor, answers, desk };
    } finally {
      going = false;
      await watched;
    }
  }
  const until = async (id: number, state: Import['state']): Promise<Import> => {
    for (;;) {
      const now = await ask('GET', `/api/imports/${id}`);
      if (now.state === state) return now;
      if (now.state === 'refused') throw new Error(now.refusal ?? 'refused');
      await sleep(500);
    }
  };
  const say = (what: string, { seconds, processor, answers, desk }: Seen) => {
    const refused = [...answers, ...desk].filter(({ status }) => status >= 400).length;
    const [p50, p95] = [percentile(answers, 0.5), percentile(answers, 0.95)];
    const waits = `free times p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${refused} of ${answers.length + desk.length} refused`;
    const worked = processor.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ');
    const atDesk = `desk p95 ${percentile(desk, 0.95).toFixed(1)} ms`;
    console.log(
      `${what}: ${seconds.toFixed(1)} s (processor of server and database ${worked}), ${waits}, ${atDesk}`,
    );
  };
  console.log(`${rows} rows, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}`);
  await besides(sleep(3000));
  // As long as the cache of free times lives, so that some requests reach the database, as they do during an
  // import.
  const before = await besides(sleep(30_000));
  say('before', before);
  const hostile = await hostileWorkbooks();
  let refused = 0;
  const attack = async () => {
    for (const end = performance.now() + Number(asked.hostile) * 1000; performance.now() < end; ) {
      const file = hostile[refused % hostile.length];
      const { id } = await ask('POST', '/api/imports?name=list.xlsx', file);
      while ((await ask('GET', `/api/imports/${id}`)).state !== 'refused') await sleep(100);
      refused += 1;
    }
  };
  const attacked = await besides(attack());
  say('beside hostile workbooks', attacked);
  console.log(
    `${refused} hostile workbooks of ${hostile.map(({ length }) => length).join(' and ')} bytes refused`,
  );
  const slowdowns = [0.5, 0.95].map(
    (share) => percentile(attacked.answers, share) / percentile(before.answers, share),
  );
  isMet = slowdowns.every((n) => n <= maxSlowdown);
  const [p50 = 0, p95 = 0] = slowdowns;
  console.log(
    `free times: p50 ${p50.toFixed(1)} × and p95 ${p95.toFixed(1)} × of before; at most ${maxSlowdown} ×: ${isMet ? 'met' : 'not met'}`,
  );
  const file = new TextEncoder().encode(list());
  const sent = await besides(
    (async () => {
      const { id } = await ask('POST', '/api/imports?name=list.csv', file);
      await until(id, 'checked');
      await ask('PATCH', `/api/imports/${id}`, JSON.stringify({ locationId: 2, serviceId: 1 }));
      return id;
    })(),
  );
  say('sent, read and checked', sent);
  const checked = await besides(until(sent.done, 'checked'));
  say('checked again, with a branch and a service chosen', checked);
  const { counts } = checked.done;
  const brought = await besides(
    (async () => {
      await ask('POST', `/api/imports/${sent.done}/run`);
      return until(sent.done, 'done');
    })(),
  );
  say('brought in', brought);
  const { patients, visits, left } = brought.done;
  console.log(JSON.stringify({ counts, patients, visits, left, peakMb: peakMb(server.pid) }));
} finally {
  await server.stop();
  await database.stop();
}
process.exit(isMet ? 0 : 1);
