import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from '#server/testing/child-process.ts';
import { fillDataFolder } from '../../../../tools/test-run/prepared-cluster.ts';
import { connect } from '../connect.ts';
import { accountFor } from './account.ts';
import { findBinaries } from './find-binaries.ts';
import { problemIn } from './run-postgres.ts';

const isRoot = process.getuid?.() === 0;
const home = mkdtempSync(join(tmpdir(), 'hakima-local-'));
chmodSync(home, 0o755);
/** A clinic that is stopped after each test. */
const clinic = join(home, 'clinic');
const nobody = { uid: 65_534, gid: 65_534 };

beforeAll(async () => {
  await fillDataFolder(clinic);
}, 60_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const folderOf = (name: string): string => join(home, name);
const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
/** A zombie process (ended, but not yet reaped by its parent) is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z');
  } catch {
    return false;
  }
}

/**
 * Starts a process that opens the clinic and writes rows until it is killed. It prints the number of each
 * row.
 */
async function openInChild(dataDir: string, as?: typeof nobody): Promise<Child> {
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
async function writesMore(child: Child): Promise<void> {
  const before = written(child);
  await expect.poll(() => written(child), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 3);
}
async function kill(child: Child, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  child.process.kill(signal);
  await child.ended;
}

/** Opens the clinic in this process, checks that all acknowledged rows are there, and stops it. */
async function holds(dataDir: string, ...writers: Child[]): Promise<{ postmaster: number }> {
  const database = await connect({ dataDir });
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*) as n, max(n) as last from written',
  );
  expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(Math.max(...writers.map(written)));
  const postmaster = postmasterOf(dataDir);
  await database.close();
  expect(isAlive(postmaster)).toBe(false);
  return { postmaster };
}

test('a first start makes a database that only its owner reaches, and that knows Arabic letters', async () => {
  const dataDir = folderOf('first');
  const { pool, close } = await connect({ dataDir });
  await pool.query('create extension pg_trgm; create extension btree_gist');
  const { rows } = await pool.query(`select cardinality(show_trgm('سارة')) > 0 as trigrams,
    current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
    current_setting('fsync') as fsync, 'ب' > 'ا' collate "C" as sorted`);
  expect(rows).toEqual([{ trigrams: true, tcp: '', checksums: 'on', fsync: 'on', sorted: true }]);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
  expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['data', 'log', 'run']);
  const postmaster = postmasterOf(dataDir);
  await close();
  expect(isAlive(postmaster)).toBe(false);
}, 60_000);

test('two first starts at once make one database', async () => {
  const dataDir = folderOf('two');
  const both = await Promise.all([openInChild(dataDir), openInChild(dataDir)]);
  await Promise.all(both.map(writesMore));
  await Promise.all(both.map((child) => kill(child, 'SIGTERM')));
  await holds(dataDir, ...both);
  expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['data', 'log', 'run']);
}, 60_000);

test('a second process joins; the last one that ends stops PostgreSQL', async () => {
  const first = await openInChild(clinic);
  const second = await openInChild(clinic);
  const postmaster = postmasterOf(clinic);
  await kill(first, 'SIGTERM');
  await writesMore(second);
  expect(postmasterOf(clinic)).toBe(postmaster);
  await kill(second, 'SIGTERM');
  expect(isAlive(postmaster)).toBe(false);
  await holds(clinic, first, second);
}, 60_000);

test('after kill -9 of the server PostgreSQL goes on; the next start joins it and stops it at its end', async () => {
  const server = await openInChild(clinic);
  await writesMore(server);
  const postmaster = postmasterOf(clinic);
  await kill(server);
  expect(isAlive(postmaster)).toBe(true);
  expect(await holds(clinic, server)).toEqual({ postmaster });
}, 60_000);

test('after kill -9 of PostgreSQL the server starts it again and goes on', async () => {
  const server = await openInChild(clinic);
  await writesMore(server);
  const before = postmasterOf(clinic);
  process.kill(before, 'SIGKILL');
  await server.until('PostgreSQL runs again');
  await writesMore(server);
  expect(postmasterOf(clinic)).not.toBe(before);
  await kill(server, 'SIGTERM');
  await holds(clinic, server);
}, 60_000);

test('after kill -9 of both the next start has everything that was acknowledged', async () => {
  const server = await openInChild(clinic);
  await writesMore(server);
  process.kill(postmasterOf(clinic), 'SIGKILL');
  await kill(server);
  await holds(clinic, server);
}, 60_000);

test('a postmaster.pid that is left, with the number of a process of another user, is no obstacle', async () => {
  writeFileSync(
    join(clinic, 'postgres/data/postmaster.pid'),
    `1\n${join(clinic, 'postgres/data')}\n1\n5432\n`,
  );
  const database = await connect({ dataDir: clinic });
  await database.close();
}, 60_000);

test('the programs of the npm package serve a folder of their major version', async () => {
  const dataDir = folderOf('package');
  mkdirSync(dataDir);
  const { bin, version } = await findBinaries({
    major: 18,
    account: accountFor(dataDir),
    copyTo: folderOf('binaries'),
  });
  expect(version).toContain('18');
  await (await connect({ dataDir, postgresBin: bin })).close();
  const again = await connect({ dataDir });
  const { rows } = await again.pool
    .query(
      `select current_setting('server_version_num')::int / 10000 as major, cardinality(show_trgm('سارة')) > 0 as found`,
    )
    .catch(async () =>
      again.pool.query(`select current_setting('server_version_num')::int / 10000 as major`),
    );
  expect(rows).toMatchObject([{ major: 18 }]);
  await again.close();
}, 60_000);

test('a path that is too long for a socket is served by one in the temporary folder', async () => {
  const dataDir = folderOf('long-'.repeat(20));
  mkdirSync(dataDir);
  await fillDataFolder(dataDir);
  for (const _ of ['first', 'second']) {
    const database = await connect({ dataDir });
    await database.close();
  }
  rmSync(readFileSync(join(dataDir, 'postgres/socket'), 'utf8'), { recursive: true });
}, 60_000);

test.runIf(isRoot)(
  'as root PostgreSQL runs as the owner of the folder or as another account',
  async () => {
    const owned = folderOf('owned');
    mkdirSync(owned);
    chownSync(owned, nobody.uid, nobody.gid);
    await (await connect({ dataDir: owned })).close();
    expect(statSync(join(owned, 'postgres/data')).uid).toBe(nobody.uid);
    expect(statSync(join(clinic, 'postgres/data')).uid).not.toBe(0);
    // Then the owner opens the same folder.
    const server = await openInChild(owned, nobody);
    await writesMore(server);
    expect(statSync(`/proc/${postmasterOf(owned)}`).uid).toBe(nobody.uid);
    await kill(server, 'SIGTERM');
    await holds(owned, server);

    const closed = folderOf('closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(connect({ dataDir: join(closed, 'clinic') })).rejects.toThrow(
      /cannot enter .*closed.*chmod o\+x/,
    );
  },
  60_000,
);

test('a folder that may not be written to is refused in a sentence', async () => {
  const dataDir = folderOf('read-only');
  mkdirSync(dataDir, { mode: 0o555 });
  const refused = /may not be written to \(E(ACCES|ROFS)\): give it to the user/;
  if (!isRoot) return expect(connect({ dataDir })).rejects.toThrow(refused);
  const child = await openInChild(dataDir, nobody);
  await child.ended;
  expect(child.output()).toMatch(refused);
}, 60_000);

test.runIf(isRoot)(
  'a full disk is said in a sentence, and leaves no half-made database',
  async () => {
    const dataDir = folderOf('full');
    mkdirSync(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'hakima-full', dataDir]);
    try {
      await expect(connect({ dataDir })).rejects.toThrow(
        /the disk of the data folder .*full.* is full: make room/,
      );
      expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['run']);
    } finally {
      execFileSync('umount', [dataDir]);
    }
  },
  60_000,
);

test('what PostgreSQL says of a disk or of the system becomes a code or a sentence', () => {
  expect(problemIn('FATAL:  could not write: No space left on device', 'x')).toMatchObject({
    code: 'ENOSPC',
  });
  expect(problemIn('initdb: error: Read-only file system', 'x')).toMatchObject({ code: 'EROFS' });
  expect(problemIn('could not create shared memory segment: Function not implemented', 'x').message).toMatch(
    /no shared memory .*DATABASE_URL/s,
  );
});

test('a folder of another major version, of PGlite, or without its files is refused, and left as it is', async () => {
  const other = folderOf('other-major');
  mkdirSync(join(other, 'postgres/data'), { recursive: true });
  writeFileSync(join(other, 'postgres/data/PG_VERSION'), '14\n');
  await expect(connect({ dataDir: other })).rejects.toThrow(
    /made by PostgreSQL 14.*apt install postgresql-14.*npm run backup.*npm run restore/,
  );
  expect(readdirSync(join(other, 'postgres/data'))).toEqual(['PG_VERSION']);

  const earlier = folderOf('earlier');
  mkdirSync(join(earlier, 'database'), { recursive: true });
  writeFileSync(join(earlier, 'database/PG_VERSION'), '17\n');
  await expect(connect({ dataDir: earlier })).rejects.toThrow(
    /PGlite.*npm run move-to-postgres.*DATABASE_URL/,
  );
  expect(existsSync(join(earlier, 'postgres'))).toBe(false);

  const damaged = folderOf('damaged');
  await fillDataFolder(damaged);
  rmSync(join(damaged, 'postgres/data/global/pg_control'));
  await expect(connect({ dataDir: damaged })).rejects.toThrow(
    /could not find the database system.*restore a backup into an empty DATA_DIR/,
  );
}, 60_000);

test('programs that are missing are said in a sentence', async () => {
  const postgresBin = folderOf('nowhere');
  await expect(connect({ dataDir: folderOf('new'), postgresBin })).rejects.toThrow(
    /POSTGRES_BIN=.*nowhere is no folder with initdb/,
  );
});
