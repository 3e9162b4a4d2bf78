// Runs work with the built product and demo data on a free port. Node built-ins only.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../set-up/free-port.mjs';
import { root, withEnv } from '../set-up/processes.mjs';
import { newDataFolder } from './data-folder.mjs';
import { clockSwitches } from './days.mjs';

/**
 * Runs `work(origin)` while the demo clinic is open, then deletes the clinic. `env`: additional
 * configuration, or a function of the port that returns it.
 */
export async function withDemoServer(work, env = {}) {
  const data = newDataFolder('hakima-demo-');
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const besides = typeof env === 'function' ? env(port) : env;
  const own = {
    NODE_ENV: 'production',
    DEMO: '1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    HOST: '127.0.0.1',
  };
  const server = spawn(
    process.execPath,
    [...clockSwitches({ ...process.env, ...besides }), 'dist/server/main.js'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: withEnv({ ...own, PORT: port, PUBLIC_URL: origin, DATA_DIR: data, ...besides }),
    },
  );
  const gone = new Promise((done) => server.once('exit', done));
  // Not SIGKILL: the server's PostgreSQL would keep running.
  const endWithUs = () => server.kill('SIGTERM');
  process.once('exit', endWithUs);
  try {
    await ready(origin, server);
    return await work(origin);
  } finally {
    process.removeListener('exit', endWithUs);
    server.kill('SIGTERM');
    await gone;
    rmSync(data, { recursive: true, force: true });
  }
}

async function ready(origin, server) {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Error('the demonstration clinic ended before it was open');
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error('the demonstration clinic does not open');
}
