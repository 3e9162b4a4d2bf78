import { and, asc, desc, eq, inArray, isNull, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { apiKeys } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { staff } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner, isRecordNumberOf } from '#server/features/users/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { ChangeEntry } from '#shared/contract/staff-appointments.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { doctorsOnly } from '#shared/domain/people/roles.ts';

/** Subjects of a person that belong to no branch. Every other event is shown only at its branch. */
const subjectsOfNoBranch = ['users', 'sessions', 'own-data', 'notifications', 'imports', 'contact-messages'];
const isAtViewersBranch = (viewer: Viewer): SQL | undefined =>
  viewer.branches &&
  or(
    and(isNull(events.locationId), inArray(events.subject, subjectsOfNoBranch)),
    isAtViewerBranch(viewer, events.locationId),
  );

/** Events about clinical notes are shown only to doctors. */
const isNotClinicalEvent = ({ role }: Viewer): SQL | undefined =>
  doctorsOnly.includes(role)
    ? undefined
    : and(notInArray(events.subject, ['clinical-notes', 'alerts']), ne(events.action, 'notes_read'));

/** The events of a patient's file that the viewer may see. */
export const areEventsVisibleTo = (viewer: Viewer): SQL | undefined =>
  and(isAtViewersBranch(viewer), isNotClinicalEvent(viewer), isNotOwner(viewer, events.patientId));

const selectChangeEvents = (db: Db, viewer: Viewer, where: SQL | undefined) =>
  db
    .select({
      id: events.id,
      at: events.at,
      actorName: sql<
        string | null
      >`coalesce(${viewer.lang === 'ar' ? staff.nameAr : null}, ${users.name}, ${apiKeys.name})`,
      actorRole: events.actorRole,
      action: events.action,
      subject: events.subject,
      subjectId: events.subjectId,
      patientId: events.patientId,
      before: events.before,
      after: events.after,
    })
    .from(events)
    .leftJoin(users, and(eq(users.id, events.actorId), isNotOwner(viewer)))
    .leftJoin(staff, eq(staff.userId, users.id))
    .leftJoin(apiKeys, eq(apiKeys.id, events.keyId))
    .where(and(where, areEventsVisibleTo(viewer)));

type ChangeEventRow = Awaited<ReturnType<typeof selectChangeEvents>>[number];

export const presentChangeEntry = ({
  id,
  at,
  patientId: _patientId,
  ...row
}: ChangeEventRow): ChangeEntry => ({
  ...row,
  id: String(id),
  at: at.toISOString(),
});

/** Events of an appointment, oldest first; also of a deleted one. */
export const listAppointmentChanges = (
  db: Db,
  viewer: Viewer,
  appointmentId: number,
): Promise<ChangeEventRow[]> =>
  selectChangeEvents(
    db,
    viewer,
    and(eq(events.subject, 'appointments'), eq(events.subjectId, appointmentId)),
  ).orderBy(asc(events.id));

/** The fields of an appointment that messages use. The history keeps them for deleted appointments. */
export type StatedAppointment = Omit<Appointment, 'patient' | 'createdAt'>;

/**
 * Deleted appointments as they were, each of the record that its patient has now. Those that an undone import
 * deleted are left out.
 */
export async function findDeletedAppointments(
  db: Db,
  ids: readonly number[],
  prefix: string,
): Promise<StatedAppointment[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number; userId: number; at: Date; image: object }>(sql`
    select subject_id as id, standing_id(patient_id) as "userId", at, before as image from events
    where subject = 'appointments' and subject_id = any(${sql.param([...ids])}::int[]) and action = 'deleted'
      and before ->> 'import' is null`);
  return rows.map(({ image, at, ...row }) => ({
    ...(image as Omit<StatedAppointment, 'id' | 'reference' | 'updatedAt'>),
    ...row,
    reference: referenceCode(prefix, row.id),
    updatedAt: at.toISOString(),
  }));
}

/** Events of a patient's file, newest first; `limit` + 1 rows. */
export const listPatientChanges = (
  db: Db,
  viewer: Viewer,
  patientId: number,
  { limit, before }: { limit: number; before: number | null },
): Promise<ChangeEventRow[]> =>
  selectChangeEvents(
    db,
    viewer,
    and(isRecordNumberOf(events.patientId, patientId), before === null ? undefined : lt(events.id, before)),
  )
    .orderBy(desc(events.id))
    .limit(limit + 1);

/** Events with these ids, in no order. */
export async function findChangesByIds(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ChangeEventRow[]> {
  return ids.length === 0 ? [] : selectChangeEvents(db, viewer, inArray(events.id, [...ids]));
}

export async function countPatientChanges(db: Db, viewer: Viewer, patientId: number): Promise<number> {
  return db.$count(events, and(isRecordNumberOf(events.patientId, patientId), areEventsVisibleTo(viewer)));
}

export async function personExists(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, id), isNotOwner(viewer)))) > 0;
}

interface SentDelivery extends Record<string, unknown> {
  channel: 'email' | 'sms' | 'whatsapp' | 'push';
  address: string | null;
  state: 'under-way' | 'sent' | 'failed' | 'kept';
}

/** Groups the deliveries of one message, by any channel. The texts are gone once it is sent. */
const messageGroupKey = sql`regexp_replace(dedupe_key, ':[^:]*$', '')`;

/**
 * The newest message about an appointment, with every delivery outside the app: to one recipient, or else to
 * the patient and her guardian.
 */
export async function findNewestDeliveries(
  db: Db,
  appointmentId: number,
  readerId: number | null,
): Promise<SentDelivery[]> {
  const { rows } = await db.execute<SentDelivery>(sql`
    with mine as (select m.* from messages m where m.appointment_id = ${appointmentId}
        and case when ${readerId}::int is not null then m.user_id = ${readerId}
          else exists (select from users u where u.id = m.user_id and u.role in ('patient', 'user')) end),
      newest as (select ${messageGroupKey} as letter from mine where channel = 'app' order by id desc limit 1)
    select channel, address,
      case when state = 'queued' then 'under-way' when state in ('sent', 'kept') then state
        else 'failed' end as state
    from mine join newest on ${messageGroupKey} = letter
    where channel <> 'app'
    order by id`);
  return rows;
}
