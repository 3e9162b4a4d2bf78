import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { personColumnList } from '#server/db/person-columns.ts';
import { guardians, users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';

/**
 * The confirmed e-mail addresses and phone numbers of people, as a subquery with the columns `id`, `email` and
 * `phone`. An address that nobody confirmed may belong to another person.
 */
export const confirmedAddresses = (ids: readonly number[]): SQL => sql`(
  select id, case when email_confirmed_at is not null then handle(email) end as email,
    case when phone_confirmed_at is not null then phone end as phone
  from users where id = any(${sql.param([...ids])}::int[])
    and (email_confirmed_at is not null or phone_confirmed_at is not null))`;

/** The appointments of people, as a subquery of their ids. */
export const appointmentsOf = (ids: readonly number[]): SQL =>
  sql`(select id from appointments where patient_id = any(${sql.param([...ids])}::int[]))`;

/** The records that were merged into a record. */
export const recordsMergedInto = (db: Db, id: number): Promise<{ id: number }[]> =>
  db.select({ id: users.id }).from(users).where(eq(users.mergedInto, id));

/** Patients without an account whose only guardian is this person: nobody else would get their messages. */
export const patientsOfOnlyGuardian = (db: Db, id: number): Promise<{ id: number }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .innerJoin(guardians, and(eq(guardians.patientId, users.id), isNull(guardians.until)))
    .where(and(eq(guardians.guardianId, id), eq(users.authProvider, 'cared')));

/** Those of them without any contact. */
export async function listCaredWithoutRecords(db: Db, id: number): Promise<{ id: number }[]> {
  const cared = await patientsOfOnlyGuardian(db, id);
  const traces = await Promise.all(cared.map((one) => isRowRetained(db, one.id)));
  return cared.filter((_, i) => !traces[i]);
}

/** The history keeps that something happened to an id; the database rejects this while the person exists. */
export async function eraseFromEvents(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`select forget_words_of(id) from unnest(${sql.param([...ids])}::int[]) gone(id)`);
}

/** Records the deletion while the rows still exist, so that it can be repeated on a restored backup. */
export async function recordDeletions(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db.execute(sql`insert into deletions (user_id, person_since, at)
    select id, created_at, ${now.toISOString()}::timestamptz from users
    where id = any(${sql.param([...ids])}::int[]) on conflict do nothing`);
}

/** A deleted person: the id and the creation time of the row, nothing else. */
export interface Deletion extends Record<string, unknown> {
  readonly id: number;
  readonly since: string;
}

export async function listDeletions(db: Db): Promise<Deletion[]> {
  const { rows } = await db.execute<Deletion>(sql`select user_id as id,
    to_char(person_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
    from deletions order by at, user_id`);
  return rows;
}

export async function countDeletions(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from deletions`);
  return rows[0]?.n ?? 0;
}

/** Columns whose rows require the person's row in `users` to stay. */
const retainingColumns = personColumnList.filter(({ deletion }) => deletion === 'keeps');

/** People whom a row refers to that the clinic keeps. */
export async function findRetainedIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const kept = retainingColumns.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.identifier(table)} t where t.${sql.identifier(column)} = p.id)`,
  );
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from unnest(${sql.param([...ids])}::int[]) p(id) where ${sql.join(kept, sql` or `)}`);
  return new Set(rows.map(({ id }) => id));
}

export const isRowRetained = async (db: Db, id: number): Promise<boolean> =>
  (await findRetainedIds(db, [id])).has(id);

/** Values of an erased row. */
export const erasedValues = {
  name: '—',
  username: null,
  email: null,
  phone: null,
  secondaryPhone: null,
} as const;

export async function deleteUsers(db: Db, ids: readonly number[]): Promise<void> {
  await db.delete(users).where(inArray(users.id, [...ids]));
}

/**
 * Erases names, contacts and sign-in data of people whose appointments or notes the clinic keeps. Their rows
 * in `users` stay without a name. Signed notes keep the doctor's name.
 */
export async function erasePeople(db: Db, ids: readonly number[], now: Date): Promise<void> {
  const these = sql`any(${sql.param([...ids])}::int[])`;
  for (const { table, column, deletion } of personColumnList) {
    const [of, at] = [sql.identifier(table), sql.identifier(column)];
    if (deletion === 'removed') await db.execute(sql`delete from ${of} where ${at} = ${these}`);
    if (deletion === 'emptied') await db.execute(sql`update ${of} set ${at} = null where ${at} = ${these}`);
  }
  await db
    .update(users)
    .set({
      ...erasedValues,
      emailConfirmedAt: null,
      phoneConfirmedAt: null,
      channels: [],
      reach: null,
      erasedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(inArray(users.id, [...ids]));
}
