import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'hakima-layers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const planted: Record<string, string> = {
  'package.json':
    '{ "type": "module", "imports": { "#server/*": "./server/*", "#web/*": "./web/*", "#shared/*": "./shared/*" } }',
  'server/clinic.ts': 'export const clinic = 1;',
  'server/deps.ts': 'export interface Deps { now: Date }',
  'server/db/seed/seed.ts': 'export const seed = 1;',
  'server/engine/db/connect.ts': "import type { Deps } from '#server/deps.ts';\nexport type Db = Deps;",
  'server/engine/http/mount-endpoint.ts': "export { user } from '#server/features/users/queries.ts';",
  'server/features/users/queries.ts': 'export const user = 1;',
  'server/features/users/actions.ts': "import { book } from '../appointments/actions.ts';\nbook;",
  'server/features/users/routes.ts': "export const clinic = () => import('#server/clinic.ts');",
  'server/features/appointments/actions.ts':
    "import { user } from '#server/features/users/queries.ts';\nexport const book = user;",
  'server/features/prescriptions/actions.ts':
    "import { user } from '#server/features/users/queries.ts';\nuser;",
  'server/db/schema/users.ts': 'export const users = 1;',
  'server/engine/http/session.ts': "import { users } from '#server/db/schema/users.ts';\nusers;",
  'shared/contract/offers.ts': 'export interface Offer { id: number }',
  'shared/domain/day.ts':
    "import type { Offer } from '#shared/contract/offers.ts';\nexport type Day = Offer;",
  'web/ui/button.tsx':
    "import { later } from '#web/api/later.ts';\nexport const Button = () => <b className='x'>{later}</b>;",
  'web/api/later.ts': 'export const later = 1;',
  'web/features/offers/list.tsx':
    "import type { Card } from '#web/features/patients/card.tsx';\nexport const List: Card = () => <p />;",
  'web/features/patients/card.tsx': 'export type Card = () => unknown;',
};

let said: string[];
beforeAll(() => {
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  copyFileSync(join(root, '.dependency-cruiser.mjs'), join(folder, '.dependency-cruiser.mjs'));
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const result = spawnSync(process.execPath, [program, 'server', 'web', 'shared'], {
    cwd: folder,
    encoding: 'utf8',
  });
  said = result.stdout.split('\n').filter((line) => line.includes(' error '));
  expect(result.status).not.toBe(0);
}, 30_000);

test.each([
  ['a type from above', 'engine/db-imports-upward', 'engine/db/connect.ts'],
  ['a feature in the engine', 'engine/http-imports-upward', 'engine/http/mount-endpoint.ts'],
  ['a higher feature, by a relative path', 'features/users-imports-upward', 'users/actions.ts'],
  ['what puts the server together, at run time', 'features/users-imports-upward', 'users/routes.ts'],
  ['a folder that has no place in the order', 'folder-without-layer', 'prescriptions/actions.ts'],
  ['a table of the clinic in the engine', 'engine-imports-a-table-of-the-clinic', 'engine/http/session.ts'],
  ['an endpoint in a rule', 'domain-imports-upward', 'domain/day.ts'],
  ['the client in a component', 'ui-imports-upward', 'ui/button.tsx'],
  ['a type of another feature of the web', 'feature-of-the-web-imports-another', 'offers/list.tsx'],
])('the layers check finds %s', (_, rule, file) => {
  expect(said.filter((line) => line.includes(rule) && line.includes(file))).toHaveLength(1);
});

test('an import from a lower folder is allowed', () => {
  expect(
    said.filter((line) => line.includes('appointments/actions.ts:') || /actions\.ts →/.test(line)),
  ).toHaveLength(2);
  expect(said).toHaveLength(9);
});
