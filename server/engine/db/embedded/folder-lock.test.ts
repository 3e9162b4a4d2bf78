import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startChild } from '#server/testing/child-process.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

const home = mkdtempSync(join(tmpdir(), 'hakima-lock-'));
const folder = join(home, 'database');
const file = `${folder}.lock`;

beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(home, { recursive: true }));

const starter = `
  import { lockFolder } from '#server/engine/db/embedded/folder-lock.ts';
  await lockFolder(${JSON.stringify(folder)}).then(
    () => console.log('owner'),
    (error) => console.log(error.message),
  );
  setInterval(() => {}, 1000);`;

test('of eight that start at once over the lock of a killed process, one gets the folder and the others name it', async () => {
  const killed = await startChild(starter);
  await killed.until('\n');
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(file)).toBe(true);

  const children = await Promise.all(Array.from({ length: 8 }, () => startChild(starter)));
  await Promise.all(children.map((child) => child.until('\n')));
  const owners = children.filter((child) => child.output() === 'owner\n');
  expect(owners).toHaveLength(1);
  for (const child of children.filter((other) => !owners.includes(other))) {
    expect(child.output()).toContain(`is in use by process ${owners[0]?.process.pid}`);
    expect(child.output()).toContain('set DATABASE_URL');
  }
  for (const child of children) child.process.kill();
  await Promise.all(children.map((child) => child.ended));
}, 40_000);

test('a folder that was given back can be taken again, also by this process', async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUse);
  release();
  (await lockFolder(folder))();
  expect(existsSync(file)).toBe(false);
});

test('giving back twice does not take the folder from the next owner', async () => {
  const release = await lockFolder(folder);
  release();
  const mine = { pid: process.pid, host: 'elsewhere', started: null, id: 'later' };
  writeFileSync(file, JSON.stringify(mine));
  release();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(mine);
});

test('a lock of another host holds while it is touched, and is taken over once it is silent', async () => {
  writeFileSync(file, JSON.stringify({ pid: 1, host: 'a-container-of-yesterday', started: '1', id: 'old' }));
  let beats = 0;
  const owner = setInterval(() => utimesSync(file, ++beats, beats), 300);
  await expect(lockFolder(folder, { silenceMs: 1_000 })).rejects.toThrow('on a-container-of-yesterday');
  clearInterval(owner);
  (await lockFolder(folder, { silenceMs: 1_000 }))();
});

test('the lock of a killed process whose parent has not taken notice is taken over', async () => {
  // The parent takes its child's place as a sleeper that reaps nobody: so the killed one stays a zombie.
  const parent = await startChild(`
    import { spawn, execFileSync } from 'node:child_process';
    import { readFileSync, writeFileSync } from 'node:fs';
    import { hostname } from 'node:os';
    const script = 'sleep 0.2 & echo $!; exec sleep 60';
    const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    shell.stdout.once('data', async (line) => {
      const pid = Number(line);
      const stat = () => readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').pop().split(' ');
      const started = stat()[19];
      while (stat()[0] !== 'Z') await new Promise((done) => setTimeout(done, 20));
      const lock = { pid, host: hostname(), started, id: 'zombie' };
      writeFileSync(${JSON.stringify(file)}, JSON.stringify(lock));
      console.log('zombie');
    });
    process.on('SIGTERM', () => { shell.kill(); process.exit(0); });`);
  await parent.until('zombie');
  expect(parent.output()).toContain('zombie');
  (await lockFolder(folder))();
  parent.process.kill();
  await parent.ended;
});

test.each(['', '{"pid":', 'null', '[]'])('a lock that says %j is named, with what to do', async (content) => {
  writeFileSync(file, content);
  await expect(lockFolder(folder)).rejects.toThrow(`remove the file ${file}`);
});

test('a start right after a stop waits for the other to finish', async () => {
  const release = await lockFolder(folder);
  const next = lockFolder(folder, { waitMs: 20_000 });
  setTimeout(release, 300);
  (await next)();
});
