// A PostgreSQL for one test run, thrown away after it. Node built-ins only.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../set-up/processes.mjs';

/**
 * Starts a server and returns its URL, its version and how to stop it. A durable one keeps what it
 * acknowledged when it is killed (`crash`, which resolves once it is back). One in a `folder` finds its
 * databases there again; one `from` a folder begins with a copy of it.
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
  // In a process group of its own, so that a kill of the run's group leaves it to stop PostgreSQL.
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
