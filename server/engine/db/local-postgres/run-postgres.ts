import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { DatabaseProblem } from './database-problem.ts';
import { type Binaries, programPath } from './find-binaries.ts';

/** The superuser of a cluster that we make. */
export const clusterUser = 'hakima';

/** Locales in order of preference. The locale `C` is not used: it has no trigrams of Arabic words. */
const localesWithUtf8 = ['C.UTF-8', 'en_US.UTF-8', 'en-US'];
const maxLogBytes = 10 * 1024 * 1024;

const environment = { LC_ALL: 'C', TZ: 'UTC' };
const accountIds = (account: Account | undefined) => (account ? { uid: account.uid, gid: account.gid } : {});

/** Creates a folder owned by the account, unless the folder exists. */
export function createFolderFor(account: Account | undefined, folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

interface NewCluster {
  readonly data: string;
  readonly binaries: Binaries;
  readonly account?: Account | undefined;
  /** Without a password everybody who can reach the server may connect. */
  readonly password?: string | undefined;
  /** For tests: files are not flushed to disk. */
  readonly noSync?: boolean;
}

/**
 * Creates the data folder under a temporary name and renames it, so that a killed first start leaves no
 * incomplete cluster. If two processes do this at once, the first rename wins.
 */
export async function makeCluster(cluster: NewCluster): Promise<void> {
  const { data, account, password } = cluster;
  const draft = `${data}.new-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${draft}.password`;
  if (password) writeFileSync(passwordFile, password, { mode: 0o600 });
  const auth = password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust'];
  try {
    createFolderFor(account, draft);
    await runInitdb(cluster, draft, auth);
    renameSync(draft, data);
    if (!cluster.noSync && process.platform !== 'win32') syncFolderToDisk(dirname(data));
  } catch (error) {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  } finally {
    for (const left of [draft, passwordFile]) rmSync(left, { recursive: true, force: true });
  }
}

async function runInitdb(
  { binaries, account, noSync }: NewCluster,
  data: string,
  auth: string[],
): Promise<void> {
  const provider = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  let problem: unknown;
  for (const locale of localesWithUtf8) {
    const locales = [
      '--encoding=UTF8',
      '--lc-collate=C',
      `--lc-ctype=${locale}`,
      '--lc-messages=C',
      ...provider,
    ];
    const sync = noSync ? ['--no-sync'] : [];
    const args = ['-D', data, '-U', clusterUser, '--data-checksums', ...locales, ...auth, ...sync];
    try {
      await promisify(execFile)(programPath(binaries, 'initdb'), args, {
        cwd: dirname(data),
        env: environment,
        ...accountIds(account),
      });
      return;
    } catch (error) {
      problem = error;
      if (!/invalid locale name|locale .* (requires|cannot)/.test(readErrorOutput(error))) break;
    }
  }
  throw toServerError(readErrorOutput(problem), 'initdb failed');
}

const readErrorOutput = (error: unknown): string => {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr || message;
};

function syncFolderToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Converts output of PostgreSQL to an error. The codes are those of Node's file system errors. */
export function toServerError(text: string, what: string): Error {
  const code = /No space left on device/.test(text)
    ? 'ENOSPC'
    : /Read-only file system/.test(text)
      ? 'EROFS'
      : /Permission denied/.test(text)
        ? 'EACCES'
        : undefined;
  const last = text.trim().split('\n').slice(-4).join('\n');
  if (/shared memory|shmget/.test(text) && !code)
    return new DatabaseProblem(
      `PostgreSQL gets no shared memory from this system (${last}): set DATABASE_URL to a PostgreSQL server elsewhere`,
    );
  return Object.assign(new Error(`${what}: ${last}`), code && { code });
}

/**
 * Settings of every cluster that we run, passed with `-c` so that no file in the folder can override them.
 */
const commonSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Messages about statements would contain patient data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  jit: 'off',
};

/** Also false if the program could not be started. */
export const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Starts PostgreSQL in a process group of its own, so that Ctrl+C in a terminal does not reach it. */
export function spawnPostgres(
  { binaries, data, account, log }: Omit<NewCluster, 'password'> & { log: string },
  settings: Readonly<Record<string, string | number>>,
): { child: ChildProcess; says: () => string } {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(log, `${log}.old`);
  const file = openSync(log, 'a', 0o600);
  if (account) fchownSync(file, account.uid, account.gid);
  const from = statSync(log).size;
  const args = Object.entries({ ...commonSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(programPath(binaries, 'postgres'), ['-D', data, ...args], {
    cwd: dirname(data),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', file, file],
    env: environment,
    ...accountIds(account),
  });
  closeSync(file);
  child.on('error', () => undefined); // callers check the exit
  child.unref();
  return { child, says: () => readFileSync(log).subarray(from).toString('utf8') };
}

/** Stops PostgreSQL in fast mode, or in immediate mode if that fails; committed data is kept. */
export async function stopPostgres({ binaries, data, account }: NewCluster): Promise<void> {
  const stop = (mode: string) =>
    promisify(execFile)(programPath(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', mode, '-t', '10'], {
      cwd: dirname(data),
      env: environment,
      ...accountIds(account),
    });
  await stop('fast').catch(() => stop('immediate'));
}
