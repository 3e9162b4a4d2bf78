// Runs the built server, once or again after every change. Node built-ins only.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { leanMemory, onEnd, root, stopChildren, withEnv } from './processes.mjs';
import { build } from './setup.mjs';

// The server migrates and seeds by itself before it listens.
const launch = (env) =>
  spawn(process.execPath, ['--enable-source-maps', leanMemory, 'dist/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: withEnv({ NODE_ENV: 'production', ...env }),
  });

/** Serves until told to end, or until the server ends by itself. */
export function serve(env) {
  const server = launch(env);
  onEnd((signal) => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Builds and starts again whenever a source changes. A build that fails leaves nothing running, and says why.
 */
export async function serveChanges() {
  let server = launch({});
  let timer;
  let restarting = Promise.resolve();
  const restart = async () => {
    await ended(server);
    if (await build()) server = launch({});
    else console.error('· waiting for the next change');
  };
  for (const folder of ['server', 'shared', 'web']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => (restarting = restarting.then(restart)), 300);
    });
  }
  onEnd(async () => {
    stopChildren();
    await ended(server);
    process.exit(0);
  });
}

function ended(server) {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  const gone = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  return gone;
}
