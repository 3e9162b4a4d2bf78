import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { clinic } from '#server/clinic.ts';
import { type Connection, queryBuilderOn } from '#server/engine/db/connect.ts';
import { deletePerson } from '#server/features/users/delete-person-actions.ts';
import { type Deletion, listDeletions } from '#server/features/users/erase-queries.ts';
import { usersByIds } from '#server/features/users/queries.ts';

/** Writes the complete list of deleted people beside the backups. */
export async function writeDeletions(file: string, client: Connection): Promise<number> {
  const there = await client.query(`select to_regclass('public.deletions') is not null as there`);
  const list = there.rows[0]?.there ? await listDeletions(queryBuilderOn(client)) : [];
  writeFileSync(`${file}.new`, `${JSON.stringify(list)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return list.length;
}

const isDeletion = (one: unknown): one is Deletion =>
  typeof one === 'object' &&
  one !== null &&
  Number.isInteger((one as Deletion).id) &&
  typeof (one as Deletion).since === 'string';

/** A line of `DELETIONS_FILE`. Empty for an incomplete line, because the complete one follows. */
function parseDeletionLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Reads the list that a backup wrote, or the list that the server kept beside its database. */
export function readDeletions(file: string): Deletion[] {
  const text = readFileSync(file, 'utf8');
  const list: unknown = text.startsWith('[') ? JSON.parse(text) : text.split('\n').flatMap(parseDeletionLine);
  const isList = Array.isArray(list) && list.every(isDeletion);
  if (!isList || (list.length === 0 && !text.startsWith('[')))
    throw new Error(`${file} is no list of deletions`);
  return list;
}

/**
 * Deletes people again whom a restore has brought back: those with the id and the creation time of the list.
 * After an error none is deleted.
 */
export async function repeatDeletions(client: Connection, deletions: readonly Deletion[]): Promise<number> {
  return queryBuilderOn(client).transaction(async (tx) => {
    let n = 0;
    for (const { id, since } of deletions) {
      const [person] = await usersByIds(tx, [id]);
      if (!person || person.erasedAt !== null || person.createdAt.getTime() !== Date.parse(since)) continue;
      await deletePerson(tx, person, { now: new Date(), ...clinic.registries });
      n += 1;
    }
    return n;
  });
}
