import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every page of the site map is looked at by axe', () => {
  const paths = [...read('shared/site.ts').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
  const looked = new Set([...read('e2e/opened-pages.ts').matchAll(/'(\/[^'?]*)/g)].map(([, path]) => path));
  const otherNames = new Set(['/doctor', '/admin', '/clinic']);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !looked.has(path) && !path.includes(':') && !otherNames.has(path))).toEqual(
    [],
  );
});
