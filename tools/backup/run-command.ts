import { spawn } from 'node:child_process';
import { bundled } from '../test-run/bundled.ts';

const tools = ['backup', 'restore', 'delete-again', 'move-out', 'move-in', 'one-time-password'] as const;
const moduleOf = (tool: string): string => `tools/backup/${tool}.ts`;

/** Runs a command of the house as somebody at the console does. */
export async function runCommand(
  tool: (typeof tools)[number],
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; says: string }> {
  const fileOf = await bundled(tools.map(moduleOf));
  const child = spawn(process.execPath, [fileOf(moduleOf(tool)), ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  let says = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (says += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, says })));
}
