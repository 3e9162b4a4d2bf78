// Runs one PostgreSQL for tests on a free loopback port. It ends on a signal, or when the process of `--for`
// has ended. `--durable`: acknowledged data survives a crash, and SIGUSR2 kills and restarts it. `--in
// <folder>`: keeps its databases in that folder. `--from <folder>`: starts with a copy of that data folder.
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findServerAccount } from '#server/engine/db/local-postgres/account.ts';
import { findBinaries } from '#server/engine/db/local-postgres/find-binaries.ts';
import {
  clusterUser,
  isRunning,
  makeCluster,
  spawnPostgres,
} from '#server/engine/db/local-postgres/run-postgres.ts';
import { freePort } from '../set-up/free-port.mjs';
import { onEnd } from '../set-up/processes.mjs';
import { copyFolder } from './copy-folder.ts';

const { values: asked } = parseArgs({
  options: {
    for: { type: 'string' },
    durable: { type: 'boolean', default: false },
    in: { type: 'string' },
    from: { type: 'string' },
  },
});
const home = asked.in ?? mkdtempSync(join(tmpdir(), 'hakima-postgres-'));
const data = join(home, 'data');
if (asked.in) mkdirSync(home, { recursive: true });
else process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

let server: ChildProcess | undefined;
const ended = async (child: ChildProcess): Promise<void> => {
  while (isRunning(child)) await sleep(20);
};
async function end(): Promise<void> {
  const child = server;
  if (child) {
    child.kill('SIGINT'); // fast shutdown
    setTimeout(() => child.kill('SIGKILL'), 5000).unref();
    await ended(child);
  }
  process.exit(0);
}
onEnd(() => void end(), Number(asked.for) || undefined);

try {
  const account = findServerAccount(home);
  if (account) {
    chmodSync(home, 0o755);
    chownSync(home, account.uid, account.gid);
  }
  const copyTo = join(home, 'binaries');
  const binaries = await findBinaries({ postgresBin: process.env.POSTGRES_BIN, account, copyTo });
  const cluster = { data, binaries, account, noSync: true };
  if (asked.from) copyFolder(asked.from, data);
  else if (!existsSync(data)) await makeCluster(cluster);
  const port = await freePort();
  // Test data need not survive a power cut, so nothing is flushed to disk unless `--durable` is given.
  const safe = asked.durable ? 'on' : 'off';
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    max_connections: 100,
    ...(process.platform === 'win32' ? {} : { unix_socket_directories: '' }),
    fsync: safe,
    synchronous_commit: safe,
    full_page_writes: safe,
  };

  const start = async (): Promise<ChildProcess> => {
    const { child, says } = spawnPostgres({ ...cluster, log: join(home, 'log') }, settings);
    child.ref(); // this process lives as long as PostgreSQL does
    for (const until = performance.now() + 30_000; performance.now() < until; await sleep(20)) {
      if (!isRunning(child)) break;
      if (/ready to accept (read-only )?connections/.test(says())) return child;
    }
    child.kill('SIGKILL');
    throw new Error(`PostgreSQL does not start: ${says().trim()}`);
  };
  const url = `postgres://${clusterUser}@127.0.0.1:${port}/postgres`;
  const ready = () => console.log(JSON.stringify({ url, version: binaries.version }));
  async function startAgain(killed: ChildProcess): Promise<void> {
    killed.kill('SIGKILL');
    await ended(killed);
    // Its other processes end a little later, and only then is the shared memory free.
    for (let tries = 0; ; tries++) {
      try {
        server = await start();
        return ready();
      } catch (error) {
        if (tries > 100) throw error;
      }
      await sleep(100);
    }
  }
  server = await start();
  ready();
  process.on('SIGUSR2', () => server && void startAgain(server));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
