import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const keeper = new URL('postgres-keeper.ts', import.meta.url).pathname;

test('a server does not outlive who was gone before its keeper looked', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const child = spawn(process.execPath, ['--import', 'tsx', keeper, '--for', String(gone)], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 60_000);
