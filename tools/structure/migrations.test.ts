import { expect, test } from 'vitest';
import { ownMigrations } from '../../server/db/own-migrations.ts';
import { compatibleSuffix, migrationsFingerprint } from '../../server/engine/db/migrate.ts';
import { read } from './files.ts';

const migrations = ownMigrations();
const { version } = JSON.parse(read('package.json')) as { version: string };

/** Last migration of each version, oldest version first. Clinics have applied them: they must not be edited. */
const released = [{ version: '1.0.0', last: '0093', fingerprint: '8e93e563fa9bfdf0' }];
const newest = released.at(-1);

/** Statements that may break the previous version, which still runs during an update. */
const breaking =
  /\b(?:drop (?!not null)|rename\b|set not null|(?:set data )?type\b|create unique index|add (?:constraint|check|unique|exclude|foreign key|primary key)|create (?:or replace |constraint )+|create trigger|revoke\b|set default)/i;
const excuse = /^-- not additive: .{20,}/m;

/** Statements of a migration that need a justification in their paragraph. */
function breakingParts(sql: string): string[] {
  const created = [...sql.matchAll(/create table (\w+)/gi)].map(([, name = '']) => name);
  return sql.split(/\n\s*\n/).filter((part) => {
    const code = part.replace(/--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g, '');
    const ofNewTable = created.some((name) => new RegExp(`\\b(?:table|on) ${name}\\b`, 'i').test(code));
    const withoutDefault =
      /add column \w+ (?:(?!default|generated)[^,;])*not null(?![^,;]*(?:default|generated))/i;
    return (breaking.test(code) || withoutDefault.test(code)) && !ofNewTable && !excuse.test(part);
  });
}

test('a released migration is never edited', () => {
  for (const { version: of, last, fingerprint } of released) {
    const old = migrations.filter(({ name }) => name.slice(0, 4) <= last);
    expect(migrationsFingerprint(old), of).toBe(fingerprint);
  }
});

test('the version of package.json is the newest of the list', () => {
  expect(newest?.version).toBe(version);
});

/** Versions that changed the schema although only their last number was raised. */
const patchesThatMigrate = (versions: readonly { version: string; last: string }[]): string[] =>
  versions.flatMap(({ version: of, last }, at) => {
    const isPatch = !of.endsWith('.0');
    return isPatch && versions[at - 1]?.last !== last ? of : [];
  });

test('a patch does not change the schema', () => {
  expect(patchesThatMigrate(released)).toEqual([]);
  const [first, minor] = [
    { version: '1.0.0', last: '0087' },
    { version: '1.1.0', last: '0088' },
  ];
  expect(patchesThatMigrate([first, minor, { version: '1.1.1', last: '0088' }])).toEqual([]);
  expect(patchesThatMigrate([first, { version: '1.0.1', last: '0088' }])).toEqual(['1.0.1']);
});

test('migrations are numbered without gaps', () => {
  expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(migrations.map((_, i) => i + 1));
});

test('a new migration only adds, or says why the previous version can run beside it', () => {
  for (const { name, sql } of migrations.slice(Number(newest?.last)))
    expect(breakingParts(sql), name).toEqual([]);
});

/**
 * Earlier versions run on the result of a compatible migration, so it must not change anything that they
 * know; no justification is accepted.
 */
const compatibleParts = (sql: string): string[] => [
  ...breakingParts(sql.replaceAll('-- not additive:', '--')),
  ...(sql.match(/^(?:delete|truncate)\b.*/gim) ?? []),
];

test('a compatible migration only adds, without exceptions', () => {
  for (const { name, sql } of migrations)
    if (name.endsWith(compatibleSuffix)) expect(compatibleParts(sql), name).toEqual([]);
  const excused = '-- not additive: the same index exists under a new name\ndrop index offers_open;';
  expect(compatibleParts(excused)).toHaveLength(1);
  expect(compatibleParts('delete from offers;')).toHaveLength(1);
  expect(compatibleParts("alter table offers add column color text not null default 'red';")).toEqual([]);
});

test.each([
  'drop table offers;',
  'alter table offers drop column room;',
  'alter table offers rename column room to place;',
  'alter table offers alter column room type bigint;',
  'alter table offers alter column room set not null;',
  'alter table offers\n  add column color text not null;',
  'alter table offers add constraint few check (room < 9);',
  'create unique index one_a_room on offers (room);',
  'create or replace function f() returns int language sql as $$ select 1 $$;',
  '-- not additive: this explains another statement\n\ndrop index offers_open;',
])('%s needs a reason', (sql) => {
  expect(breakingParts(sql)).toHaveLength(1);
});

test.each([
  'create table colors (id int primary key, name text not null, check (id > 0));',
  'create table colors (name text); create unique index colors_name on colors (name);',
  "alter table offers add column color text not null default 'red';",
  'alter table offers alter column room drop not null;',
  'create index offers_by_color on offers (color); -- and drop table offers',
  '-- not additive: the same index exists under a new name\ndrop index offers_open;',
])('%s needs none', (sql) => {
  expect(breakingParts(sql)).toEqual([]);
});
