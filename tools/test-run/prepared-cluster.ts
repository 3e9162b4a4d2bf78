import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '#server/engine/db/connect.ts';
import { findServerAccount } from '#server/engine/db/local-postgres/account.ts';
import { findBinaries } from '#server/engine/db/local-postgres/find-binaries.ts';
import { migrate, migrationsFingerprint } from '#server/engine/db/migrate.ts';
import { prepareTemplate } from '#server/testing/databases/test-databases.ts';
import { copyFolder } from './copy-folder.ts';

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

/**
 * The folder `postgres` of a migrated, empty clinic, cached in `.cache` for this schema and this PostgreSQL
 * version: creating one takes four seconds. It also contains the template of the test databases.
 */
export async function preparedCluster(): Promise<string> {
  const folder = join(cache, await nameOfCache());
  if (!existsSync(folder)) await make(folder);
  return folder;
}

async function nameOfCache(): Promise<string> {
  const account = findServerAccount(cache);
  const { version } = await findBinaries({
    postgresBin: process.env.POSTGRES_BIN,
    account,
    copyTo: join(tmpdir(), 'hakima-binaries'),
  });
  const made = createHash('sha256').update(`${version} ${account?.uid ?? process.getuid?.()}`);
  return `cluster-${migrationsFingerprint()}-${made.digest('hex').slice(0, 8)}`;
}

async function make(folder: string): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'hakima-cluster-'));
  try {
    const database = await connect({ dataDir: draft, postgresBin: process.env.POSTGRES_BIN });
    await migrate(database.pool);
    await database.pool.query('vacuum analyze');
    await prepareTemplate(database.pool.options.connectionString ?? '');
    await database.close();
    mkdirSync(cache, { recursive: true });
    const copy = mkdtempSync(join(cache, 'cluster-new-'));
    copyFolder(join(draft, 'postgres'), join(copy, 'postgres'));
    for (const old of readdirSync(cache).filter((name) => /^(cluster|database)-(?!new)/.test(name)))
      rmSync(join(cache, old), { recursive: true, force: true });
    if (!existsSync(folder)) renameSync(join(copy, 'postgres'), folder);
    rmSync(copy, { recursive: true, force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies a migrated, empty clinic into a data folder. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  copyFolder(await preparedCluster(), join(dataDir, 'postgres'));
}
