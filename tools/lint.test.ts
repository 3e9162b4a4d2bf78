import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const house = join(import.meta.dirname, '..');
let folder = '';
let said = '';

/** A small house with one violation of each rule that we count on, linted as ours is. */
const planted = {
  'package.json': '{ "type": "module", "imports": { "#server/*": "./server/*" } }',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "jsx": "react-jsx", "allowImportingTsExtensions": true, "noEmit": true } }',
  'hen.ts': "import { egg } from './egg.ts';\nexport const hen = () => egg;",
  'egg.ts': "import { hen } from './hen.ts';\nexport const egg = () => hen;",
  'default.ts': 'export default 1;',
  'any.ts': 'export const any = (x: any) => x;',
  'floating.ts': 'async function later() {}\nexport function now() {\n  later();\n}',
  'exhaustive.ts':
    "export function of(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}",
  'console.ts': "console.log('here');",
  'later.ts': '// TODO later\nexport const x = 1;',
  'hook.tsx':
    "import { useState } from 'react';\nexport function A(p: { on: boolean }) {\n  if (p.on) useState(1);\n  return null;\n}",
  'picture.tsx': 'export const Picture = () => <img src="x" />;',
  'knot.ts': `export const knot = (x: number) => {\n${Array.from({ length: 21 }, (_, n) => `  if (x === ${n}) return ${n + 1};`).join('\n')}\n  return 0;\n};`,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hakima-lint-'));
  for (const [path, text] of Object.entries(planted)) writeFileSync(join(folder, path), text);
  const oxlint = [
    join(house, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    join(house, '.oxlintrc.json'),
    '--deny-warnings',
    '--format=unix',
  ];
  // The type-aware half is a program of its own, looked for beside the linted files or on the path.
  const PATH = [join(house, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const result = spawnSync(process.execPath, oxlint, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  said = result.stdout;
  expect(result.status).not.toBe(0);
}, 30_000);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['hen.ts', 'no-cycle'],
  ['default.ts', 'no-default-export'],
  ['any.ts', 'no-explicit-any'],
  ['floating.ts', 'no-floating-promises'],
  ['exhaustive.ts', 'switch-exhaustiveness-check'],
  ['console.ts', 'no-console'],
  ['later.ts', 'no-warning-comments'],
  ['hook.tsx', 'rules-of-hooks'],
  ['picture.tsx', 'alt-text'],
  ['knot.ts', 'complexity'],
])('the linter finds in %s: %s', (file, rule) => {
  expect(said.split('\n').filter((line) => line.includes(file) && line.includes(rule))).not.toEqual([]);
});
