import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';
import { says } from './planted.ts';

const complaints = (sql: string, number = '0900') =>
  says(migrations, { [`server/db/migrations/${number}-planted.sql`]: sql });

test.each([
  ['drop table offers;', 'takes away'],
  ['alter table offers drop column room;', 'takes away'],
  ['alter table offers rename column room to place;', 'calls otherwise'],
  ['alter table offers alter column room type bigint;', 'changes a type'],
  ['alter table offers alter room set data type bigint;', 'changes a type'],
  ['alter table offers alter column room set not null;', 'still leaves out'],
  ['alter table offers\n  add column color text not null;', 'does not give'],
  ['alter table offers add column a int not null default 0, add column b int not null;', 'does not give'],
  ["alter table offers add column kind text not null check (kind in ('a', 'b'));", 'does not give'],
  ['alter table offers drop constraint offers_check;', 'may count on'],
  ['drop index offers_open;', 'may count on'],
  ['alter table offers add constraint few check (room < 9);', 'may write'],
  ['create unique index if not exists one_a_room\n  on offers (room);', 'may write'],
  ['create trigger offers_kept before insert on offers execute function f();', 'may refuse'],
  ['create or replace function f() returns int language sql as $$ select 1 $$;', 'calls'],
  ['revoke update on offers from hakima;', 'may need'],
  ['alter table offers alter column room set default 1;', 'fills in'],
])('%s is not additive', (sql, why) => {
  const found = complaints(sql);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(why);
});

test.each([
  'create table colors (id int primary key, name text not null, check (id > 0));',
  'create table colors (id int not null); alter table colors add constraint few check (id < 9);',
  'create table colors (name text); create unique index colors_name on colors (name);',
  'create table colors (id int); create trigger colors_kept before insert on colors execute function f();',
  'alter table offers add column color text;',
  "alter table offers add column color text not null default 'red' check (color <> '');",
  'alter table offers add column at timestamptz default now() not null;',
  'alter table offers alter column room drop not null;',
  'create index offers_by_color on offers (color); -- and drop table offers',
  "insert into content_versions (key, body) values ('drop table offers', '{}');",
  'create function f() returns int language sql as $$ drop table offers $$;',
])('%s is', (sql) => {
  expect(complaints(sql)).toEqual([]);
});

test('what is said with its reason is let through, and what was released is not asked', () => {
  const sql = 'drop index offers_open;';
  expect(complaints(`-- not additive: the same index stands under a new name\n${sql}`)).toEqual([]);
  expect(complaints(`-- not additive: no\n${sql}`)).toHaveLength(1);
  expect(complaints(`-- not additive: said of another statement, above\n\n${sql}`)).toHaveLength(1);
  expect(complaints(sql, '0008')).toEqual([]);
});

const made = "create table offers (id int, state text check (state in ('open', 'taken')));";
/** As 0071 was: its check made anew, additive as the version before sees it that writes none of it. */
const widened = (states: string, also = '') =>
  says(migrations, {
    'server/db/migrations/0031-offers.sql': made,
    'server/db/migrations/0900-planted.sql': `-- not additive: the check is only made anew, wider than it was
${also}alter table offers drop constraint offers_state_check;
alter table offers add constraint offers_state_check check (state in\n  (${states}));`,
  });

test('a state that the version before does not know says why that never meets it', () => {
  const found = widened("'open', 'taken', 'given'");
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('"given" in offers.state');
  expect(
    widened("'open', 'taken', 'given'", '-- new state: nothing of this version writes it yet\n'),
  ).toEqual([]);
  expect(widened("'open'")).toEqual([]);
});

test('a column that the version before does not read may hold what it likes', () => {
  const sql = "alter table offers add column way text default 'form' check (way in ('form', 'sms'));";
  expect(
    says(migrations, {
      'server/db/migrations/0031-offers.sql': made,
      'server/db/migrations/0900-planted.sql': sql,
    }),
  ).toEqual([]);
});
