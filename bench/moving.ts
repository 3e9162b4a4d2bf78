import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { leanMemory } from '../tools/set-up/processes.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { peakMb } from './processor.ts';
import { createDatabase, seed } from './seed.ts';

/**
 * `npm run bench -- moving`: moving a clinic of so many visits (100,000) out of PostgreSQL and into an empty
 * database of it, by the commands that people use. Three lines of history to a visit.
 */
const { values: asked } = parseArgs({ options: { visits: { type: 'string', default: '100000' } } });
const visits = Number(asked.visits);
const root = join(import.meta.dirname, '..');

const history = `
  insert into events (at, actor_id, actor_role, action, subject, subject_id, location_id, patient_id, after)
  select a.created_at + make_interval(mins => step), a.patient_id, 'patient',
    (array['created', 'confirmed', 'attended'])[step], 'appointments', a.id, a.location_id, a.patient_id,
    jsonb_build_object('status', a.status, 'appointmentDate', a.local_start::date,
      'locationId', a.location_id)
  from appointments a, generate_series(1, 3) step order by a.id, step`;

/** Runs a command of the house; how long it took and the most memory it had. */
function measured(tool: string, folder: string, url: string): Promise<string> {
  const started = performance.now();
  const args = [...leanMemory.args, '--import', 'tsx', join(root, 'tools/backup', tool), folder];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let says = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (says += text));
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakMb(child.pid ?? 0))), 100);
  return new Promise((done, fail) =>
    child.once('close', (code) => {
      clearInterval(watch);
      if (code !== 0) return fail(new Error(`${tool} ended with ${code}`));
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      done(`${tool}: ${seconds} s, ${peak} MB at most. ${says.split('\n')[0]}`);
    }),
  );
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'hakima-bench-'));
try {
  const admin = await connect({ dataDir: '', databaseUrl: postgres.url });
  const from = await createDatabase(admin, postgres.url, 'bench_from');
  const to = await createDatabase(admin, postgres.url, 'bench_to');
  const clinic = await connect({ dataDir: '', databaseUrl: from });
  const today = clinicClock(new Date()).date;
  await seed(clinic, { rows: visits, patients: visits > 100_000 ? 200_000 : 5000, today, logs: 0 });
  const client = await clinic.pool.connect();
  await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0`);
  await client.query({ text: history, query_timeout: 3_600_000 } as { text: string });
  await client.query('commit');
  client.release();
  await clinic.close();
  console.log(`${visits} visits, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}`);
  console.log(await measured('move-out.ts', folder, from));
  console.log(await measured('move-in.ts', folder, to));
  await admin.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
  await postgres.stop();
}
