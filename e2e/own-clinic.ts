import { spawn } from 'node:child_process';
import { freePort } from '../tools/set-up/free-port.mjs';

/** Starts a separate clinic, for a test that would disturb the others or needs another configuration. */
export async function openOwnClinic(env: NodeJS.ProcessEnv) {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const own = { PORT: port, PUBLIC_URL: origin, HOST: '127.0.0.1', DATABASE_URL: '', RATE_LIMIT: 'off' };
  const server = spawn(process.execPath, ['tools/test-run/e2e-server.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RUNNER_PID: String(process.pid), LOG_LEVEL: 'warn', ...own, ...env },
  });
  const gone = new Promise((done) => server.once('exit', done));
  return {
    origin,
    stdout: server.stdout,
    async close() {
      server.kill('SIGTERM');
      await gone;
    },
  };
}
