import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { fillDataFolder } from '../../tools/test-run/prepared-cluster.ts';
import { type Child, startChild } from './child-process.ts';

export const nobody = { uid: 65_534, gid: 65_534 };

/**
 * Folders of a test file, which are removed after it. `clinic`: the data folder of a clinic that each test stops at
 * its end; `folderOf`: any other folder, not created yet.
 */
export function localFolders(): { readonly clinic: string; folderOf(name: string): string } {
  const home = mkdtempSync(join(tmpdir(), 'hakima-local-'));
  chmodSync(home, 0o755);
  const clinic = join(home, 'clinic');
  beforeAll(async () => {
    await fillDataFolder(clinic);
  }, 60_000);
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  return { clinic, folderOf: (name) => join(home, name) };
}

export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
/** A zombie process (ended, but not yet reaped by its parent) is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z');
  } catch {
    return false;
  }
}

/** PostgreSQL removes its `postmaster.pid`, which `pg_ctl stop` waits for, just before its process ends. */
export const waitForEnd = (pid: number): Promise<void> =>
  expect.poll(() => isAlive(pid), { timeout: 5000, interval: 20 }).toBe(false);

/**
 * Starts a process that opens the clinic and writes rows until it is killed. It prints the number of each
 * row.
 */
export async function openInChild(dataDir: string, as?: typeof nobody): Promise<Child> {
  const child = await startChild(
    `import { connect } from '#server/engine/db/connect.ts';
    const said = (text) => process.stdout.write(text + '\\n');
    try {
      ${as ? `process.setgroups([]); process.setgid(${as.gid}); process.setuid(${as.uid});` : ''}
      const database = await connect({ dataDir: ${JSON.stringify(dataDir)}, warn: said });
      let ending = false;
      process.on('SIGTERM', () => (ending = true));
      await database.pool.query('create table if not exists written (n int primary key)');
      const { rows } = await database.pool.query('select coalesce(max(n), 0) as n from written');
      said('open');
      for (let n = rows[0].n + 1; !ending; ) {
        const ok = await database.pool.query('insert into written values ($1) on conflict do nothing', [n]).catch(() => null);
        if (ok) said('wrote ' + n++);
        await new Promise((done) => setTimeout(done, 5));
      }
      await database.close();
    } catch (error) {
      said('refused: ' + error.message);
    }
    process.exit(0);`,
  );
  onTestFinished(() => void child.process.kill('SIGKILL'));
  await child.until('open\n');
  return child;
}
const written = ({ output }: Child): number =>
  Number([...output().matchAll(/wrote (\d+)/g)].at(-1)?.[1] ?? 0);
export async function waitForWrites(child: Child): Promise<void> {
  const before = written(child);
  await expect.poll(() => written(child), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 3);
}
export async function kill(child: Child, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  child.process.kill(signal);
  await child.ended;
}

/** Opens the clinic in this process, checks that all acknowledged rows are there, and stops it. */
export async function checkRowsKept(dataDir: string, ...writers: Child[]): Promise<{ postmaster: number }> {
  const database = await connect({ dataDir });
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*) as n, max(n) as last from written',
  );
  expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(Math.max(...writers.map(written)));
  const postmaster = postmasterOf(dataDir);
  await database.close();
  await waitForEnd(postmaster);
  return { postmaster };
}
