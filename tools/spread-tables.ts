// `npm run keys:spread`: every table that docs/scale.md parts among machines is made anew on a scratch
// database as one that PostgreSQL itself parts by that key, and with it what keeps its rows unique, apart and
// referred to. Tells what the database refuses: so would any that spreads rows by a key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { keyedTables, partedBy, planOf } from './structure/scale.ts';
import { startPostgres } from './test-run/postgres.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const plan = planOf(read('docs/scale.md'));
const tables = keyedTables(read('server/db/schema.sql'));
const machines = 4;

interface Kept {
  name: string;
  kind: 'p' | 'u' | 'x' | 'i' | 'f';
  make: string;
  /** Of a reference: its columns, whose they are, and which. */
  own: string[];
  other: string;
  others: string[];
}
const keptBy = `
  select conname::text as name, contype::text as kind, pg_get_constraintdef(oid) as make,
    array(select attname::text from unnest(conkey) with ordinality k(n, i)
      join pg_attribute on attrelid = conrelid and attnum = n order by i) as own,
    coalesce(confrelid::regclass::text, '') as other,
    array(select attname::text from unnest(confkey) with ordinality k(n, i)
      join pg_attribute on attrelid = confrelid and attnum = n order by i) as others
  from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'x', 'f')
  union all
  select indexrelid::regclass::text, 'i', pg_get_indexdef(indexrelid), '{}', '', '{}' from pg_index i
  where indrelid = $1::regclass and indisunique
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by 2 desc, 1`;

const server = await startPostgres();
const database = await connect({ dataDir: '', databaseUrl: server.url });
await migrate(database.pool);
await database.close();
const client = new pg.Client(server.url);
await client.connect();

/** What the database says to it: nothing where it does it. */
async function refusal(text: string): Promise<string> {
  await client.query('begin');
  const said = await client.query(text).then(
    () => '',
    (error: Error) => error.message,
  );
  await client.query(said ? 'rollback' : 'commit');
  return said;
}

/** The like on a table that lies on many machines, with its key before what it had. */
function withKey({ kind, make }: Kept, table: string, key: string, carries: boolean): string {
  const first = carries ? make : make.replace(/\((?=\w|"|\()/, `(${key}, `);
  return kind === 'i'
    ? first.replace(/ ON \S+/, ` ON spread.${table}`).replace(/INDEX \w+/, 'INDEX')
    : `alter table spread.${table} add ${first}`;
}

const told: Record<string, string[]> = { made: [], 'with its key': [], refused: [], 'between machines': [] };
const spread = tables.flatMap(({ name, columns }) => {
  const key = partedBy(name, plan);
  return key && columns.has(key) ? [{ name, key }] : [];
});
const kept = new Map<string, Kept[]>();
await client.query('create schema spread');
for (const { name, key } of spread) {
  kept.set(name, (await client.query<Kept>(keptBy, [name])).rows);
  await client.query(`create table spread.${name} (like ${name} including defaults including constraints)
    partition by hash (${key})`);
  for (let n = 0; n < machines; n++)
    await client.query(
      `create table spread.${name}_${n} partition of spread.${name}
        for values with (modulus ${machines}, remainder ${n})`,
    );
}
for (const { name, key } of spread)
  for (const one of kept.get(name) ?? []) {
    if (one.kind === 'f') continue;
    const carries = new RegExp(`\\b${key}\\b`).test(one.make.split(' WHERE ')[0] ?? '');
    const rows = one.kind === 'x' ? Array.from({ length: machines }, (_, n) => `${name}_${n}`) : [name];
    if (one.kind === 'x' && !carries) {
      told.refused?.push(`${name} ${one.name}: names no ${key}, and two machines cannot compare`);
      continue;
    }
    const asIs = await refusal(rows.map((row) => withKey(one, row, key, true)).join('; '));
    if (!asIs) told.made?.push(`${name} ${one.name}`);
    else {
      const then = await refusal(withKey(one, name, key, false));
      told[then ? 'refused' : 'with its key']?.push(`${name} ${one.name}: ${then || `(${key}, …)`}`);
    }
  }
for (const { name, key } of spread)
  for (const one of kept.get(name) ?? []) {
    if (one.kind !== 'f') continue;
    const there = spread.find((table) => table.name === one.other);
    const what = `${name} ${one.name}`;
    if (!there) {
      const said = await refusal(`alter table spread.${name} add ${one.make}`);
      told[said ? 'refused' : 'made']?.push(said ? `${what}: ${said}` : what);
      continue;
    }
    const isKey = one.own.includes(key) && one.others[one.own.indexOf(key)] === there.key;
    const sameKey = key === there.key && key !== 'id';
    const own = isKey ? one.own : [key, ...one.own];
    const others = isKey ? one.others : [there.key, ...one.others];
    if (!(isKey || sameKey)) {
      told['between machines']?.push(`${what}: by ${key} here, by ${there.key} there`);
      continue;
    }
    const said = await refusal(
      `alter table spread.${name} add foreign key (${own.join(', ')}) references spread.${one.other} (${others.join(', ')})`,
    );
    told[said ? 'refused' : isKey ? 'made' : 'with its key']?.push(`${what}${said && `: ${said}`}`);
  }
for (const [what, all] of Object.entries(told)) {
  console.log(`${what}: ${all.length}`);
  if (what !== 'made') for (const one of all) console.log(`  ${one}`);
}
const others = tables.filter(({ name }) => !spread.some((table) => table.name === name));
console.log(
  `${spread.length} of ${tables.length} tables spread; not: ${others.map(({ name }) => name).join(', ')}`,
);
await client.end();
await server.stop();
