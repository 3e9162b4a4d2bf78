import { accessSync, chmodSync, constants, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DatabaseProblem } from './database-problem.ts';

/** The operating system account that PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

const isRoot = (): boolean => process.getuid?.() === 0;

function knownAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/**
 * PostgreSQL refuses to run as root. For root this returns the owner of the folder, or else the account
 * `postgres` or `nobody`. For other users it returns undefined: PostgreSQL runs as the same user.
 */
export function findServerAccount(folder: string): Account | undefined {
  if (!isRoot()) {
    requireOwnAccount();
    return undefined;
  }
  const accounts = knownAccounts();
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const found =
    accounts.find(({ uid }) => owner && uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (found) return found;
  throw new DatabaseProblem(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as: ' +
      'run "useradd --system postgres", or start Hakima as an ordinary user',
  );
}

function requireOwnAccount(): void {
  if (process.platform === 'win32') return;
  try {
    userInfo();
  } catch {
    throw new DatabaseProblem(
      `PostgreSQL needs a user with a name, and the user ${process.getuid?.()} has none: ` +
        'add a line for it to /etc/passwd, or set DATABASE_URL to a PostgreSQL server',
    );
  }
}

/** Checks that the account can enter the folder. Our own folder is opened for it; folders above are not. */
export function allowAccessToFolder(account: Account | undefined, folder: string): void {
  if (!account) return;
  const own = statSync(folder);
  if (!canEnter(account, folder)) chmodSync(folder, own.mode | 0o001);
  for (let above = dirname(resolve(folder)); ; above = dirname(above)) {
    if (!canEnter(account, above))
      throw new DatabaseProblem(
        `PostgreSQL does not run as root, and the account "${account.name}" that it runs as cannot enter ${above}: ` +
          `set DATA_DIR to a folder that it can enter (for example /var/lib/hakima), run "chmod o+x ${above}", ` +
          'or start Hakima as an ordinary user',
      );
    if (above === dirname(above)) return;
  }
}

function canEnter({ uid, gid }: Account, folder: string): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder);
  if (owner === uid) return (mode & 0o100) !== 0;
  return (mode & (group === gid ? 0o010 : 0o001)) !== 0;
}

/** Throws the operating system's error (EACCES, EROFS) if this process cannot write to the folder. */
export function requireWritable(folder: string): void {
  accessSync(folder, constants.W_OK | constants.X_OK);
}
