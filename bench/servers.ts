import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/set-up/free-port.mjs';
import { leanMemory } from '../tools/set-up/processes.mjs';

const root = join(import.meta.dirname, '..');
const tsx = createRequire(import.meta.url).resolve('tsx');
const patienceMs = 60_000;

export interface Running {
  pid: number;
  port: number;
  child: ChildProcess;
  /** Milliseconds from the start of the process until it is ready. */
  startMs: number;
  stop(): Promise<void>;
}

async function running(child: ChildProcess, port: number, ready: string): Promise<Running> {
  const since = performance.now();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for (const end = Date.now() + patienceMs; Date.now() < end && child.exitCode === null; await sleep(20)) {
    const answer = await fetch(`http://127.0.0.1:${port}${ready}`).catch(() => null);
    if (answer?.ok) return { pid: child.pid ?? 0, port, child, startMs: performance.now() - since, stop };
  }
  child.kill('SIGKILL');
  throw new Error(
    child.exitCode === null
      ? `a server did not answer within ${patienceMs / 1000} s`
      : `a server ended with ${child.exitCode} before it answered`,
  );
}

const plain = {
  HOST: '127.0.0.1',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  PUBLIC_URL: '',
};

/**
 * Starts the built server (of this or another checkout) in a separate process; does not wait until it is
 * ready.
 */
export const launchClinic = (
  env: Record<string, string>,
  port: number,
  says: 'inherit' | 'pipe' = 'inherit',
  built = root,
): ChildProcess =>
  spawn(process.execPath, [...leanMemory.args, join(built, 'dist/server/main.js')], {
    env: { ...process.env, ...leanMemory.env, ...plain, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', says],
  });

export const startClinicAt = (env: Record<string, string>, port: number, built = root): Promise<Running> =>
  running(launchClinic(env, port, 'inherit', built), port, '/readyz');

export const startClinic = async (env: Record<string, string>, built = root): Promise<Running> =>
  startClinicAt(env, await freePort(), built);

export async function startBare(databaseUrl: string): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', tsx, join(root, 'bench/bare-server.ts')], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return running(child, port, '/');
}

/** Sends SIGKILL and waits until the process has ended. */
export function kill({ child }: Pick<Running, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGKILL');
  return ended;
}
