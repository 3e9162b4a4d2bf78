import type pg from 'pg';

/**
 * Rows that are known to keep apart come in without each being held against the others, which takes five
 * times as long as to build what keeps them apart. Its indexes are out of use meanwhile.
 */
const readiness = (ready: boolean): string => `
  update pg_index set indisready = ${ready}, indisvalid = ${ready}
  where indexrelid in (select conindid from pg_constraint where contype = 'x' and conrelid = $1::regclass)`;

export const leftOut = (client: pg.Client, table: string): Promise<unknown> =>
  client.query(readiness(false), [table]);

/** They are made anew by the one command of PostgreSQL that does not look at each row again. */
export async function takenIn(client: pg.Client, table: string, inOrderOf: string): Promise<void> {
  await client.query(readiness(true), [table]);
  await client.query(`cluster ${table} using ${inOrderOf}`);
}
