import type pg from 'pg';

/** A table as the catalog of the database describes it. */
export interface TableShape {
  readonly name: string;
  /** Name and type of every column that is not generated. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** The sequence of its ids, quoted for SQL. */
  readonly sequence: string | null;
  /** The primary key, as an `order by` with the same order on every server. */
  readonly order: string;
}

interface CatalogTable {
  name: string;
  columns: [string, string][];
  key: string[] | null;
  sequence: string | null;
}

const query = `
  select c.relname as name,
    (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '') as columns,
    (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key,
    (select pg_get_serial_sequence(quote_ident(c.relname), a.attname)
      from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as sequence
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')
  order by c.relname collate "C"`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// The order of text depends on the locale, the order of bytes does not.
const orderColumn = ([name, type]: readonly [string, string]): string =>
  /^(text|character)/.test(type) && !type.endsWith('[]') ? `${quoted(name)} collate "C"` : quoted(name);

function orderByClause({ columns, key }: CatalogTable): string {
  const order = key
    ? key.map((column) => columns.find(([known]) => known === column) ?? ([column, ''] as const))
    : columns;
  return order.map(orderColumn).join(', ');
}

/** Every table of the clinic, by name. */
export async function readShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<CatalogTable>(query);
  return rows.map((found) => ({
    name: found.name,
    columns: found.columns,
    sequence: found.sequence,
    order: orderByClause(found),
  }));
}
