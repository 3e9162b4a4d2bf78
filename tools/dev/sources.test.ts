import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { Sources } from './sources.ts';

const root = mkdtempSync(join(tmpdir(), 'hakima-sources-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a saved file is loaded at once, also before Vite has noticed it', async () => {
  const file = join(root, 'word.ts');
  const write = (word: string) => writeFileSync(file, `export const word = '${word}';`);
  write('one');
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    environments: { server: { consumer: 'server' } },
  });
  const environment = vite.environments.server;
  if (!environment) throw new Error('no environment');
  const sources = new Sources(environment);
  const word = async () => (await sources.load<{ word: string }>('/word.ts')).word;

  expect(await word()).toBe('one');
  write('two');
  expect(sources.changed(file)).toBe(true);
  expect(await word()).toBe('two');
  expect(sources.changed(join(root, 'another.ts'))).toBe(false);
  await vite.close();
});
