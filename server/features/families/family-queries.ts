import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { guardians } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { often } from '#server/engine/db/often.ts';
import { type Recipient } from '#server/engine/delivery/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type Acts, thoseOf } from '#server/engine/http/viewers.ts';
import {
  channelsIn,
  isReachedIn,
  phoneKnown,
  recipientColumns,
} from '#server/features/recipients/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { isStaff } from '#shared/domain/people/roles.ts';

/** `thoseOf` without a session: of a patient, as her guardianships stand now. */
export async function visitsSeenBy(db: Db, id: number): Promise<number[]> {
  const cared = await db
    .select({ id: guardians.patientId })
    .from(guardians)
    .where(and(eq(guardians.guardianId, id), isNull(guardians.until), eq(guardians.seesVisits, true)));
  return [id, ...cared.map((one) => one.id)];
}

/** Is she this patient, or does she look after her? */
export const actsFor = (viewer: Acts, patientId: number): boolean => thoseOf(viewer).includes(patientId);

/** Does she read what this patient's doctors share and the desk writes? */
export const readsOf = ({ id, caresFor = [] }: Acts, patientId: number): boolean =>
  patientId === id || caresFor.some((one) => one.id === patientId && one.notes);

/**
 * A visit as somebody may see it: who looks after its patient sees when and where, not how she is reached
 * and, unless she may read them, no notes.
 */
export function shownTo(viewer: Acts & Pick<Viewer, 'role'>, visit: Appointment): Appointment {
  if (isStaff(viewer.role) || visit.userId === viewer.id) return visit;
  const patient = { ...visit.patient, username: null, phone: null, reach: null };
  return { ...visit, patient, notes: readsOf(viewer, visit.userId) ? visit.notes : '' };
}

/** How an account says that nobody signs in by it: its patient is looked after by another. */
export const looksAfterHer = 'cared';

/** Who reads what is written to a patient; `about`: her name, where that is somebody else. */
export interface Reader extends Recipient {
  about: string | null;
}

/**
 * Who reads about the patient `p`: `readerId`, after this join, which finds whoever looks after her while she
 * has no account of her own.
 */
export const guardianInHerPlace = sql`left join guardians g
  on g.patient_id = p.id and g.until is null and p.auth_provider = ${looksAfterHer}`;
export const readerId = sql`coalesce(g.guardian_id, p.id)`;
/** Her name, where another reads it. */
export const readsAbout = sql`case when g.id is not null then p.name end`;

/**
 * No message outside the app reaches the reader of what is written to a row of `users`: the patient, or the
 * guardian of a patient without an account.
 */
export const isUnreachable = sql<boolean>`(not case when users.auth_provider = 'cared' then exists (
  select from guardians r join users c on c.id = r.guardian_id
    where r.patient_id = users.id and r.until is null and ${isReachedIn('c')})
  else ${isReachedIn('users')} end)`;

/** Those of whom somebody may be the reader, where `readerId` says so: herself, and whom she looks after. */
export const maybeReadBy = (reader: SQL): SQL => sql`any(array(select ${reader}
  union select patient_id from guardians where guardian_id = ${reader} and until is null))`;

/**
 * Who reads about these patients, by patient: whoever looks after her while she has no account of her own;
 * else she herself. Nobody who is gone.
 */
export async function readersOf(db: Db, patientIds: readonly number[]): Promise<Map<number, Reader>> {
  if (patientIds.length === 0) return new Map();
  const { rows } = await db.execute<Reader & { patientId: number } & Record<string, unknown>>(sql`${often}
    select p.id as "patientId", ${recipientColumns}, ${readsAbout} as about
    from users p ${guardianInHerPlace} join users on users.id = ${readerId}
    where p.id = any(${sql.param([...patientIds])}::int[]) and users.erased_at is null
      and users.deactivated_at is null`);
  return new Map(rows.map(({ patientId, ...reader }) => [patientId, reader]));
}

export const readerOf = async (db: Db, patientId: number): Promise<Reader | undefined> =>
  (await readersOf(db, [patientId])).get(patientId);

/** Of whom somebody may be the reader. */
export async function readBy(db: Db, readerId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from users where id = ${maybeReadBy(sql`${readerId}::int`)}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Of whom whoever holds somebody's phone is told by text: all whose own number it is as far as we know, and
 * whom they look after.
 */
export async function toldByPhoneOf(db: Db, readerId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number; phoneKnown: boolean }>(sql`
    select p.id, ${phoneKnown} as "phoneKnown" from users
    cross join lateral (select users.id union all select c.id from guardians g
      join users c on c.id = g.patient_id and c.auth_provider = ${looksAfterHer}
      where g.guardian_id = users.id and g.until is null) p
    where users.phone = (select h.phone from users h where h.id = ${readerId}) and users.erased_at is null
      and users.deactivated_at is null and ${channelsIn('users')} && '{sms,whatsapp}'`);
  return rows.filter((row) => row.phoneKnown).map(({ id }) => id);
}

export type Care = typeof guardians.$inferSelect;

/** Those that stand now: who is looked after by somebody, or looks after her. */
export const careOf = (db: Db, personId: number): Promise<Care[]> =>
  db
    .select()
    .from(guardians)
    .where(
      and(isNull(guardians.until), or(eq(guardians.patientId, personId), eq(guardians.guardianId, personId))),
    )
    .orderBy(guardians.id);

/** Who looks after a patient now; with `lock` nobody else changes that meanwhile. */
export async function guardianshipOf(
  db: Db,
  patientId: number,
  { lock = false } = {},
): Promise<Care | undefined> {
  const found = db
    .select()
    .from(guardians)
    .where(and(eq(guardians.patientId, patientId), isNull(guardians.until)));
  const [row] = await (lock ? found.for('update') : found);
  return row;
}

/** Its number; null where somebody else was quicker: one at a time looks after her. */
export async function insertCare(db: Db, care: typeof guardians.$inferInsert): Promise<number | null> {
  const [row] = await db.insert(guardians).values(care).onConflictDoNothing().returning({ id: guardians.id });
  return row?.id ?? null;
}

export async function updateCare(
  db: Db,
  id: number,
  change: Partial<Pick<Care, 'seesVisits' | 'readsNotes' | 'until'>>,
): Promise<void> {
  await db.update(guardians).set(change).where(eq(guardians.id, id));
}

/** Is there anything that a doctor signed about her? */
export async function hasClinicalNotes(db: Db, patientId: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select exists (select from clinical_notes where patient_id = ${patientId}) as has`,
  );
  return rows[0]?.has === true;
}

interface MinorRow extends Record<string, unknown> {
  patientId: number;
  guardianId: number;
  name: string;
  phone: string | null;
  guardian: string;
  guardianPhone: string | null;
  authProvider: string;
  birthDate: string | null;
  birthYear: number | null;
}

/** Those who are looked after and whose age is known, with who does. */
export async function minorsInCare(db: Db): Promise<MinorRow[]> {
  const { rows } = await db.execute<MinorRow>(sql`
    select g.patient_id as "patientId", g.guardian_id as "guardianId", p.name, p.phone, c.name as guardian,
      c.phone as "guardianPhone",
      p.auth_provider as "authProvider", f.birth_date::text as "birthDate", g.birth_year as "birthYear"
    from guardians g join users p on p.id = g.patient_id join users c on c.id = g.guardian_id
      left join patient_files f on f.patient_id = g.patient_id
    where g.until is null and p.erased_at is null
      and (f.birth_date is not null or g.birth_year is not null)
    order by g.id`);
  return rows;
}
