import { expect, test } from 'vitest';
import { says } from './planted.ts';
import { scale } from './scale.ts';

const check = (schema: string, plan = '') =>
  says(scale, { 'server/db/schema.sql': schema, 'docs/scale.md': plan });
const table = (columns: string) => `create table chairs (\n${columns}\n);\n`;
const id = '  id integer not null generated always as identity,\n';

test('what carries the branch, and a plain number, may come', () => {
  const carrying = `${id}  location_id integer not null,
  constraint chairs_pkey PRIMARY KEY (id),
  constraint chairs_overlap EXCLUDE USING gist (location_id WITH =, during WITH &&) WHERE (taken)`;
  const index = 'CREATE UNIQUE INDEX chairs_n ON public.chairs USING btree (location_id, n) WHERE (n > 0);\n';
  expect(check(table(carrying) + index)).toEqual([]);
});

test.each([
  ['  id integer not null', 'chairs has no location_id'],
  ['  location_id integer', 'chairs has no location_id'],
  [
    '  location_id integer not null,\n  constraint chairs_n UNIQUE (n)',
    'chairs_n does not carry location_id',
  ],
  [
    '  location_id integer not null,\n  constraint chairs_pkey PRIMARY KEY (id)',
    'chairs_pkey does not carry',
  ],
])('%s needs a reason', (columns, complaint) => {
  expect(check(table(columns))).toEqual([expect.stringContaining(complaint)]);
});

test('a unique index that names the branch only in its condition does not carry it', () => {
  const index = 'CREATE UNIQUE INDEX chairs_n ON public.chairs USING btree (n) WHERE (location_id > 0);\n';
  expect(check(table('  location_id integer not null') + index)).toHaveLength(1);
});

test('the plan names another key, or why not, and nothing that is gone', () => {
  const byPerson = '| `chairs` | person | `user_id` | hers |\n';
  const sat = '  user_id integer not null,\n  constraint chairs_n UNIQUE (n)';
  expect(check(table(sat), byPerson)).toEqual([expect.stringContaining('chairs_n does not carry user_id')]);
  expect(check(table(sat), `${byPerson}| \`chairs_n\` | a number nobody else draws |\n`)).toEqual([]);
  expect(check(table(sat), '| `chairs` | everywhere | – | few |\n')).toEqual([]);
  expect(check('', byPerson)).toEqual(['chairs needs no exception (any more)']);
});
