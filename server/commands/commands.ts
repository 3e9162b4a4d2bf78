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
  migrate: async () => (await import('./migrate.ts')).migrateOnly,
  backup: async () => (await import('./backup.ts')).backup,
  'backup-key': async () => (await import('./backup-key.ts')).makeBackupKey,
  restore: async () => (await import('./restore.ts')).restore,
  'delete-again': async () => (await import('./delete-again.ts')).deleteAgainByList,
  health: async () => (await import('./health.ts')).checkHealth,
  'move-out': async () => (await import('./move-out.ts')).moveOut,
  'move-in': async () => (await import('./move-in.ts')).moveIn,
  'one-time-password': async () => (await import('./one-time-password.ts')).oneTimePassword,
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

/** One line for the operator, in the language of the terminal. */
export function describeError(error: unknown): unknown {
  if (error instanceof ConsoleError) return error.in(langOfConsole());
  if (pgErrorCode(error) === undefinedTable) return new ConsoleError('console.noTables').in(langOfConsole());
  return error instanceof Error ? error.message : error;
}
