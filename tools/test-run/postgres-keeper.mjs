// Keeps one throw-away PostgreSQL: own folder, free port, not as root. It goes when this process is told to
// end, or when the one it is kept `--for` is gone, however that ended. With `durable` it keeps what it
// acknowledged, and SIGUSR2 kills it and starts it again. `--in <folder>` leaves its databases there for the
// next. Node built-ins only.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../set-up/free-port.mjs';
import { onEnd, run } from '../set-up/processes.mjs';
import { binaries, exe, otherUser } from './postgres-binaries.mjs';

const { values: asked } = parseArgs({
  options: {
    for: { type: 'string' },
    durable: { type: 'boolean' },
    in: { type: 'string' },
  },
});
const home = asked.in ?? mkdtempSync(join(tmpdir(), 'hakima-postgres-'));
if (asked.in) mkdirSync(home, { recursive: true });
const isRoot = process.getuid?.() === 0;
const { durable } = asked;
const started = new Set();
let server;

if (!asked.in) process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
const end = () => {
  if (started.size === 0) process.exit(0);
  for (const child of started) {
    child.removeAllListeners('exit').once('exit', () => {
      started.delete(child);
      if (started.size === 0) process.exit(0);
    });
    child.kill('SIGINT'); // to PostgreSQL it means: cut off connections and end
    setTimeout(() => child.kill('SIGKILL'), 5000);
  }
};
// Whoever was gone before we looked could not be missed as a parent.
onEnd(end, Number(asked.for) || undefined);

try {
  const user = isRoot ? otherUser() : {};
  if (isRoot) {
    chmodSync(home, 0o755);
    chownSync(home, user.uid, user.gid);
  }
  const bin = binaries(home);
  const data = join(home, 'data');
  const options = { cwd: home, env: { LC_ALL: 'C', TZ: 'UTC' }, output: 'keep', ...user };
  const initdb = ['-D', data, '-U', 'hakima', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  const made = existsSync(data) || (await run(join(bin, `initdb${exe}`), initdb, options));
  if (made !== true && !made.ok) throw new Error(`initdb failed: ${made.text.trim()}`);
  const { text } = await run(join(bin, `postgres${exe}`), ['--version'], options);
  const port = await freePort();
  server = await listening(join(bin, `postgres${exe}`), data, { port }, user);
  const url = `postgres://hakima@127.0.0.1:${port}/postgres`;
  const ready = () => console.log(JSON.stringify({ url, version: text.trim() }));
  ready();
  process.on('SIGUSR2', async () => {
    const killed = new Promise((done) => server.removeAllListeners('exit').once('exit', done));
    server.kill('SIGKILL');
    await killed;
    started.delete(server);
    // What served its callers ends when it notices, and the memory they shared is not free before.
    for (let tries = 0; ; tries++) {
      try {
        server = await listening(join(bin, `postgres${exe}`), data, { port }, user);
        return ready();
      } catch (error) {
        if (tries > 100) throw error;
      }
      await sleep(100);
    }
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Nothing here survives the machine, so nothing waits for the disk; what is durable does, as a clinic's. */
function listening(postgres, data, its, user) {
  const settings = {
    ...its,
    listen_addresses: '127.0.0.1',
    max_connections: 100,
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  if (process.platform !== 'win32') settings.unix_socket_directories = home;
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', data, ...args], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  started.add(child);
  return new Promise((done, fail) => {
    let log = '';
    const giveUp = (why) => {
      started.delete(child);
      clearTimeout(timer);
      child.kill('SIGKILL');
      fail(new Error(`PostgreSQL ${why}: ${log.trim()}`));
    };
    const timer = setTimeout(giveUp, 30_000, 'was not ready within 30 s');
    child.on('error', (error) => giveUp(`did not start (${error.message})`));
    child.on('exit', (code) => giveUp(`ended with ${code}`));
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      log = (log + chunk).slice(-20_000);
      if (!/ready to accept (read-only )?connections/.test(log)) return;
      clearTimeout(timer);
      done(child);
    });
  });
}
