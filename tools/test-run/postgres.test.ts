import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const keeper = new URL('postgres-keeper.ts', import.meta.url).pathname;

test('a server ends if its caller ended before its keeper checked', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const child = spawn(process.execPath, ['--import', 'tsx', keeper, '--for', String(gone)], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 60_000);
