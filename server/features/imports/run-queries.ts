import { and, asc, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { patientFiles } from '#server/db/schema/patient-files.ts';
import { importRows } from '#server/db/schema/tasks.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { readOnlyActions } from '#shared/domain/audit.ts';
import type { RowContent, VerdictReason } from '#shared/domain/imports/verdicts.ts';
import { languageOfName } from '#shared/domain/messages/contact-channels.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { reserveIds } from './appointment-queries.ts';
import type { ImportRowRecord } from './row-queries.ts';

/** Columns needed for importing, without the cells. */
export type ReadyRow = Pick<
  ImportRowRecord,
  'n' | 'verdict' | 'why' | 'meant' | 'decision' | 'sameAs' | 'matchId'
>;

/** The current record of a patient, after merges; null if erased. */
const currentRecordId = (number: SQLWrapper): SQL<number | null> =>
  sql`(select s.id from users s where s.id = standing_id(${number}) and s.erased_at is null)`;

const { n, verdict, why, meant, decision, sameAs } = importRows;
const matchId = currentRecordId(importRows.matchId);

/** The next ready rows with their patients. Uses the index of exactly these rows. */
export const listReadyRows = (db: Db, importId: number, limit: number): Promise<ReadyRow[]> =>
  db
    .select({ n, verdict, why, meant, decision, sameAs, matchId })
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, importId),
        sql`verdict in ('new', 'same') and ${importRows.outcome} is null`,
      ),
    )
    .orderBy(asc(importRows.n))
    .limit(limit);

/** Patients that these rows became, if they still exist. */
export async function findPatientsOfRows(
  db: Db,
  importId: number,
  rows: readonly number[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await db.execute<{ n: number; patientId: number | null }>(sql`
    select r.n, ${currentRecordId(sql`r.patient_id`)} as "patientId"
    from unnest(${sql.param([...new Set(rows)])}::int[]) w(n)
      join import_rows r on r.import_id = ${importId} and r.n = w.n`);
  return new Map(found.flatMap(({ n, patientId }) => (patientId === null ? [] : [[n, patientId] as const])));
}

/** The id of this patient, or of the record that it was merged into; null: there is none. */
export async function findCurrentPatient(db: Db, id: number): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select s.id from users s where s.id = ${currentRecordId(sql`${id}::int`)} and ${inArray(sql`s.role`, [...patientRoles])}`);
  return rows[0]?.id ?? null;
}

/** Inserts patients without a way to sign in; returns their ids in the given order. */
export async function insertPatients(
  db: Db,
  people: readonly RowContent[],
  { createdBy, createdAt }: { createdBy: number | null; createdAt: Date },
): Promise<number[]> {
  if (people.length === 0) return [];
  const ids = await reserveIds(db, 'users', people.length);
  const rows = people.map((person, at) => ({
    ...person,
    id: ids[at] ?? 0,
    locale: languageOfName(person.name, 'ar'),
  }));
  // One text parameter: a parameter for each value would be slow.
  await db.execute(sql`
    insert into users (id, role, name, phone, phone2, email, locale, created_by, created_at)
    overriding system value
    select id, 'patient', name, phone, phone2, email, locale, ${createdBy}::int,
      ${createdAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(id int, name text, phone text, phone2 text, email text, locale text)`);
  const filed = rows.filter(
    ({ birthDate, paperFile, note }) => birthDate !== null || paperFile !== null || note !== '',
  );
  if (filed.length > 0)
    await db
      .insert(patientFiles)
      .values(
        filed.map(({ id, birthDate, paperFile, note }) => ({ patientId: id, birthDate, paperFile, note })),
      );
  return ids;
}

export interface RowOutcome {
  readonly n: number;
  readonly outcome: 'in' | 'left' | 'kept' | null;
  readonly why?: VerdictReason | null;
  readonly patientId: number | null;
  readonly madePatient: boolean;
  readonly appointmentId: number | null;
  readonly addedNote?: string | null | undefined;
}

/** Saves the results; a reason is only set if the row has none yet. */
export async function saveOutcomes(db: Db, importId: number, rows: readonly RowOutcome[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    update import_rows r set outcome = b.outcome, why = coalesce(b.why, r.why), patient_id = b."patientId",
      made_patient = b."madePatient", appointment_id = b."appointmentId",
      meant = case when b."addedNote" is null then r.meant
        else r.meant || jsonb_build_object('addedNote', b."addedNote") end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(n int, outcome text, why jsonb,
      "patientId" int, "madePatient" boolean, "appointmentId" int, "addedNote" text)
    where r.import_id = ${importId} and r.n = b.n`);
}

/** The phones of these patients. */
export async function findPhones(db: Db, ids: readonly number[]): Promise<Map<number, (string | null)[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, phone: users.phone, secondaryPhone: users.secondaryPhone })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, phone, secondaryPhone }) => [id, [phone, secondaryPhone]]));
}

/** The last imported rows. */
export const listLastImportedRows = (db: Db, importId: number, limit: number): Promise<ImportRowRecord[]> =>
  db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.outcome, 'in')))
    .orderBy(desc(importRows.n))
    .limit(limit);

const looked = sql.join(
  [...readOnlyActions].map((action) => sql`${action}`),
  sql`, `,
);

/** The patients of these rows and of their appointments, which differ if records were merged since. */
export async function findPeopleOfRows(db: Db, importId: number, ns: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct p.id from import_rows r left join appointments a on a.id = r.appointment_id
      cross join lateral (values (r.patient_id), (a.patient_id)) p(id)
    where r.import_id = ${importId} and r.n = any(${sql.param([...ns])}::int[]) and p.id is not null`);
  return rows.map(({ id }) => id);
}

const isOutsideThisImport = (importId: number) => sql`e.action not in (${looked})
  and coalesce(e.after ->> 'import', e.before ->> 'import') is distinct from ${String(importId)}`;

/**
 * A record depends on the row: its appointment was changed, opened or got a note, an offer or a message, or
 * its patient waits for an earlier time; or its patient has another appointment or a way to sign in, or was
 * changed, noted or notified.
 */
const hasDependentRecords = (importId: number) => sql`(
  exists (select from events e where e.subject = 'appointments' and e.subject_id = r.appointment_id
    and e.action <> 'imported' and e.action not in (${looked}))
  or exists (select from clinical_notes c where c.appointment_id = r.appointment_id)
  or exists (select from offers o where o.appointment_id = r.appointment_id)
  or exists (select from wishes w where w.appointment_id = r.appointment_id)
  or exists (select from appointments a
    cross join lateral (select a.patient_id union all
      select g.guardian_id from guardians g where g.patient_id = a.patient_id and g.until is null) reader(id)
    join messages m on m.user_id = reader.id
    where a.id = r.appointment_id and (m.appointment_id = a.id or a.id = any(m.visit_ids)))
  or r.made_patient and (
    exists (select from events e where e.patient_id = r.patient_id and ${isOutsideThisImport(importId)})
    or exists (select from events e where e.subject = 'users' and e.subject_id = r.patient_id
      and ${isOutsideThisImport(importId)})))`;

/** Rows that stay: other records depend on them, or a later row of the same patient stays. */
export async function findRowsToKeep(db: Db, importId: number, ns: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select n from import_rows r where import_id = ${importId} and n = any(${sql.param([...ns])}::int[])
      and (${hasDependentRecords(importId)} or made_patient and exists (select from import_rows o
        where o.import_id = r.import_id and o.patient_id = r.patient_id and o.outcome = 'kept'))`);
  return new Set(rows.map(({ n }) => n));
}

export interface DeletedAppointment {
  readonly id: number;
  readonly patientId: number;
  readonly locationId: number;
  readonly localStart: string;
  readonly doctorId: number | null;
}

export async function deleteAppointments(db: Db, ids: readonly number[]): Promise<DeletedAppointment[]> {
  if (ids.length === 0) return [];
  const { id, patientId, locationId, localStart, doctorId } = appointments;
  return db
    .delete(appointments)
    .where(inArray(id, [...ids]))
    .returning({ id, patientId, locationId, localStart, doctorId });
}
