// Runs the built server, or the one that is being written. Node built-ins only.
import { spawn } from 'node:child_process';
import { leanMemory, onEnd, root, withEnv } from './processes.mjs';

// The server migrates and seeds by itself before it listens.
const launch = (env) =>
  spawn(process.execPath, [...leanMemory.args, 'dist/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: withEnv({ NODE_ENV: 'production', ...leanMemory.env, ...env }),
  });

/** Serves until told to end, or until the server ends by itself. */
export function serve(env) {
  const server = launch(env);
  onEnd((signal) => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Serves what is being written; `tools/dev/` says how. */
export function serveSources() {
  const server = spawn(process.execPath, ['--enable-source-maps', '--import', 'tsx', 'tools/dev/serve.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: withEnv({ NODE_ENV: 'development' }),
  });
  onEnd((signal) => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
