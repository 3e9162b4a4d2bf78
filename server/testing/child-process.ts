import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Child {
  process: ChildProcess;
  /** What it has written to standard output so far. */
  output(): string;
  /** Waits until it has written `text`, or has ended. */
  until(text: string): Promise<void>;
  /** Waits for its end; the exit code, or null when it was killed. */
  ended: Promise<number | null>;
}

/**
 * How Node starts what ends soon: its second compiler would still be at work on the embedded database when
 * all is done, for two fifths of the processor.
 */
export const shortLived = ['--liftoff-only', '--import', 'tsx'];

/** Runs a TypeScript module given as text in a Node process of its own; it may import `#server/…`. */
export function startChild(script: string, env: Readonly<Record<string, string>> = {}): Child {
  const child = spawn(process.execPath, [...shortLived, '--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => written.includes(text) && resolve();
      child.stdout.on('data', look);
      void ended.then(() => resolve());
      look();
    });
  return { process: child, output: () => written, until, ended };
}
