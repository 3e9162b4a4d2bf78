// Runs a temporary PostgreSQL for one test run. Node built-ins only.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../set-up/processes.mjs';

/**
 * Starts a server and returns its URL, its version and functions to stop it. `durable`: acknowledged data
 * survives `crash`, which resolves once the server is back. `folder`: keeps databases there between runs.
 * `from`: starts with a copy of that folder.
 */
export function startPostgres({ durable = false, folder = '', from = '' } = {}) {
  const script = join(root, 'tools/test-run/postgres-keeper.ts');
  const asked = [
    '--for',
    String(process.pid),
    ...(durable ? ['--durable'] : []),
    ...(folder ? ['--in', folder] : []),
    ...(from ? ['--from', from] : []),
  ];
  // In its own process group: if the run's group is killed, the keeper can still stop PostgreSQL.
  const keeper = spawn(process.execPath, ['--import', 'tsx', script, ...asked], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((done) => keeper.once('exit', done));
  const stop = () => {
    keeper.kill('SIGTERM');
    return gone;
  };
  const crash = () => {
    const back = new Promise((done) => keeper.stdout.once('data', done));
    keeper.kill('SIGUSR2');
    return back;
  };
  return new Promise((done, fail) => {
    let complaint = '';
    keeper.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
    keeper.stdout.setEncoding('utf8').once('data', (line) => done({ ...JSON.parse(line), stop, crash }));
    keeper.on('error', fail);
    void gone.then(() => fail(new Error(complaint.trim() || 'PostgreSQL ended before it was ready')));
  });
}
