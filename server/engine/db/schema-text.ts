import type pg from 'pg';

// The text is the same on every supported version of PostgreSQL. Objects of extensions are left out.
const extensions = `select format('create extension %s;', extname) as text from pg_extension where extname <> 'plpgsql' order by extname collate "C"`;

const functions = `
  select format(e'create function %s(%s) returns %s language %s %s%s as $$%s$$;', p.proname,
    pg_get_function_identity_arguments(p.oid),
    pg_get_function_result(p.oid), l.lanname, case p.provolatile when 'i' then 'immutable'
      when 's' then 'stable' else 'volatile' end,
    case when p.proisstrict then ' strict' else '' end
      || case when p.prosecdef then ' security definer' else '' end
      || coalesce((select string_agg(' set ' || setting, '') from unnest(p.proconfig) as setting), ''),
    p.prosrc) as text
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
      and d.deptype = 'e')
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`;

const columns = `
  select c.oid, string_agg(format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' else '' end,
    case when a.attidentity <> '' then ' generated always as identity'
      when a.attgenerated = 's' then
        format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
      when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
        else '' end), e',\\n' order by a.attnum) as list
  from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid
    and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  group by c.oid`;

const constraints = `
  select conrelid as oid, string_agg(format(e',\\n  constraint %I %s', conname, pg_get_constraintdef(oid)),
    '' order by conname collate "C") as list
  from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x') group by conrelid`;

const indexes = `
  select indrelid as oid, string_agg(e'\\n' || pg_get_indexdef(indexrelid) || ';', ''
    order by indexrelid::regclass::text collate "C") as list
  from pg_index where not exists (select from pg_constraint where conindid = indexrelid
    and contype in ('p', 'u', 'x')) group by indrelid`;

const triggers = `
  select tgrelid as oid, string_agg(e'\\n' || pg_get_triggerdef(oid) || ';', ''
    order by tgname collate "C") as list
  from pg_trigger where not tgisinternal group by tgrelid`;

const tables = `
  select format(e'create table %s (\\n%s%s\\n);%s%s', columns.oid::regclass, columns.list, constraints.list,
    indexes.list, triggers.list) as text
  from (${columns}) columns left join (${constraints}) constraints using (oid)
    left join (${indexes}) indexes using (oid)
    left join (${triggers}) triggers using (oid)
  order by columns.oid::regclass::text collate "C"`;

const title =
  '-- The schema after all migrations, as the database describes it. Written by `npx vitest run server/db/schema.test.ts -u`.';

/** The actual schema of a database, as text: the content of schema.sql. */
export async function schemaText(pool: pg.Pool): Promise<string> {
  const found: string[] = [];
  for (const query of [extensions, functions, tables])
    found.push(...(await pool.query<{ text: string }>(query)).rows.map((row) => row.text));
  return `${[title, ...found].join('\n\n')}\n`;
}
