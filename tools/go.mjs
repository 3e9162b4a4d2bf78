// `npm start` and `npm test`: from a fresh clone to a running clinic, or to a verdict. Node built-ins only.
import { spawn } from 'node:child_process';
import { onEnd, root, stopChildren, withEnv } from './processes.mjs';
import { alone, build, checkNode, install } from './setup.mjs';

checkNode();
process.chdir(root);
const command = process.argv[2] ?? 'start';
if (command === 'start') await start();
else if (command === 'test') await test();
else {
  console.error(`Unknown command: ${command}. There are start and test.`);
  process.exitCode = 1;
}

async function start() {
  const ready = await alone(async () => (await install()) && (await build()));
  if (!ready) process.exit(1);
  // The server migrates and seeds by itself before it listens.
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    stdio: 'inherit',
    env: withEnv({ NODE_ENV: 'production' }),
  });
  onEnd((signal) => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

async function test() {
  onEnd(() => {
    stopChildren();
    setTimeout(() => process.exit(130), 3000);
  });
  if (!(await alone(install))) {
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  const { runEverything } = await import('./test-run.mjs');
  process.exit((await runEverything()) ? 0 : 1);
}
