import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { ClinicPool } from '#server/engine/db/clinic-pool.ts';
import { CommitListener } from '#server/engine/db/commit-listener.ts';
import { connect } from '#server/engine/db/connect.ts';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { startPostgres } from './postgres.mjs';

// These tests stop, change and freeze PostgreSQL, so they use a separate server.
const folder = mkdtempSync(join(tmpdir(), 'hakima-connections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test('the pool rejects connections to a standby', async () => {
  await (await startPostgres({ folder })).stop();
  writeFileSync(join(folder, 'data', 'standby.signal'), '');
  const standby = await startPostgres({ folder });
  const pool = new ClinicPool({ connectionString: standby.url });
  try {
    const refused = await pool.query('select 1').catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(true);
  } finally {
    await pool.end();
    await standby.stop();
  }
}, 60_000);

test('a listening process notices a server that disappears without closing the connection', async () => {
  const server = await startPostgres();
  const database = await connect({ dataDir: '', databaseUrl: server.url, warn: () => undefined });
  let heard = 0;
  const notices = new CommitListener(database, () => heard++, { pingEveryMs: 100 });
  try {
    await notices.start();
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where query like '%pg_advisory_lock_shared%' and pid <> pg_backend_pid()`,
    );
    const [listening, another] = rows;
    if (!listening || another) throw new Error('the listening session was not found');
    process.kill(listening.pid, 'SIGSTOP');
    try {
      for (let tries = 0; tries < 100 && notices.listening; tries++) await sleep(50);
      expect(notices.listening).toBe(false);
      for (let tries = 0; tries < 100 && !notices.listening; tries++) await sleep(50);
      expect(notices.listening).toBe(true);
    } finally {
      process.kill(listening.pid, 'SIGCONT');
    }
  } finally {
    notices.stop();
    await database.close();
    await server.stop();
  }
  expect(heard).toBeGreaterThan(1);
}, 60_000);
