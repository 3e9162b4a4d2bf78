import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { unhurried } from '#server/engine/db/clinic-pool.ts';
import { connect } from '#server/engine/db/connect.ts';
import { addDays, clinicClock } from '#shared/domain/clinic-time.ts';
import { fhirScopes } from '#shared/domain/key-scopes.ts';
import { alone, build } from '../tools/set-up/setup.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { type Answered, percentile, send } from './load.ts';
import { familyMs, parentOf, processorMs } from './processor.ts';
import { createDatabase, seed } from './seed.ts';
import { startClinic } from './servers.ts';

/**
 * `npm run bench -- fhir`: pages of FHIR and the published free times of a clinic of so many visits (1,000,000)
 * on PostgreSQL, by a key, one call after the other, by the served product. `--in <folder>` keeps the clinic
 * there for the next run; `--only <words>` asks for the pages that are called so.
 */
const { values: asked } = parseArgs({
  options: {
    visits: { type: 'string', default: '1000000' },
    in: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
});
const visits = Number(asked.visits);
const patients = visits > 100_000 ? 50_000 : 5000;
const today = clinicClock(new Date()).date;
const calls = 40;

const key = 'hakima_bench';
const withKey = `
  insert into api_keys (name, token_hash, hint, scopes, per_minute, created_by)
  select 'Bench', $1, 'ench', $2, 6000, id from users where username = 'bench.admin'`;
// They were born before they came: that changes none of them now.
const born = `
  begin; ${unhurried};
  alter table patient_files disable trigger user;
  insert into patient_files (patient_id, birth_date)
    select id, date '1960-01-01' + id % 18000 from users where role = 'patient';
  alter table patient_files enable trigger user;
  commit; analyze patient_files`;

const soon = addDays(today, 3);
const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
/** The i-th call of a kind. */
const pages: Record<string, (i: number) => string> = {
  'a page of visits (50), unfiltered': () => '/Appointment',
  'of a day': (i) => `/Appointment?date=${addDays(today, -i * 20)}`,
  'from a day on': (i) => `/Appointment?date=ge${addDays(today, -i * 20)}`,
  'of a patient, her file noted as opened': (i) => `/Appointment?patient=Patient/${100 + i * 101}`,
  'of a branch and a status': (i) =>
    `/Appointment?location=Location/${1 + (i % 8)}&status=${i % 2 ? 'booked' : 'noshow'}`,
  'changed within the hour': () => `/Appointment?_lastUpdated=ge${hourAgo}`,
  'changed within the hour, of a branch': (i) =>
    `/Appointment?_lastUpdated=ge${hourAgo}&location=Location/${1 + (i % 8)}`,
  'changed since a year ago': () => `/Appointment?_lastUpdated=ge${addDays(today, -365)}`,
  'changed since a year ago, of a branch and a status': (i) =>
    `/Appointment?_lastUpdated=ge${addDays(today, -365)}&location=Location/${1 + (i % 8)}&status=noshow`,
  'a page of patients': () => '/Patient',
  'patients changed within the hour': () => `/Patient?_lastUpdated=ge${hourAgo}`,
  'patients of a name': (i) => `/Patient?name=${['Mona', 'Laila', 'Sobhy', 'Heba Zaki'][i % 4]}`,
  'patients of a phone': (i) => `/Patient?phone=010${String((i * 37) % 100_000_000).padStart(8, '0')}`,
  'patients of a birth date': (i) => `/Patient?birthdate=${addDays('1970-01-01', i)}`,
  'patients of a birth year': (i) => `/Patient?birthdate=${1965 + (i % 40)}`,
  'patients born since': (i) => `/Patient?birthdate=ge${1965 + (i % 40)}`,
  'a page of free slots of a branch': (i) => `/Slot?schedule=Schedule/${1 + (i % 8)}-20&start=ge${soon}`,
};

const postgres = await startPostgres({ folder: asked.in && resolve(asked.in) });
if (!(await alone(build))) process.exit(1);
const admin = await connect({ dataDir: '', databaseUrl: postgres.url });
const backend = await admin.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(backend.rows[0]?.pid ?? 0);
const name = `bench_fhir_${visits}`;
const kept = await admin.pool.query('select from pg_database where datname = $1', [name]);
if (kept.rowCount === 0) {
  // It has its name once it is whole.
  await admin.pool.query('drop database if exists seeding');
  const seeding = await createDatabase(admin, postgres.url, 'seeding');
  const clinic = await connect({ dataDir: '', databaseUrl: seeding });
  await seed(clinic, { rows: visits, patients, today, logs: 0 });
  await clinic.pool.query(withKey, [createHash('sha256').update(key).digest(), [...fhirScopes]]);
  await clinic.pool.query(born);
  await clinic.close();
  await admin.pool.query(`alter database seeding rename to ${name}`);
}
await admin.close();
const databaseUrl = new URL(name, postgres.url).href;

const served = () => startClinic({ DATABASE_URL: databaseUrl });
let server = await served();
const ask = async (path: string): Promise<Answered> => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await send(server.port, { path: `/fhir/R4${path}`, headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer;
};
const worked = () => [processorMs(server.pid), familyMs(postmaster)];
const told = (...ms: number[]) => ms.map((one) => one.toFixed(1)).join(', ');
try {
  console.log(`${visits} visits, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}: p50, p95 in ms,`);
  console.log('and processor time of server and database a call');
  for (const [what, path] of Object.entries(pages)) {
    if (!what.includes(asked.only)) continue;
    const answers: Answered[] = [];
    // The first call of a new process reads what the others remember.
    await ask(encodeURI(path(calls)));
    const before = worked();
    for (let i = 0; i < calls; i++) answers.push(await ask(encodeURI(path(i))));
    const each = worked().map((ms, i) => (ms - (before[i] ?? 0)) / calls);
    console.log(
      `${what}: ${told(percentile(answers, 0.5), percentile(answers, 0.95))}; processor ${told(...each)}`,
    );
  }
  const files = Array.from({ length: 8 }, (_, i) => `/bulk/slots-${i + 1}.ndjson`);
  const whole = async (): Promise<number> => {
    const started = performance.now();
    for (const path of ['/$bulk-publish', '/bulk/locations.ndjson', '/bulk/schedules.ndjson', ...files])
      await ask(path);
    return performance.now() - started;
  };
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < (asked.only ? 0 : 3); round++) {
    await server.stop();
    server = await served();
    await ask('/metadata');
    first.push(await whole());
    again.push(await whole());
  }
  if (first.length > 0)
    console.log(`all published free times, nothing in memory: ${told(...first)}; again: ${told(...again)}`);
} finally {
  await server.stop();
  await postgres.stop();
}
process.exit(0);
