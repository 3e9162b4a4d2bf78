// The built product with demo data in a temporary folder, which is deleted at the end. Node built-ins only.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { onEnd, root, withEnv } from '../set-up/processes.mjs';
import { newDataFolder } from './data-folder.mjs';
import { clockSwitches } from './days.mjs';

const data = newDataFolder('hakima-e2e-');
const server = spawn(process.execPath, [...clockSwitches(), 'dist/server/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: withEnv({ NODE_ENV: 'production', DATA_DIR: data, DATABASE_URL: '' }),
});
// Playwright starts this through a shell, which does not end with Playwright.
onEnd((signal) => server.kill(signal), Number(process.env.RUNNER_PID) || undefined);
server.on('exit', (code) => {
  rmSync(data, { recursive: true, force: true });
  process.exit(code ?? 1);
});
