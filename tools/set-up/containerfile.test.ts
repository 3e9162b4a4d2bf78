import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageVersion } from '../test-run/node-versions.mjs';
import { leanMemory } from './processes.mjs';

// `npm run prove image` builds and runs the image. This test compares its lines with the files and versions
// that they name.
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts, version } = JSON.parse(read('package.json'));

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
  Object.fromEntries(words(text).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));

test('both stages have the Node major version of .nvmrc, the first one the version of the tests', () => {
  const [build = '', run = ''] = of('FROM');
  expect(build).toBe(`docker.io/library/node:${imageVersion}-bookworm-slim AS build`);
  const major = read('.nvmrc').trim();
  expect(imageVersion.split('.')[0]).toBe(major);
  expect(run).toMatch(new RegExp(`nodejs${major}-debian\\d+:nonroot$`));
});

test('copied files are in the repository or made by the first stage', () => {
  const copied = of('COPY').map(words);
  const own = copied.filter(([first]) => !first?.startsWith('--')).flatMap((all) => all.slice(0, -1));
  expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const made = copied.filter(([first]) => first === '--from=build').map((all) => all.at(-2));
  expect(made).toEqual([
    '/opt/hakima/package.json',
    '/opt/hakima/node_modules',
    '/opt/hakima/dist',
    '/backups',
  ]);
  const parts = ['base', 'server', 'web', 'tools'].map((part) => `tsconfig.${part}.json`);
  const needed = ['package.json', 'package-lock.json', 'tsconfig.json', ...parts, 'vite.config.ts'];
  expect(own.toSorted()).toEqual([...needed, 'shared', 'server', 'web', 'tools', 'deploy/hakima'].toSorted());
});

test('the first stage runs commands of npm and of this package', () => {
  const runs = of('RUN').flatMap((said) => said.split(' && '));
  expect(
    runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []).filter((name) => !scripts[name]),
  ).toEqual([]);
  expect(runs.map((run) => words(run).slice(0, 2).join(' '))).toEqual([
    'npm ci',
    'npm run',
    'npm prune',
    'install -d',
  ]);
});

test('the image starts `hakima serve` with the settings of the service, not as root', () => {
  expect(JSON.parse(of('ENTRYPOINT')[0] ?? '[]')).toEqual(['hakima']);
  expect(JSON.parse(of('CMD')[0] ?? '[]')).toEqual(['serve']);
  expect(of('HEALTHCHECK')[0]).toContain('CMD ["hakima", "health"]');
  expect(of('USER')).toEqual(['65532']);
  expect(of('VOLUME')).toEqual([]);
  const settings = pairs(of('ENV').join(' '));
  expect(settings).toMatchObject({ NODE_ENV: 'production', ...leanMemory.env });
  expect(settings.NODE_OPTIONS).toBe(leanMemory.args.join(' '));
  expect(of('EXPOSE')).toEqual([settings.PORT]);
});

test('the label of the image and the tags in the documents have the version of package.json', () => {
  expect(pairs(of('LABEL').join(' '))['org.opencontainers.image.version']).toBe(version);
  for (const file of ['deploy/Containerfile', 'docs/operations.md']) {
    const built = [...read(file).matchAll(/ -t hakima:(\S+?)`? (?!\.\.\/\.\.)/g)].map(([, tag]) => tag);
    expect(new Set(built), file).toEqual(new Set([version]));
  }
});

test('the lock file has every native package of the server for both processors', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> };
  const native = Object.keys(packages).filter(
    (name) => /linux-x64(-gnu)?$/.test(name) && !packages[name]?.dev,
  );
  expect(native.length).toBeGreaterThan(0);
  expect(native.filter((name) => !packages[name.replace('x64', 'arm64')])).toEqual([]);
});
