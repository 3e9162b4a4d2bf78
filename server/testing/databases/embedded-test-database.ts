import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { databaseOf } from '#server/engine/db/connect.ts';
import { embeddedPool } from '#server/engine/db/embedded/embedded-pool.ts';
import { FolderInUse, lockFolder } from '#server/engine/db/embedded/folder-lock.ts';
import { InThreadEngine } from '#server/engine/db/embedded/in-thread-engine.ts';
import { migrate, migrationsFingerprint } from '#server/engine/db/migrate.ts';
import type { TestDatabase } from '../test-database.ts';

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));

export async function openEmbedded(): Promise<TestDatabase> {
  const engine = await memoryEngine();
  const pool = embeddedPool(engine);
  const database = databaseOf('embedded', pool, async () => {
    await pool.end();
    await engine.close();
  });
  return { ...database, owner: pool };
}

/** A migrated database in memory. */
export async function memoryEngine(): Promise<InThreadEngine> {
  const engine = new InThreadEngine({ memory: true, dump: await preparedDump() });
  await engine.ready;
  return engine;
}

/**
 * Puts a migrated database into a data folder, where `connect` finds it: to make one anew and migrate it
 * costs the embedded engine six times the processor of opening it.
 */
export async function fillDataFolder(dataDir: string): Promise<void> {
  cpSync(await preparedFolder(), join(dataDir, 'database'), { recursive: true });
}

/** The database folder to copy, made from the dump. */
export async function preparedFolder(): Promise<string> {
  const folder = prepared();
  await onceMade(folder, async () => {
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    const engine = await PGlite.create({ fs: new NodeFS(draft), loadDataDir: await preparedDump() });
    await engine.close();
    renameSync(draft, folder);
  });
  return folder;
}

async function preparedDump(): Promise<Blob> {
  const file = `${prepared()}.tar`;
  await onceMade(file, async () => {
    const engine = new InThreadEngine({ memory: true });
    await engine.ready;
    const pool = embeddedPool(engine);
    await migrate(pool);
    await pool.query('vacuum analyze');
    await pool.end();
    const dump = await engine.dump();
    writeFileSync(`${file}.new`, Buffer.from(await dump.arrayBuffer()));
    renameSync(`${file}.new`, file);
    forgetOthers(basename(prepared()));
    await engine.close();
  });
  return new Blob([readFileSync(file)]);
}

/** What is prepared lies in `.cache`, under the name of its schema and engine. */
const prepared = () => join(cache, `database-${migrationsFingerprint()}-${engineVersion()}`);

/** Made by the first process that wants it. */
async function onceMade(path: string, make: () => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(cache, { recursive: true });
  const unlock = await whenFree(path);
  try {
    if (!existsSync(path)) await make();
  } finally {
    unlock();
  }
}

/** Of other versions: 40 MB each. */
function forgetOthers(name: string): void {
  const others = readdirSync(cache).filter(
    (other) => other.startsWith('database-') && !other.startsWith(name),
  );
  for (const other of others) rmSync(join(cache, other), { recursive: true, force: true });
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
