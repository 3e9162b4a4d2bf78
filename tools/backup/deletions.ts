import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { dbOn } from '#server/engine/db/connect.ts';
import { forgetPerson } from '#server/features/users/forget-actions.ts';
import { rowsOf } from '#server/features/users/queries.ts';

/** Who was deleted, by number and by when her row was made: nothing about her. */
interface Deletion {
  readonly id: number;
  readonly since: string;
}

/** Keeps the list of who was deleted beside the backups, each time anew and whole. */
export async function writeDeletions(file: string, client: pg.ClientBase): Promise<number> {
  const there = await client.query(`select to_regclass('public.deletions') is not null as there`);
  const { rows } = !there.rows[0]?.there
    ? { rows: [] }
    : await client.query<Deletion>(
        `select user_id as id,
      to_char(person_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
      from deletions order by user_id`,
      );
  writeFileSync(`${file}.new`, `${JSON.stringify(rows)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return rows.length;
}

const isDeletion = (one: unknown): one is Deletion =>
  typeof one === 'object' &&
  one !== null &&
  Number.isInteger((one as Deletion).id) &&
  typeof (one as Deletion).since === 'string';

export function readDeletions(file: string): Deletion[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(list) || !list.every(isDeletion)) throw new Error(`${file} is no list of deletions`);
  return list;
}

/**
 * Deletes once more whom a restore has brought back: of each who is there, under her number and made at the
 * same moment. All of them, or on a fault none.
 */
export async function deleteAgain(client: pg.PoolClient, deletions: readonly Deletion[]): Promise<number> {
  return dbOn(client).transaction(async (tx) => {
    let n = 0;
    for (const { id, since } of deletions) {
      const [person] = await rowsOf(tx, [id]);
      if (!person || person.erasedAt !== null || person.createdAt.getTime() !== Date.parse(since)) continue;
      await forgetPerson(tx, person, new Date());
      n += 1;
    }
    return n;
  });
}
