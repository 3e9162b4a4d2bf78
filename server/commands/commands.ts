import { langOfConsole } from '#server/config.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { pgErrorCode } from '#server/engine/db/transaction.ts';
import type { Lang } from '#shared/domain/languages.ts';

/**
 * Runs with the arguments after its name and returns the output for the operator. `serve` ends only with the
 * process.
 */
type Command = (args: string[], lang: Lang) => Promise<string | void>;

/** Loaded when it is called, because the server needs no other command. */
const commands = {
  serve: async () => (await import('../serve.ts')).serve,
  migrate: async () => (await import('./migrate.ts')).migrateSchema,
  backup: async () => (await import('./backup.ts')).backup,
  'backup-key': async () => (await import('./backup-key.ts')).makeBackupKey,
  restore: async () => (await import('./restore.ts')).restore,
  'delete-again': async () => (await import('./repeat-deletions.ts')).repeatDeletionsFromList,
  health: async () => (await import('./health.ts')).checkHealth,
  'move-out': async () => (await import('./move-out.ts')).moveOut,
  'move-in': async () => (await import('./move-in.ts')).moveIn,
  'one-time-password': async () => (await import('./one-time-password.ts')).issueOneTimePassword,
  version: async () => {
    const { version } = await import('../version.ts');
    return async () => version;
  },
} as const satisfies Record<string, () => Promise<Command>>;

const undefinedTable = '42P01';

export type CommandName = keyof typeof commands;

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** Runs the command named by the first argument; without arguments, `serve`. */
export async function runCommandLine([name = 'serve', ...args]: string[]): Promise<string | undefined> {
  if (!isCommand(name))
    throw new ConsoleError('console.unknownCommand', { name, commands: Object.keys(commands).join(', ') });
  const command: Command = await commands[name]();
  return (await command(args, langOfConsole())) ?? undefined;
}

/** An error of the operating system as a sentence, if the operator can do something about it. */
function systemProblem(error: unknown): ConsoleError | undefined {
  const { code, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE' && port) return new ConsoleError('console.portInUse', { port: String(port) });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ConsoleError('console.full');
  if (!path) return undefined;
  if (code === 'ENOENT') return new ConsoleError('console.none', { path });
  if (code === 'EROFS') return new ConsoleError('console.readOnly', { path });
  if (code === 'EACCES' || code === 'EPERM') return new ConsoleError('console.denied', { path, code });
  return undefined;
}

/** One line for the operator, in the language of the terminal. */
export function describeError(error: unknown): unknown {
  const told = error instanceof ConsoleError ? error : systemProblem(error);
  if (told) return told.in(langOfConsole());
  if (pgErrorCode(error) === undefinedTable) return new ConsoleError('console.noTables').in(langOfConsole());
  return error instanceof Error ? error.message : error;
}
