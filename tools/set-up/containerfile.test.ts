import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// No engine for containers builds the image here: so each line is held to what it speaks of.
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { engines, scripts } = JSON.parse(read('package.json'));

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
const known = 'FROM WORKDIR COPY RUN ENV VOLUME USER EXPOSE HEALTHCHECK CMD'.split(' ');

test('every line is an instruction, and the first says of which image', () => {
  expect(lines.filter(({ instruction }) => !known.includes(instruction))).toEqual([]);
  expect(lines[0]?.instruction).toBe('FROM');
});

test('both stages stand on one exact version of Node, which is new enough', () => {
  const images = of('FROM').map((said) => /^(\S+?):(\d+\.\d+\.\d+)(-\S+)(?: AS (\w+))?$/.exec(said));
  expect(images.map((image) => image?.[4])).toEqual(['build', undefined]);
  expect(new Set(images.map((image) => image?.slice(1, 4).join(' '))).size).toBe(1);
  const newEnough = engines.node.replace('>=', '').split('.').map(Number);
  const [major = 0, minor = 0] = images[0]?.[2]?.split('.').map(Number) ?? [];
  expect(major > newEnough[0] || (major === newEnough[0] && minor >= newEnough[1])).toBe(true);
});

test('what is copied is there: out of the repository, or out of what the first stage makes', () => {
  const copied = of('COPY').map(words);
  const own = copied.filter(([first]) => !first?.startsWith('--')).flatMap((all) => all.slice(0, -1));
  expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const made = copied.filter(([first]) => first === '--from=build').map(([, path]) => path);
  expect(made).toEqual(['/opt/hakima/package.json', '/opt/hakima/node_modules', '/opt/hakima/dist']);
  expect(of('WORKDIR')).toEqual(['/opt/hakima', '/opt/hakima']);
  // What the build reads: the settings of each part, and what settings of tools name.
  for (const needed of ['package-lock.json', 'tsconfig.server.json', 'tsconfig.web.json', 'vite.config.ts'])
    expect(own).toContain(needed);
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
  const service = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(read('deploy/hakima@.service'))?.[1] ?? '';
  const started = words(service.replaceAll('\\\n', ' ')).map((word) => word.replace('/usr/bin/', ''));
  expect(JSON.parse(command)).toEqual(started);
  expect(of('USER')).toEqual(['node']);
  expect(lines.findIndex(({ instruction }) => instruction === 'USER')).toBeGreaterThan(
    lines.findLastIndex(({ instruction }) => instruction === 'RUN'),
  );
  const settings = Object.fromEntries(
    of('ENV')
      .flatMap(words)
      .map((pair) => pair.split('=')),
  );
  expect(of('VOLUME')).toEqual([settings.DATA_DIR]);
  expect(of('EXPOSE')).toEqual([settings.PORT]);
  expect(of('HEALTHCHECK')[0]).toContain('/readyz');
});
