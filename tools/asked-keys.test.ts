import { expect, test } from 'vitest';
import { askedOf, type PlanNode } from './asked-keys.ts';
import { keyedTables, planOf, waysOf } from './structure/scale.ts';

const tables = keyedTables(`create table chairs (
  id integer not null,
  location_id integer not null,
  taken boolean not null
);
create table sitters (
  user_id integer not null,
  chair_id integer not null
);
create table colours (
  name text not null
);
`);
const plan = planOf('| `sitters` | person | `user_id` | hers |\n| `colours` | everywhere | – | few |\n');
const scan = (table: string, more: Partial<PlanNode>): PlanNode => ({
  'Node Type': 'Seq Scan',
  'Relation Name': table,
  Alias: table,
  ...more,
});
const asked = (node: PlanNode) =>
  askedOf(node, tables, plan).map(({ table, by, carries }) => [table, by, carries]);

test('who says of which branch, or whose, carries the key', () => {
  expect(asked(scan('chairs', { Filter: '(chairs.location_id = $1)' }))).toEqual([
    ['chairs', 'location_id', true],
  ]);
  expect(asked(scan('sitters', { 'Index Cond': '(sitters.user_id = $1)' }))).toEqual([
    ['sitters', 'user_id', true],
  ]);
});

test('who asks by a number, or by a state alone, does not', () => {
  expect(asked(scan('chairs', { Alias: 'c', 'Index Cond': '(c.id = $1)', Filter: 'c.taken' }))).toEqual([
    ['chairs', 'id', false],
  ]);
  expect(asked(scan('chairs', { Filter: 'chairs.taken' }))).toEqual([['chairs', 'nothing', false]]);
});

test('a join says it of the other, wherever it stands in the plan', () => {
  const join: PlanNode = {
    'Node Type': 'Hash Join',
    'Hash Cond': '(s.chair_id = c.id)',
    Plans: [scan('sitters', { Alias: 's' }), scan('chairs', { Alias: 'c', Filter: '(c.location_id = 1)' })],
  };
  expect(asked(join)).toEqual([
    ['sitters', 'chair_id', false],
    ['chairs', 'location_id', true],
  ]);
});

const branches: PlanNode = { 'Node Type': 'Seq Scan', 'Relation Name': 'branches', Alias: 'b' };
const chairsOf = (branch: PlanNode, filter = '(c.location_id = b.id)'): PlanNode => ({
  'Node Type': 'Nested Loop',
  Plans: [branch, scan('chairs', { Alias: 'c', 'Index Cond': filter })],
});

test('a branch that is any branch does not say where, one that is named does', () => {
  expect(asked(chairsOf(branches))).toEqual([['chairs', 'another row', false]]);
  expect(asked(chairsOf({ ...branches, Filter: '(b.slug = $1)' }))).toEqual([
    ['chairs', 'location_id', true],
  ]);
  expect(asked(chairsOf({ ...branches, Filter: '(b.slug = $1)' }, '(c.location_id > b.id)'))).toEqual([
    ['chairs', 'nothing', false],
  ]);
});

test('where a value may be left out all are asked, where each choice names one they are not', () => {
  const by = (filter: string) => asked(scan('chairs', { Filter: filter }))[0]?.[2];
  expect(by('(($1 IS NULL) OR (chairs.location_id = $1))')).toBe(false);
  expect(by('((chairs.location_id = $1) OR ((chairs.location_id = $2) AND chairs.taken))')).toBe(true);
  expect(by("(chairs.taken AND (chairs.location_id = ANY ('{1,2}'::integer[])))")).toBe(true);
  expect(by('((chairs.location_id)::text = ($1)::text)')).toBe(true);
  expect(by('(chairs.location_id = ANY ($1))')).toBe(true);
  expect(by('(chairs.location_id <> $1)')).toBe(false);
});

test('what is on every machine, and what is only written, is asked of none', () => {
  expect(asked(scan('colours', {}))).toEqual([]);
  expect(asked({ 'Node Type': 'ModifyTable', 'Relation Name': 'chairs', Operation: 'Insert' })).toEqual([]);
});

test('the page gives reasons for ways, some tables to a line', () => {
  const page =
    '| by `id`, `chair_id` | `chairs`, `sitters` | why |\n| by nothing | `chairs` | why |\n| `chairs` | one place | why |';
  expect([...waysOf(page)]).toEqual(['chairs id, chair_id', 'sitters id, chair_id', 'chairs nothing']);
});
