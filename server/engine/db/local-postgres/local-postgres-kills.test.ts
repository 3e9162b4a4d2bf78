import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkRowsKept,
  isAlive,
  kill,
  localFolders,
  nobody,
  openInChild,
  postmasterOf,
  waitForWrites,
} from '#server/testing/local-clinic.ts';
import { connect } from '../connect.ts';
import { findServerAccount } from './account.ts';
import { findBinaries } from './find-binaries.ts';

/* Kills, and first starts of several kinds, each of which creates a cluster: a long test. */

const isRoot = process.getuid?.() === 0;
const { clinic, folderOf } = localFolders();

test('two simultaneous first starts create one database', async () => {
  const dataDir = folderOf('two');
  const both = await Promise.all([openInChild(dataDir), openInChild(dataDir)]);
  await Promise.all(both.map(waitForWrites));
  await Promise.all(both.map((child) => kill(child, 'SIGTERM')));
  await checkRowsKept(dataDir, ...both);
  expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['data', 'log', 'run']);
}, 60_000);

test('PostgreSQL survives kill -9 of the server, and the next start connects to it and stops it at its end', async () => {
  const server = await openInChild(clinic);
  await waitForWrites(server);
  const postmaster = postmasterOf(clinic);
  await kill(server);
  expect(isAlive(postmaster)).toBe(true);
  expect(await checkRowsKept(clinic, server)).toEqual({ postmaster });
}, 60_000);

test('the server starts PostgreSQL again after kill -9 of PostgreSQL', async () => {
  const server = await openInChild(clinic);
  await waitForWrites(server);
  const before = postmasterOf(clinic);
  process.kill(before, 'SIGKILL');
  await server.until('PostgreSQL runs again');
  await waitForWrites(server);
  expect(postmasterOf(clinic)).not.toBe(before);
  await kill(server, 'SIGTERM');
  await checkRowsKept(clinic, server);
}, 60_000);

test('after kill -9 of both the next start has all acknowledged data', async () => {
  const server = await openInChild(clinic);
  await waitForWrites(server);
  process.kill(postmasterOf(clinic), 'SIGKILL');
  await kill(server);
  await checkRowsKept(clinic, server);
}, 60_000);

test('the programs of the npm package open a folder of their major version', async () => {
  const dataDir = folderOf('package');
  mkdirSync(dataDir);
  const { bin, version } = await findBinaries({
    major: 18,
    account: findServerAccount(dataDir),
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

test.runIf(isRoot)(
  'as root, PostgreSQL runs as the owner of the folder or as another account',
  async () => {
    const owned = folderOf('owned');
    mkdirSync(owned);
    chownSync(owned, nobody.uid, nobody.gid);
    await (await connect({ dataDir: owned })).close();
    expect(statSync(join(owned, 'postgres/data')).uid).toBe(nobody.uid);
    expect(statSync(join(clinic, 'postgres/data')).uid).not.toBe(0);
    // Then the owner opens the same folder.
    const server = await openInChild(owned, nobody);
    await waitForWrites(server);
    expect(statSync(`/proc/${postmasterOf(owned)}`).uid).toBe(nobody.uid);
    await kill(server, 'SIGTERM');
    await checkRowsKept(owned, server);

    const closed = folderOf('closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(connect({ dataDir: join(closed, 'clinic') })).rejects.toThrow(
      /cannot enter .*closed.*chmod o\+x/,
    );
  },
  60_000,
);
