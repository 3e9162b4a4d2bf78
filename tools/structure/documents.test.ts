import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, read } from './files.ts';

const root = join(import.meta.dirname, '../..');
const documents = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...filesUnder('docs')].filter(
  (path) => path.endsWith('.md'),
);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test('links, paths and npm scripts in documents exist', () => {
  expect(documents.length).toBeGreaterThan(5);
  const missing = documents.flatMap((path) => {
    const text = read(path);
    const links = [...text.matchAll(/\]\(([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(path), target)));
    const paths = [...text.matchAll(/`((?:shared|server|web|e2e|bench|tools|docs)\/[\w./-]*)`/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, target)));
    const commands = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
      .map(([, script = '']) => script)
      .filter((script) => !(script in scripts));
    return [...links, ...paths, ...commands].map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('files and names of code in documents exist', () => {
  const folders = ['shared', 'server', 'web', 'e2e', 'bench', 'tools', 'deploy'];
  const files = [...readdirSync(root), ...folders.flatMap(filesUnder)];
  const sources = files.filter((path) => /\.(?:tsx?|m?js|sql)$/.test(path)).map(read);
  const known = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));
  for (const foreign of ['HttpOnly', 'innerHTML', 'responseTime']) known.add(foreign);
  const missing = documents.flatMap((path) => {
    const quoted = [...read(path).matchAll(/`([^`\s]+)`/g)].map(([, code = '']) => code);
    const paths = quoted
      .filter((code) => /^[\w{][\w{},./-]*\.(?:tsx?|mjs)$/.test(code))
      .filter((code) => !files.some((file) => `/${file}`.endsWith(`/${code.replace('{en,ar}', 'en')}`)));
    const names = quoted
      .filter((code) => /^[\w.]+(?:\(\))?$/.test(code))
      .flatMap((code) => code.match(/\w+/g) ?? [])
      .filter((name) => /[a-z][A-Z]/.test(name) && !known.has(name));
    return [...paths, ...names].map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});
