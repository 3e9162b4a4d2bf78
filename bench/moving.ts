import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { peakMb } from './processor.ts';
import { createDatabase, seed } from './seed.ts';

/**
 * `npm run bench -- moving`: backup, restore, export and import of a clinic with this number of appointments
 * (100,000), by the operator's commands. Each appointment has three entries of history.
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

/** Runs a command and returns its time and its peak memory. */
function measure(tool: string, file: string, url: string): Promise<string> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/main.ts'), tool, file], {
    env: { ...process.env, DATABASE_URL: url },
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakMb(child.pid ?? 0))), 100);
  return new Promise((done, fail) =>
    child.once('close', (code) => {
      clearInterval(watch);
      if (code !== 0) return fail(new Error(`${tool} ended with ${code}`));
      const seconds = (performance.now() - started) / 1000;
      const size = (statSync(file).size / 1e6).toFixed(1);
      const rate = Math.round((visits * 4) / seconds);
      done(`${tool}: ${seconds.toFixed(1)} s, ${rate} rows/s, ${peak} MB of memory, archive of ${size} MB`);
    }),
  );
}

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'hakima-bench-'));
try {
  const admin = await connect({ dataDir: '', databaseUrl: postgres.url });
  const from = await createDatabase(admin, postgres.url, 'bench_from');
  const clinic = await connect({ dataDir: '', databaseUrl: from });
  const today = clinicClock(new Date()).date;
  await seed(clinic, { rows: visits, patients: Math.max(5000, visits / 5), today, logs: 0 });
  const client = await clinic.pool.connect();
  await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0`);
  await client.query({ text: history, query_timeout: 3_600_000 } as { text: string });
  await client.query('commit');
  client.release();
  await clinic.close();
  console.log(`${visits} visits, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}`);
  for (const [out, into] of [
    ['backup', 'restore'],
    ['move-out', 'move-in'],
  ] as const) {
    const to = await createDatabase(admin, postgres.url, `bench_${out.replace('-', '_')}`);
    const file = join(folder, `${out}.zip`);
    console.log(await measure(out, file, from));
    console.log(await measure(into, file, to));
  }
  await admin.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
  await postgres.stop();
}
