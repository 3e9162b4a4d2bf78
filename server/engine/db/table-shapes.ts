import type pg from 'pg';

/** A table as its dump needs it, read from the catalogue: so a dump fits the schema of any version. */
export interface TableShape {
  readonly name: string;
  /**
   * Name and type of every column that is not computed from others, nor names a transaction of this server.
   */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** The sequence that numbers its rows, quoted for SQL. */
  readonly sequence: string | null;
  /** Foreign keys to its own rows, quoted for SQL. */
  readonly ownKeys: readonly string[];
  /** Its key in an order that is the same everywhere. */
  readonly order: string;
}

interface Found {
  name: string;
  columns: [string, string][];
  key: string[] | null;
  parents: string[] | null;
  own_keys: string[] | null;
  sequence: string | null;
}

const query = `
  select c.relname as name,
    (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = ''
        and a.atttypid <> 'xid8'::regtype) as columns,
    (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key,
    (select json_agg(p.relname) from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> f.conrelid) as parents,
    (select json_agg(quote_ident(f.conname)) from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = f.conrelid) as own_keys,
    (select pg_get_serial_sequence(quote_ident(c.relname), a.attname)
      from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as sequence
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')
  order by c.relname collate "C"`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// The order of text differs by locale, that of bytes does not.
const inOrder = ([name, type]: readonly [string, string]): string =>
  /^(text|character)/.test(type) && !type.endsWith('[]') ? `${quoted(name)} collate "C"` : quoted(name);

function orderOf({ columns, key }: Found): string {
  const order = key
    ? key.map((column) => columns.find(([known]) => known === column) ?? ([column, ''] as const))
    : columns;
  return order.map(inOrder).join(', ');
}

/** Rows of a table as lines, ordered: all their columns or some, all rows or those that `where` names. */
export function selectLines(
  { name, order, columns: all }: TableShape,
  { columns = all, where = 'true' }: { columns?: TableShape['columns']; where?: string } = {},
): string {
  const values = columns.map(([column]) => `${quoted(column)}::text`).join(', ');
  return `select json_build_array(${values})::text as line from ${quoted(name)} where ${where} order by ${order}`;
}

/** Every table of the clinic, parents before children. */
export async function readShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<Found>(query);
  return parentsFirst(rows).map((found) => ({
    name: found.name,
    columns: found.columns,
    sequence: found.sequence,
    ownKeys: found.own_keys ?? [],
    order: orderOf(found),
  }));
}

function parentsFirst(found: readonly Found[]): Found[] {
  const sorted: Found[] = [];
  const waiting = new Set(found);
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      ({ parents }) => !parents?.some((parent) => [...waiting].some(({ name }) => name === parent)),
    );
    if (ready.length === 0)
      throw new Error(
        `tables refer to each other in a circle: ${[...waiting].map(({ name }) => name).join(', ')}`,
      );
    for (const table of ready) waiting.delete(table);
    sorted.push(...ready);
  }
  return sorted;
}
