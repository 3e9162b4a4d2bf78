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
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchange, mendExchange } from './builds.mjs';

/** Linux's disk in memory: another than that of what is temporary, on most machines. */
const elsewhere = '/dev/shm';
const isElsewhere = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(tmpdir()).dev;

test.skipIf(!isElsewhere)('a build that was made on another disk takes its place as well', () => {
  const home = mkdtempSync(join(tmpdir(), 'hakima-builds-'));
  const away = mkdtempSync(join(elsewhere, 'hakima-builds-'));
  const [dist, build] = [join(home, 'dist'), join(away, 'build')];
  for (const says of ['first', 'second']) {
    mkdirSync(join(build, 'web/assets'), { recursive: true });
    writeFileSync(join(build, `web/assets/${says}.js`), says);
    exchange(dist, build);
  }
  expect(readdirSync(join(dist, 'web/assets')).sort()).toEqual(['first.js', 'second.js']);
  expect(readdirSync(away)).toEqual([]);
  for (const folder of [home, away]) rmSync(folder, { recursive: true });
});

test('a build takes the place of the one before and keeps its files, not those that one kept', () => {
  const home = mkdtempSync(join(tmpdir(), 'hakima-builds-'));
  const [dist, build] = [join(home, 'dist'), join(home, 'build')];
  const make = (says: string, assets: readonly string[]) => {
    for (const folder of ['web/assets', 'server/migrations', 'pages'])
      mkdirSync(join(build, folder), { recursive: true });
    for (const file of [...assets.map((name) => `web/assets/${name}`), 'server/main.js', `server/${says}.js`])
      writeFileSync(join(build, file), says);
    exchange(dist, build);
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
  expect(filesOf('.').sort()).toEqual(['.files', 'pages', 'server', 'web']);
  expect(existsSync(build)).toBe(false);
  // Cut off between taking the one away and putting the other there; and with files that somebody removed.
  renameSync(dist, `${build}-before`);
  mendExchange(dist, build);
  expect(filesOf('web/assets')).toEqual(['a-2.js', 'a-3.js', 'b-1.js']);
  rmSync(join(dist, 'web/assets/a-3.js'));
  make('fourth', ['a-4.js']);
  expect(filesOf('web/assets')).toEqual(['a-4.js']);
  writeFileSync(join(dist, '.files'), '');
  make('fifth', ['a-5.js']);
  expect(filesOf('web/assets')).toEqual(['a-4.js', 'a-5.js']);
  rmSync(home, { recursive: true });
});
