import type * as fileSystem from 'node:fs';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { loadBuiltPages } from '#server/engine/pages/page-source.ts';
import type { PageRequest } from '#shared/page.ts';
import { builtFrom, repairReplacedBuild, replaceBuild } from './builds.mjs';

/** Number of file operations before the disk fails. */
const disk = vi.hoisted(() => ({ steps: Number.POSITIVE_INFINITY }));

/** Simulates a separate file system for every folder, on which files are copied and removed step by step. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof fileSystem>();
  const step = () => {
    if (disk.steps-- <= 0) throw new Error('cut off');
  };
  const renameSync: typeof fileSystem.renameSync = (from, to) => {
    step();
    if (dirname(String(from)) !== dirname(String(to)))
      throw Object.assign(new Error('another disk'), { code: 'EXDEV' });
    fs.renameSync(from, to);
  };
  const cpSync: typeof fileSystem.cpSync = (from, to, options) => {
    const filter = () => {
      step();
      return true;
    };
    fs.cpSync(from, to, { ...options, filter });
  };
  const rmSync: typeof fileSystem.rmSync = (path, options) => {
    if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory())
      for (const name of fs.readdirSync(path).sort().reverse()) {
        step();
        fs.rmSync(join(String(path), name), options);
      }
    step();
    fs.rmSync(path, options);
  };
  return { ...fs, renameSync, cpSync, rmSync };
});

/** A RAM disk, on most Linux machines another file system than the temporary folder. */
const elsewhere = '/dev/shm';
const isElsewhere = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(tmpdir()).dev;

test.skipIf(!isElsewhere)('a build made on another disk replaces the current one', () => {
  const home = mkdtempSync(join(tmpdir(), 'hakima-builds-'));
  const away = mkdtempSync(join(elsewhere, 'hakima-builds-'));
  const [dist, build] = [join(home, 'dist'), join(away, 'build')];
  for (const says of ['first', 'second']) {
    mkdirSync(join(build, 'web/assets'), { recursive: true });
    writeFileSync(join(build, `web/assets/${says}.js`), says);
    replaceBuild(dist, build);
  }
  expect(readdirSync(join(dist, 'web/assets')).sort()).toEqual(['first.js', 'second.js']);
  expect(readdirSync(away)).toEqual([]);
  for (const folder of [home, away]) rmSync(folder, { recursive: true });
});

test.each(['a build', 'nothing'])('with %s an exchange across disks may be interrupted anywhere', (was) => {
  const home = mkdtempSync(join(isElsewhere ? elsewhere : tmpdir(), 'hakima-builds-'));
  const [dist, build] = [join(home, 'here/dist'), join(home, 'there/build')];
  for (const folder of ['here', 'there']) mkdirSync(join(home, folder));
  const filesOf = (says: string) => [`pages/${says}.js`, 'server/main.js', builtFrom];
  const put = (says: string) => {
    rmSync(build, { recursive: true, force: true });
    for (const file of filesOf(says)) {
      mkdirSync(dirname(join(build, file)), { recursive: true });
      writeFileSync(join(build, file), says);
    }
    replaceBuild(dist, build);
  };
  const isCutOffAfter = (steps: number, says: string) => {
    disk.steps = steps;
    try {
      put(says);
      return false;
    } catch {
      return true;
    } finally {
      disk.steps = Number.POSITIVE_INFINITY;
    }
  };
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const expectWhole = () => {
    const says = read('server/main.js');
    const files = filesOf(says).filter((file) => file !== builtFrom || existsSync(join(dist, builtFrom)));
    expect(files.map(read)).toEqual(files.map(() => says));
  };

  if (was === 'a build') put('first');
  let cuts = 0;
  for (; isCutOffAfter(cuts, `after-${cuts}`); cuts++) {
    repairReplacedBuild(dist, build);
    if (was === 'a build' || existsSync(dist)) expectWhole();
    put(`after-${cuts}`);
    expectWhole();
    expect(read(builtFrom)).toBe(`after-${cuts}`);
    expect(['here', 'there'].map((folder) => readdirSync(join(home, folder)))).toEqual([['dist'], []]);
    if (was === 'nothing') rmSync(dist, { recursive: true });
  }
  expect(cuts).toBeGreaterThan(10);
  rmSync(home, { recursive: true });
});

test('a build replaces the previous one and keeps its files, but not those of the one before', () => {
  const home = mkdtempSync(join(tmpdir(), 'hakima-builds-'));
  const [dist, build] = [join(home, 'dist'), join(home, 'build')];
  const make = (says: string, assets: readonly string[]) => {
    for (const folder of ['web/assets', 'server/migrations', 'pages'])
      mkdirSync(join(build, folder), { recursive: true });
    const own = ['server/main.js', `server/${says}.js`, `pages/${says}.js`];
    for (const file of [...assets.map((name) => `web/assets/${name}`), ...own])
      writeFileSync(join(build, file), says);
    replaceBuild(dist, build);
  };
  const filesOf = (folder: string) => readdirSync(join(dist, folder)).sort();
  make('first', ['a-1.js', 'b-1.js', 'b-1.js.br']);
  expect(filesOf('web/assets')).toEqual(['a-1.js', 'b-1.js', 'b-1.js.br']);
  make('second', ['a-2.js', 'b-1.js']);
  expect(filesOf('web/assets')).toEqual(['a-1.js', 'a-2.js', 'b-1.js', 'b-1.js.br']);
  expect(readFileSync(join(dist, 'web/assets/b-1.js'), 'utf8')).toBe('second');
  make('third', ['a-3.js']);
  expect(filesOf('web/assets')).toEqual(['a-2.js', 'a-3.js', 'b-1.js']);
  expect(filesOf('server')).toEqual(['main.js', 'migrations', 'second.js', 'third.js']);
  expect(readFileSync(join(dist, 'server/main.js'), 'utf8')).toBe('third');
  expect(filesOf('pages')).toEqual(['second.js', 'third.js']);
  expect(filesOf('.').sort()).toEqual(['.files', 'pages', 'server', 'web']);
  expect(existsSync(build)).toBe(false);
  // Interrupted between removing the old build and adding the new one; and with files removed by somebody.
  renameSync(dist, `${build}-before`);
  repairReplacedBuild(dist, build);
  expect(filesOf('web/assets')).toEqual(['a-2.js', 'a-3.js', 'b-1.js']);
  rmSync(join(dist, 'web/assets/a-3.js'));
  make('fourth', ['a-4.js']);
  expect(filesOf('web/assets')).toEqual(['a-4.js']);
  writeFileSync(join(dist, '.files'), '');
  make('fifth', ['a-5.js']);
  expect(filesOf('web/assets')).toEqual(['a-4.js', 'a-5.js']);
  // Its file list is from a version with fewer folders: in the other folders any file may still be needed.
  const pages = filesOf('pages');
  writeFileSync(join(dist, '.files'), JSON.stringify(['web/assets/a-5.js']));
  make('sixth', ['a-6.js']);
  expect(filesOf('web/assets')).toEqual(['a-5.js', 'a-6.js']);
  expect(filesOf('pages')).toEqual([...pages, 'sixth.js'].sort());
  rmSync(home, { recursive: true });
});

test('a page opened before an exchange loads its first files from its own build', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hakima-builds-'));
  const [dist, build] = [join(home, 'dist'), join(home, 'build')];
  const open = (says: string) => {
    for (const folder of ['web', 'pages']) mkdirSync(join(build, folder, '.vite'), { recursive: true });
    const drawing = `entry-server-${says}.js`;
    const web = { 'web/entry-client.ts': { file: 'a.js' }, 'web/styles/app.css': { file: 'a.css' } };
    for (const [file, text] of [
      ['web/.vite/manifest.json', JSON.stringify(web)],
      ['web/.vite/files-of.json', '{}'],
      ['pages/.vite/manifest.json', JSON.stringify({ 'web/entry-server.tsx': { file: drawing } })],
      [`pages/${drawing}`, `exports.renderPage = () => ({ html: '${says}' });`],
    ] as const)
      writeFileSync(join(build, file), text);
    replaceBuild(dist, build);
    return loadBuiltPages(dist);
  };
  const [first, second] = [open('first'), open('second')];
  const asked = {} as PageRequest;
  expect(await Promise.all([first.render(asked), second.render(asked)])).toEqual([
    { html: 'first' },
    { html: 'second' },
  ]);
  rmSync(home, { recursive: true });
});
