import { type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { createYield } from '#server/engine/tasks/yield-to-event-loop.ts';
import { searchWords } from '#shared/domain/people/search-words.ts';

const peoplePerChunk = 500;

interface PersonWithoutWords {
  readonly id: number;
  readonly name: string;
  readonly username: string | null;
  readonly phone: string | null;
  readonly secondaryPhone: string | null;
  readonly search: string;
}

const { id, name, username, phone, secondaryPhone, search } = users;

/**
 * Computes the search words of the given people, or of people without any; returns their number. A person who
 * is changed meanwhile gets none and is handled again.
 */
export async function updateSearchWords(db: Db, of?: readonly number[]): Promise<number> {
  const these: SQL = of ? sql`${id} = any(${sql.param(of)}::int[])` : sql`true`;
  const people: PersonWithoutWords[] = await db
    .select({ id, name, username, phone, secondaryPhone, search })
    .from(users)
    .where(sql`${users.words} is null and ${these}`)
    .orderBy(id)
    .limit(peoplePerChunk);
  if (people.length === 0) return 0;
  const nextTurn = createYield();
  const rows: { id: number; search: string; words: unknown }[] = [];
  for (const person of people) {
    await nextTurn();
    const words = users.words.mapToDriverValue(searchWords(person));
    rows.push({ id: person.id, search: person.search, words });
  }
  await db.execute(sql`
    update users set words = reckoned.words::tsvector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reckoned (id int, search text, words text)
    where users.id = reckoned.id and users.search = reckoned.search and users.words is null`);
  return people.length;
}

/** A turn is short, so that a server that stops does not wait for it. */
const chunksPerRun = 8;

/** Computes search words for some people without any; after an interruption the next turn continues. */
export async function addMissingSearchWords(db: Db): Promise<void> {
  for (let i = 0; i < chunksPerRun; i++) if ((await updateSearchWords(db)) < peoplePerChunk) return;
}
