import type pg from 'pg';

export interface Named {
  name: string;
  make: string;
}

/**
 * Rows that are known to keep apart come in without each being held against the others, which takes many
 * times as long as to build what keeps them apart. The indexes of the constraints are out of use meanwhile,
 * and the like of each is made beside it: it is answered how.
 */
export async function leftOut(client: pg.Client, table: string): Promise<Named[]> {
  await client.query(ready(false), [table]);
  const { rows } = await client.query<Named>(
    `select index::regclass || '_anew' as name,
        regexp_replace(pg_get_indexdef(index), 'INDEX (\\w+)', 'INDEX \\1_anew') as make
      from (${ofConstraints}) own(index)`,
    [table],
  );
  return rows;
}

const ofConstraints = `select conindid from pg_constraint where conrelid = $1::regclass and contype in ('p', 'x')`;
const ready = (are: boolean): string =>
  `update pg_index set indisready = ${are}, indisvalid = ${are}
    where indexrelid in (${ofConstraints})`;

/** What was made beside takes their place: no command that makes them anew leaves the rows unlooked at. */
export async function takenIn(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ old: string }>(
    `with pair as (
        select index as old, (index::regclass || '_anew')::regclass as anew
          from (${ofConstraints}) own(index)),
      moved as (
        update pg_class c set relfilenode = other.relfilenode from pg_class other, pair
          where (c.oid, other.oid) in ((pair.old, pair.anew), (pair.anew, pair.old)))
      select old::regclass::text as old from pair`,
    [table],
  );
  await client.query(ready(true), [table]);
  for (const { old } of rows) await client.query(`drop index ${old}_anew`);
}
