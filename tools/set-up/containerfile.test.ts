import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageVersion } from '../test-run/node-24.mjs';
import { leanMemory } from './processes.mjs';

// No engine for containers builds the image here: so each line is held to what it speaks of.
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

const lines = read('deploy/Containerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [instruction = '', ...rest] = line.split(' ');
    return { instruction, said: rest.join(' ') };
  });
const of = (name: string) => lines.flatMap(({ instruction, said }) => (instruction === name ? said : []));
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const pairs = (text: string): Record<string, string> =>
  Object.fromEntries(words(text).map((pair) => pair.split('=')));
const known = 'FROM WORKDIR COPY RUN ENV VOLUME USER EXPOSE HEALTHCHECK CMD'.split(' ');

test('every line is an instruction, and the first says of which image', () => {
  expect(lines.filter(({ instruction }) => !known.includes(instruction))).toEqual([]);
  expect(lines[0]?.instruction).toBe('FROM');
});

test('both stages use the Node version that the tests run on', () => {
  const images = of('FROM').map((said) => /^(\S+?):(\d+\.\d+\.\d+)(-\S+)(?: AS (\w+))?$/.exec(said));
  expect(images.map((image) => image?.[4])).toEqual(['build', undefined]);
  expect(new Set(images.map((image) => image?.slice(1, 4).join(' '))).size).toBe(1);
  expect(images[0]?.[2]).toBe(imageVersion);
  expect(imageVersion.split('.')[0]).toBe(read('.nvmrc').trim());
});

test('what is copied is there: out of the repository, or out of what the first stage makes', () => {
  const copied = of('COPY').map(words);
  const own = copied.filter(([first]) => !first?.startsWith('--')).flatMap((all) => all.slice(0, -1));
  expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const made = copied.filter(([first]) => first === '--from=build').map(([, path]) => path);
  expect(made).toEqual(['/opt/hakima/package.json', '/opt/hakima/node_modules', '/opt/hakima/dist']);
  expect(of('WORKDIR')).toEqual(['/opt/hakima', '/opt/hakima']);
  // What `npm ci` and the build read: sources, the settings of each part, and what those build on.
  const parts = ['base', 'server', 'web', 'tools'].map((part) => `tsconfig.${part}.json`);
  const needed = ['package.json', 'package-lock.json', 'tsconfig.json', ...parts, 'vite.config.ts'];
  expect(own.toSorted()).toEqual([...needed, 'shared', 'server', 'web', 'tools'].toSorted());
  // Each lands where it is looked for: a folder under its own name, files at the top.
  const alone = copied.filter(([first, ...others]) => !first?.startsWith('--') && others.length === 1);
  expect(alone.filter(([from, to]) => from !== to)).toEqual([]);
});

test('what is run is a command of npm or of this package', () => {
  const runs = of('RUN').flatMap((said) => said.split(' && '));
  const named = runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
  expect(named.filter((name) => !scripts[name])).toEqual([]);
  expect(runs.map((run) => words(run).slice(0, 2).join(' '))).toEqual([
    'npm ci',
    'npm run',
    'npm prune',
    'install -d',
  ]);
});

test('it starts as the service does, not as root, and keeps what it writes', () => {
  const [command = '[]'] = of('CMD');
  const unit = read('deploy/hakima@.service');
  const service = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit)?.[1] ?? '';
  const started = words(service.replaceAll('\\\n', ' ')).map((word) => word.replace('/usr/bin/', ''));
  // A PORT of the shared file would win over one of Environment=, and all instances would want the same.
  expect(started.splice(0, 2)).toEqual(['env', 'PORT=%i']);
  expect(JSON.parse(command)).toEqual(started);
  expect(of('USER')).toEqual(['node']);
  expect(lines.findIndex(({ instruction }) => instruction === 'USER')).toBeGreaterThan(
    lines.findLastIndex(({ instruction }) => instruction === 'RUN'),
  );
  const settings = pairs(of('ENV').join(' '));
  const ofService = pairs([...unit.matchAll(/^Environment=(.*)$/gm)].map(([, some]) => some).join(' '));
  expect(ofService).toEqual({ NODE_ENV: 'production', ...leanMemory.env });
  expect(settings).toMatchObject(ofService);
  expect(words(of('RUN').at(-1) ?? '')).toEqual(
    words(`install -d -o node -g node -m 700 ${settings.DATA_DIR}`),
  );
  expect(of('VOLUME')).toEqual([settings.DATA_DIR]);
  expect(of('EXPOSE')).toEqual([settings.PORT]);
  expect(of('HEALTHCHECK')[0]).toContain('/readyz');
});
