import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from '../../tools/test-run/bundled.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Child {
  process: ChildProcess;
  /** Returns the standard output of the process up to now. */
  output(): string;
  /** Waits until the output contains `text` or the process has ended. */
  until(text: string): Promise<void>;
  /** Waits until the process ends; returns the exit code, or null if it was killed. */
  ended: Promise<number | null>;
}

/** Runs a module, given as text, in its own Node process; it may import `#server/…`. */
export async function startChild(script: string, env: Readonly<Record<string, string>> = {}): Promise<Child> {
  const ours = /(?<= from ')#(server\/[^']+)/g;
  const modules = [...script.matchAll(ours)].map(([, module = '']) => module);
  const fileOf = await bundleModules(modules);
  const ready = script.replace(ours, (_, module: string) => pathToFileURL(fileOf(module)).href);
  const child = spawn(process.execPath, ['-e', ready], {
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
