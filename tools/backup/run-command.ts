import { spawn } from 'node:child_process';
import { shortLived } from '#server/testing/child-process.ts';

/** Runs a command of the house as somebody at the console does. */
export function runCommand(
  tool: 'backup' | 'restore' | 'delete-again' | 'move-to-postgres' | 'move-out' | 'move-in',
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; says: string }> {
  const child = spawn(process.execPath, [...shortLived, `tools/backup/${tool}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  let says = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (says += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, says })));
}
