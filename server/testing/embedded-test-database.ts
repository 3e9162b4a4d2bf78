import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseOf } from '#server/engine/db/connect.ts';
import { embeddedPool } from '#server/engine/db/embedded/embedded-pool.ts';
import { FolderInUse, lockFolder } from '#server/engine/db/embedded/folder-lock.ts';
import { InThreadEngine } from '#server/engine/db/embedded/in-thread-engine.ts';
import { migrate, migrationsFingerprint } from '#server/engine/db/migrate.ts';
import type { TestDatabase } from './test-database.ts';

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

export async function openEmbedded(): Promise<TestDatabase> {
  const engine = await memoryEngine();
  const pool = embeddedPool(engine);
  const database = databaseOf('embedded', pool, async () => {
    await pool.end();
    await engine.close();
  });
  return { ...database, owner: pool };
}

/** A migrated database in memory, from a dump that the first test worker makes and keeps in `.cache`. */
export async function memoryEngine(): Promise<InThreadEngine> {
  const file = join(cache, `database-${migrationsFingerprint()}-${engineVersion()}.tar`);
  if (!existsSync(file)) await prepareDump(file);
  const engine = new InThreadEngine({ memory: true, dump: new Blob([readFileSync(file)]) });
  await engine.ready;
  return engine;
}

async function prepareDump(file: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const unlock = await whenFree(file);
  try {
    if (existsSync(file)) return;
    const engine = new InThreadEngine({ memory: true });
    await engine.ready;
    const pool = embeddedPool(engine);
    await migrate(pool);
    await pool.query('vacuum analyze');
    await pool.end();
    const dump = await engine.dump();
    writeFileSync(`${file}.new`, Buffer.from(await dump.arrayBuffer()));
    renameSync(`${file}.new`, file);
    forgetOthers(file);
    await engine.close();
  } finally {
    unlock();
  }
}

/** Dumps of other versions: 40 MB each. */
function forgetOthers(file: string): void {
  const others = readdirSync(cache).filter(
    (name) => /^database-.*\.tar$/.test(name) && name !== basename(file),
  );
  for (const name of others) rmSync(join(cache, name), { force: true });
}

async function whenFree(file: string): Promise<() => void> {
  for (;;) {
    try {
      return await lockFolder(file);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await sleep(100);
    }
  }
}

function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
