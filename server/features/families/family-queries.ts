import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { guardians } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { type Recipient } from '#server/engine/delivery/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { canReadSubject, type GuardianAccount, patientIdsOf } from '#server/engine/http/viewers.ts';
import {
  channelsOfRow,
  isContactKnown,
  isPhoneKnown,
  isRowReached,
  recipientColumns,
} from '#server/features/recipients/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { isStaff } from '#shared/domain/people/roles.ts';

/**
 * Ids of the people whose appointments this person may see: herself, and the patients whose guardian she is
 * with that right. Needs no session.
 */
export async function findVisiblePatientIds(db: Db, id: number): Promise<number[]> {
  const cared = await db
    .select({ id: guardians.patientId })
    .from(guardians)
    .where(and(eq(guardians.guardianId, id), isNull(guardians.until), eq(guardians.seesVisits, true)));
  return [id, ...cared.map((one) => one.id)];
}

/** Whether the viewer is this patient or her guardian. */
export const canActFor = (viewer: GuardianAccount, patientId: number): boolean =>
  patientIdsOf(viewer).includes(patientId);

/** Whether the viewer may read this patient's shared notes. */
export const canReadSharedNotes = ({ id, caresFor = [] }: GuardianAccount, patientId: number): boolean =>
  patientId === id || caresFor.some((one) => one.id === patientId && one.notes);

/**
 * An appointment as the viewer may see it: a guardian sees time and branch, not the patient's contacts, and
 * notes only if permitted. An API key that cannot read appointments gets the patient's id only.
 */
export function redactAppointmentFor(
  viewer: GuardianAccount & Pick<Viewer, 'role' | 'key'>,
  visit: Appointment,
): Appointment {
  if (!canReadSubject(viewer, 'appointments')) {
    const { notified: _notified, ...rest } = visit;
    const patient = { ...visit.patient, name: '', username: null, phone: null, reach: null };
    return { ...rest, patient, notes: '' };
  }
  if (isStaff(viewer.role) || visit.userId === viewer.id) return visit;
  const patient = { ...visit.patient, username: null, phone: null, reach: null };
  return { ...visit, patient, notes: canReadSharedNotes(viewer, visit.userId) ? visit.notes : '' };
}

/** Value of an account that nobody signs in to, because a guardian acts for its patient. */
export const managedByGuardian = 'cared';

/** The recipient of a patient's messages; `about`: the patient's name, if they differ. */
export interface PatientMessageRecipient extends Recipient {
  about: string | null;
}

/**
 * Join that finds the recipient of messages about the patient `p` as `readerId`: her guardian, while she has
 * no account of her own.
 */
export const guardianJoin = sql`left join guardians g
  on g.patient_id = p.id and g.until is null and p.auth_provider = ${managedByGuardian}`;
export const readerIdColumn = sql`coalesce(g.guardian_id, p.id)`;
/** The patient's name, if the recipient is another person. */
export const readAboutColumn = sql`case when g.id is not null then p.name end`;

/** SQL: no message outside the app reaches the recipient of messages about this row of `users`. */
export const isUnreachable = sql<boolean>`(not exists (select from users p ${guardianJoin}
  join users c on c.id = ${readerIdColumn} where p.id = users.id and ${isRowReached('c')}))`;

/** The people whose recipient this person may be: herself and her patients. */
export const possiblyReadBy = (reader: SQL): SQL => sql`any(array(select ${reader}
  union select patient_id from guardians where guardian_id = ${reader} and until is null))`;

/**
 * The recipients of these patients' messages: the guardian of a patient without an account, else the patient.
 * Leaves out erased people.
 */
export async function findMessageReaders(
  db: Db,
  patientIds: readonly number[],
): Promise<Map<number, PatientMessageRecipient>> {
  if (patientIds.length === 0) return new Map();
  // Not a prepared statement: a plan for few patients takes seconds for many. The account's state is checked
  // below: as a condition, without statistics, it makes PostgreSQL compare every account with every patient.
  const { rows } = await db.execute<
    PatientMessageRecipient & { patientId: number; isActive: boolean } & Record<string, unknown>
  >(sql`
    select p.id as "patientId", ${recipientColumns}, ${readAboutColumn} as about,
      users.erased_at is null and users.deactivated_at is null as "isActive"
    from users p ${guardianJoin} join users on users.id = ${readerIdColumn}
    where p.id = any(${sql.param([...patientIds])}::int[])`);
  return new Map(
    rows.flatMap(({ patientId, isActive, ...reader }) => (isActive ? [[patientId, reader] as const] : [])),
  );
}

export const findMessageReader = async (
  db: Db,
  patientId: number,
): Promise<PatientMessageRecipient | undefined> => (await findMessageReaders(db, [patientId])).get(patientId);

/** Whether this person is now the recipient of the patient's messages. */
export const isMessageReader = async (db: Db, personId: number | null, patientId: number): Promise<boolean> =>
  personId !== null && (await findMessageReader(db, patientId))?.id === personId;

/** People whose messages this person may receive. */
export async function listPatientsReadBy(db: Db, readerId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from users where id = ${possiblyReadBy(sql`${readerId}::int`)}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * People whose texts the holder of a phone gets: everybody with that known number, and their patients as
 * guardians. Nobody if the reader's own number is not known to be hers: she may have typed any.
 */
export async function listPhoneRecipients(db: Db, readerId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number; phoneKnown: boolean }>(sql`
    select p.id, ${isPhoneKnown} as "phoneKnown" from users
    cross join lateral (select users.id union all select c.id from guardians g
      join users c on c.id = g.patient_id and c.auth_provider = ${managedByGuardian}
      where g.guardian_id = users.id and g.until is null) p
    where users.phone = (select h.phone from users h where h.id = ${readerId} and ${isContactKnown('h', 'phone')})
      and users.erased_at is null
      and users.deactivated_at is null and ${channelsOfRow('users')} && '{sms,whatsapp}'`);
  return rows.filter((row) => row.phoneKnown).map(({ id }) => id);
}

export type Guardianship = typeof guardians.$inferSelect;

/** Current guardianships of a person, as patient or guardian. */
export const listGuardianships = (db: Db, personId: number): Promise<Guardianship[]> =>
  db
    .select()
    .from(guardians)
    .where(
      and(isNull(guardians.until), or(eq(guardians.patientId, personId), eq(guardians.guardianId, personId))),
    )
    .orderBy(guardians.id);

/** The current guardian of a patient; with `lock` nobody else changes that meanwhile. */
export async function findGuardianOfPatient(
  db: Db,
  patientId: number,
  { lock = false } = {},
): Promise<Guardianship | undefined> {
  const found = db
    .select()
    .from(guardians)
    .where(and(eq(guardians.patientId, patientId), isNull(guardians.until)));
  const [row] = await (lock ? found.for('update') : found);
  return row;
}

/** The year of birth that a guardian, also a former one, gave for her patient. */
export async function findBirthYear(db: Db, patientId: number): Promise<number | null> {
  const [row] = await db
    .select({ birthYear: guardians.birthYear })
    .from(guardians)
    .where(and(eq(guardians.patientId, patientId), isNotNull(guardians.birthYear)))
    .orderBy(desc(guardians.id))
    .limit(1);
  return row?.birthYear ?? null;
}

/** The id; null if the patient already has a guardian. */
export async function insertGuardianship(
  db: Db,
  care: typeof guardians.$inferInsert,
): Promise<number | null> {
  const [row] = await db.insert(guardians).values(care).onConflictDoNothing().returning({ id: guardians.id });
  return row?.id ?? null;
}

export async function updateGuardianship(
  db: Db,
  id: number,
  change: Partial<Pick<Guardianship, 'seesVisits' | 'readsNotes' | 'until'>>,
): Promise<void> {
  await db.update(guardians).set(change).where(eq(guardians.id, id));
}

/** A guardianship, current or ended; undefined if its patient was deleted. */
export async function findGuardianship(db: Db, id: number): Promise<Guardianship | undefined> {
  const [row] = await db.select().from(guardians).where(eq(guardians.id, id));
  return row;
}

/** Whether a signed note about the patient exists. */
export async function hasClinicalNotes(db: Db, patientId: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select exists (select from clinical_notes where patient_id = ${patientId}) as has`,
  );
  return rows[0]?.has === true;
}

interface GuardedMinorRow extends Record<string, unknown> {
  care: number;
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

/** Patients with a guardian and a known age, with the guardian. */
export async function listGuardedMinors(db: Db): Promise<GuardedMinorRow[]> {
  const { rows } = await db.execute<GuardedMinorRow>(sql`
    select g.id as care, g.patient_id as "patientId", g.guardian_id as "guardianId", p.name, p.phone, c.name as guardian,
      c.phone as "guardianPhone",
      p.auth_provider as "authProvider", f.birth_date::text as "birthDate", g.birth_year as "birthYear"
    from guardians g join users p on p.id = g.patient_id join users c on c.id = g.guardian_id
      left join patient_files f on f.patient_id = g.patient_id
    where g.until is null and p.erased_at is null
      and (f.birth_date is not null or g.birth_year is not null)
    order by g.id`);
  return rows;
}
