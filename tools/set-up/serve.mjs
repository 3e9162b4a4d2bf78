// Runs the built server, or the development server. Node built-ins only.
import { spawn } from 'node:child_process';
import { leanMemory, onEnd, root, withEnv } from './processes.mjs';

// The server migrates and seeds the database itself before it listens.
const launch = (env) =>
  spawn(process.execPath, [...leanMemory.args, 'dist/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: withEnv({ NODE_ENV: 'production', ...leanMemory.env, ...env }),
  });

/** Serves until this process should end or the server has ended. */
export function serve(env) {
  const server = launch(env);
  onEnd((signal) => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Serves from source; see `tools/dev/`. */
export function serveSources() {
  const server = spawn(process.execPath, ['--enable-source-maps', '--import', 'tsx', 'tools/dev/serve.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: withEnv({ NODE_ENV: 'development' }),
  });
  onEnd((signal) => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
