import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkRowsKept,
  kill,
  localFolders,
  nobody,
  openInChild,
  postmasterOf,
  waitForEnd,
  waitForWrites,
} from '#server/testing/local-clinic.ts';
import { fillDataFolder } from '../../../../tools/test-run/prepared-cluster.ts';
import { connect } from '../connect.ts';
import { toServerError } from './run-postgres.ts';

const isRoot = process.getuid?.() === 0;
const { clinic, folderOf } = localFolders();

test('a first start creates a database that only its owner reaches, with Arabic trigrams', async () => {
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
  await waitForEnd(postmaster);
}, 60_000);

test('a second process connects, and the last process to end stops PostgreSQL', async () => {
  const first = await openInChild(clinic);
  const second = await openInChild(clinic);
  const postmaster = postmasterOf(clinic);
  await kill(first, 'SIGTERM');
  await waitForWrites(second);
  expect(postmasterOf(clinic)).toBe(postmaster);
  await kill(second, 'SIGTERM');
  await waitForEnd(postmaster);
  await checkRowsKept(clinic, first, second);
}, 60_000);

test('a leftover postmaster.pid with the id of another user’s process does not prevent the start', async () => {
  writeFileSync(
    join(clinic, 'postgres/data/postmaster.pid'),
    `1\n${join(clinic, 'postgres/data')}\n1\n5432\n`,
  );
  const database = await connect({ dataDir: clinic });
  await database.close();
}, 60_000);

test('PGPORT and similar variables do not lead away from the data folder', async () => {
  process.env.PGPORT = '1';
  try {
    const database = await connect({ dataDir: clinic });
    await database.close();
  } finally {
    delete process.env.PGPORT;
  }
}, 60_000);

test('a path that is too long for a socket uses one in the temporary folder', async () => {
  const dataDir = folderOf('long-'.repeat(20));
  mkdirSync(dataDir);
  await fillDataFolder(dataDir);
  for (const _ of ['first', 'second']) {
    const database = await connect({ dataDir });
    await database.close();
  }
  rmSync(readFileSync(join(dataDir, 'postgres/socket'), 'utf8'), { recursive: true });
}, 60_000);

test('a folder without write permission is rejected in one sentence', async () => {
  const dataDir = folderOf('read-only');
  mkdirSync(dataDir, { mode: 0o555 });
  const refused = /may not be written to \(E(ACCES|ROFS)\): give it to the user/;
  if (!isRoot) return expect(connect({ dataDir })).rejects.toThrow(refused);
  const child = await openInChild(dataDir, nobody);
  await child.ended;
  expect(child.output()).toMatch(refused);
}, 60_000);

test.runIf(isRoot)(
  'a full disk is reported in one sentence and leaves no incomplete database',
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

test('PostgreSQL’s messages about the disk and the system become a code or a sentence', () => {
  expect(toServerError('FATAL:  could not write: No space left on device', 'x')).toMatchObject({
    code: 'ENOSPC',
  });
  expect(toServerError('initdb: error: Read-only file system', 'x')).toMatchObject({ code: 'EROFS' });
  expect(
    toServerError('could not create shared memory segment: Function not implemented', 'x').message,
  ).toMatch(/no shared memory .*DATABASE_URL/s);
});

test('a folder of another major version, of PGlite, or with missing files is rejected and left unchanged', async () => {
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

test('a database that was deleted does not become an empty clinic until the operator says so', async () => {
  const dataDir = folderOf('deleted');
  mkdirSync(dataDir);
  await fillDataFolder(dataDir);
  await (await connect({ dataDir })).close();
  const refused =
    /database folder .*data is missing or empty.*Put the folder back.*delete that file, then restore a backup/;
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  await expect(connect({ dataDir })).rejects.toThrow(refused);
  expect(readdirSync(dataDir)).toEqual(['database-made.txt']);
  // As after `rm -rf data/*`, or where a volume is not mounted.
  mkdirSync(join(dataDir, 'postgres/data'), { recursive: true });
  await expect(connect({ dataDir })).rejects.toThrow(refused);
  expect(readdirSync(join(dataDir, 'postgres/data'))).toEqual([]);

  rmSync(join(dataDir, 'database-made.txt'));
  await (await connect({ dataDir })).close();
}, 60_000);

test('a clinic starts with a warning if its marker cannot be written', async () => {
  const dataDir = folderOf('unmarked');
  mkdirSync(dataDir);
  await fillDataFolder(dataDir);
  symlinkSync('nowhere/marker', join(dataDir, 'database-made.txt'));
  const warnings: string[] = [];
  const database = await connect({ dataDir, warn: (message) => warnings.push(message) });
  await database.pool.query('select 1');
  await database.close();
  expect(warnings).toEqual([expect.stringMatching(/database-made\.txt could not be written \(ENOENT/)]);
}, 60_000);

test('missing programs are reported in one sentence', async () => {
  const postgresBin = folderOf('nowhere');
  await expect(connect({ dataDir: folderOf('new'), postgresBin })).rejects.toThrow(
    /POSTGRES_BIN=.*nowhere is no folder with initdb/,
  );
});

test.each([
  ['an older PostgreSQL', 'echo "postgres (PostgreSQL) 14.9"', /14\.9: PostgreSQL 15 or newer is needed/],
  [
    'a missing library',
    'echo "libssl.so.3: cannot open shared object file" >&2; exit 127',
    /does not run \(libssl.*apt install postgresql.*DATABASE_URL/,
  ],
])('programs of %s are refused in a sentence', async (name, script, sentence) => {
  const postgresBin = folderOf(`bin-${name.replaceAll(' ', '-')}`);
  mkdirSync(postgresBin);
  for (const program of ['initdb', 'postgres'])
    writeFileSync(join(postgresBin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await expect(connect({ dataDir: folderOf('unused'), postgresBin })).rejects.toThrow(sentence);
});
