import { spawn } from 'node:child_process';
import { freePort } from '../tools/set-up/free-port.mjs';

/** A clinic of its own, for a journey that would be in the way of the others or wants another start. */
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
