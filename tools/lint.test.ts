import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const house = join(import.meta.dirname, '..');
let folder = '';
let said = '';

const imports = (from: string) => `import { x } from '${from}';\nexport const y = x;`;

/** A small project with one violation of each rule that we rely on. */
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
  'shared/errors.ts': imports('#server/app.ts'),
  'shared/fields.ts': imports('node:fs'),
  'shared/contract/users.ts': imports('zod'),
  'shared/domain/slots.ts': imports('#shared/contract/users.ts'),
  'web/router.tsx': imports('../server/config.ts'),
  'web/entry.ts': imports('date-fns'),
  'server/app.ts': imports('#web/router.tsx'),
  'server/engine/http/session.ts': imports('#server/db/tables.ts'),
  'server/engine/tasks/runner.ts': imports('#server/features/users/queries.ts'),
  'server/engine/http/mount.test.ts': imports('#server/features/users/queries.ts'),
  'server/engine/db/connect.ts': imports('#server/testing/test-app.ts'),
  'server/db/schema/users.ts': imports('#server/engine/http/session.ts'),
  'server/features/users/actions.ts': imports('drizzle-orm'),
  'server/features/users/routes.ts': imports('#server/clinic.ts'),
  'server/features/users/queries.ts': imports('fastify'),
  'server/features/users/messages.ts': 'export const now = () => new Date();',
  'server/clinic.ts': 'export const port = process.env.PORT;',
  'web/features/users/card.tsx': 'export const Card = () => <p>Hello</p>;',
  'web/features/users/time.ts': "export const time = new Intl.DateTimeFormat('ar');",
  // These imports are allowed in these files.
  'shared/domain/clinic-time.ts': imports('@date-fns/tz'),
  'server/features/staff/queries.ts': imports('drizzle-orm'),
  'server/features/staff/actions.ts': imports('#server/features/staff/queries.ts'),
  'server/features/staff/staff.test.ts': imports('#server/db/tables.ts'),
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hakima-lint-'));
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // The configuration contains paths relative to its own folder.
  copyFileSync(join(house, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const oxlint = [
    join(house, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    '.oxlintrc.json',
    '--deny-warnings',
    '--format=unix',
  ];
  // The type-aware part is a separate program, looked up beside the linted files or in PATH.
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
  ['shared/errors.ts', 'no-restricted-imports'],
  ['shared/fields.ts', 'no-restricted-imports'],
  ['shared/contract/users.ts', 'no-restricted-imports'],
  ['shared/domain/slots.ts', 'no-restricted-imports'],
  ['web/router.tsx', 'no-restricted-imports'],
  ['web/entry.ts', 'no-restricted-imports'],
  ['server/app.ts', 'no-restricted-imports'],
  ['server/engine/http/session.ts', 'no-restricted-imports'],
  ['server/engine/tasks/runner.ts', 'no-restricted-imports'],
  ['server/engine/http/mount.test.ts', 'no-restricted-imports'],
  ['server/engine/db/connect.ts', 'no-restricted-imports'],
  ['server/db/schema/users.ts', 'no-restricted-imports'],
  ['server/features/users/actions.ts', 'no-restricted-imports'],
  ['server/features/users/routes.ts', 'no-restricted-imports'],
  ['server/features/users/queries.ts', 'no-restricted-imports'],
  ['server/features/users/messages.ts', 'no-restricted-globals'],
  ['server/clinic.ts', 'no-restricted-properties'],
  ['web/features/users/card.tsx', 'jsx-no-literals'],
  ['web/features/users/time.ts', 'no-restricted-properties'],
])('the linter finds in %s: %s', (file, rule) => {
  expect(said.split('\n').filter((line) => line.includes(file) && line.includes(rule))).not.toEqual([]);
});

test.each(['shared/domain/clinic-time.ts', 'web/pages/page.ts', 'server/features/staff/'])(
  'the linter finds nothing in %s',
  (file) => {
    expect(said.split('\n').filter((line) => line.startsWith(file))).toEqual([]);
  },
);
