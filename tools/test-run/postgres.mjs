// A real PostgreSQL for one test run, thrown away after. Node built-ins only.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../set-up/processes.mjs';

/** Starts a server and answers its URL, its version and how to throw it away. */
export function startPostgres() {
  const keeper = spawn(process.execPath, [join(root, 'tools/test-run/postgres-keeper.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((done) => keeper.once('exit', done));
  const stop = () => {
    keeper.kill('SIGTERM');
    return gone;
  };
  return new Promise((done, fail) => {
    let complaint = '';
    keeper.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
    keeper.stdout.setEncoding('utf8').once('data', (line) => done({ ...JSON.parse(line), stop }));
    keeper.on('error', fail);
    void gone.then(() => fail(new Error(complaint.trim() || 'PostgreSQL ended before it was ready')));
  });
}
