export interface DatabaseSource {
  readonly folder: string;
  readonly databaseUrl?: string | undefined;
  /** The variable that holds the address. */
  readonly setting?: string;
}

/** The server of an address, without the password. */
function serverOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`;
}

const unreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;

const oldestVersion = 15;

/** Why the server's version cannot be used, if it cannot. `number`: its setting `server_version_num`. */
export function versionProblem(number: number, name: string): string | undefined {
  if (number >= oldestVersion * 10_000) return undefined;
  return `it is PostgreSQL ${name}: PostgreSQL ${oldestVersion} or newer is needed`;
}

function describeServerProblem(url: string, setting: string, code: string, message: string): string {
  const server = serverOf(url);
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${server} refuses the user of ${setting} (${code}): check user and password there`;
  if (code === '3D000')
    return `there is no such database (${server}): create it, or correct the name at the end of ${setting}`;
  if (code === '53300')
    return `PostgreSQL at ${server} takes no more connections: raise its max_connections, or run fewer servers`;
  if (unreachable.test(code) || /timeout|terminated/i.test(message))
    return `PostgreSQL at ${server} cannot be reached (${code || 'no answer'}): is it running, and is ${setting} right?`;
  return `PostgreSQL at ${server} (${setting}): ${message}`;
}

function describeFolderProblem(folder: string, code: string, message: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `the disk of the data folder ${folder} is full: make room on it, or set DATA_DIR to a folder elsewhere`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `the data folder ${folder} may not be written to (${code}): give it to the user who starts the server, or set DATA_DIR`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `the data folder ${folder} is no folder (${code}): set DATA_DIR to one`;
  return (
    `the database in the data folder ${folder} cannot be opened (${message.split('\n', 1)[0]}): ` +
    'it is damaged or of another version. Keep a copy of it, then restore a backup into an empty DATA_DIR'
  );
}

/** Why the database could not be opened, in one sentence: what, which setting, what to do. */
export function toStartError(
  error: unknown,
  { folder, databaseUrl, setting = 'DATABASE_URL' }: DatabaseSource,
): Error {
  const message = error instanceof Error ? error.message : String(error);
  const own = (error as { code?: unknown } | null)?.code;
  const code = typeof own === 'string' ? own : (/\b(E[A-Z]{4,})\b/.exec(message)?.[1] ?? '');
  const says = databaseUrl
    ? describeServerProblem(databaseUrl, setting, code, message)
    : describeFolderProblem(folder, code, message);
  return new Error(says, { cause: error });
}
