import { spawn } from 'node:child_process';
import { bundleModules } from '../../tools/test-run/bundled.ts';
import type { CommandName } from '../commands/commands.ts';

/** Runs a command of the built program, as an operator does. */
export async function runCommand(
  command: CommandName,
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<{ code: number | null; says: string }> {
  const fileOf = await bundleModules(['server/main.ts']);
  const child = spawn(process.execPath, [fileOf('server/main.ts'), command, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  child.stdin.end(input);
  let says = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (says += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, says })));
}
