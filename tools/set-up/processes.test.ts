import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { isAlive, leanMemory, promisedMb } from './processes.mjs';

const root = join(import.meta.dirname, '../..');
const node = (code: string) => `process.execPath, ['--input-type=module', '-e', ${JSON.stringify(code)}]`;
const stays = 'console.log(process.pid); setInterval(() => undefined, 1000);';
/** A program that ignores SIGTERM and has a child process. */
const stubborn = `import { spawn } from 'node:child_process';
process.on('SIGTERM', () => undefined);
spawn(${node(stays)}, { stdio: 'inherit' });
${stays}`;
const parent = `import { endWithChildren, run } from './tools/set-up/processes.mjs';
console.log(process.pid);
endWithChildren(200);
await Promise.all([run(${node(stays)}), run(${node(stubborn)})]);`;
const inTurn = `import { endWithChildren, run } from './tools/set-up/processes.mjs';
console.log(process.pid);
endWithChildren();
for (let piece = 0; piece < 3; piece++) {
  await run(${node(stays)});
  console.log('this piece has ended');
}`;

/** Runs a program and waits until it and its children have printed their ids. */
async function running(t: TestContext, code: string, count: number) {
  const { onTestFinished: finished, expect } = t;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  finished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const told = () => said.match(/\d+(?=\n)/g) ?? [];
  await expect.poll(() => told().length, { timeout: 15_000 }).toBe(count);
  const pids = told().map(Number);
  finished(() => left(pids).forEach((pid) => process.kill(pid, 'SIGKILL')));
  return { child, pids, said: () => said };
}

const left = (pids: number[]) => pids.filter(isAlive);

test.concurrent.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a run that is ended by %s leaves nobody behind, not even who hears no word',
  async (signal, t) => {
    const { expect } = t;
    const { child, pids } = await running(t, parent, 4);
    expect(left(pids)).toHaveLength(4);
    child.kill(signal);
    await expect.poll(() => left(pids), { timeout: 15_000 }).toEqual([]);
  },
);

test.concurrent('a run that is told to end goes with the piece that runs, and begins no other', async (t) => {
  const { expect } = t;
  const { child, said } = await running(t, inTurn, 2);
  const code = new Promise((done) => child.once('exit', done));
  const before = said();
  child.kill('SIGTERM');
  expect(await code).toBe(130);
  expect(said()).toBe(before);
});

test.concurrent('what a shell was asked to start ends with who asked, though the shell stays', async (t) => {
  const { expect } = t;
  const asked = await running(t, stays, 1);
  const { pids } = await running(
    t,
    `import { onEnd } from './tools/set-up/processes.mjs';
onEnd(() => process.exit(0), ${asked.pids[0]});
${stays}`,
    1,
  );
  await wait(700);
  expect(left(pids)).toEqual(pids);
  asked.child.kill('SIGKILL');
  await expect.poll(() => left(pids), { timeout: 10_000 }).toEqual([]);
});

test('the guide’s memory limit is the measured one, and the systemd unit starts the server like we do', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  expect(text).toContain(`at most ${promisedMb.server} MB`);
  for (const flag of leanMemory.args) expect(text).toContain(flag);
  for (const [name, value] of Object.entries(leanMemory.env)) expect(text).toContain(`${name}=${value}`);
});
