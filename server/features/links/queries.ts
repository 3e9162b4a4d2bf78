import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import { throttles } from '#server/db/schema/accounts.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { type CaredFor } from '#server/engine/http/viewers.ts';
import { isPhoneOnlyPatient, isVisitorWithPhone } from '#server/features/accounts/transfer-queries.ts';
import type { AppointmentRow } from '#server/features/appointments/queries.ts';
import { guardianJoin, possiblyReadBy, readerIdColumn } from '#server/features/families/family-queries.ts';
import { withoutNoteAccess } from '#server/features/notifications/link-queries.ts';
import { isPhoneKnown } from '#server/features/recipients/queries.ts';
import { caredPatientsColumn } from '#server/features/sessions/queries.ts';
import { hasWithdrawn } from '#server/features/users/consent-state-queries.ts';
import { hasPhone } from '#server/features/users/queries.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { allMessageKinds, type MessageKind, messageKindRow } from '#shared/domain/message-kinds.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** Branch, service and patient, to search for another time. */
export const rebookingSearchParams = ({ locationId, doctorId, doctorWish }: AppointmentRow) => ({
  locationId,
  doctorId: doctorWish === 'named' ? doctorId : null,
  doctorWish,
});

/** Whether the patient said that she comes to this version of the appointment. */
export async function isConfirmedByPatient(
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from events where subject = 'appointments' and subject_id = ${id}
      and action = 'patient_confirmed' and after ->> 'version' = ${String(version)} limit 1`);
  return rows.length > 0;
}

export interface PhoneOwner {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly locale: Lang;
  /** False: she may have typed the number of another person. */
  readonly phoneKnown: boolean;
  readonly caresFor?: readonly CaredFor[] | undefined;
}

/** Everybody whose account has this number: families share a phone. */
export async function findPhoneOwners(db: Db, phone: string): Promise<PhoneOwner[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      locale: users.locale,
      phoneKnown: isPhoneKnown,
      caresFor: caredPatientsColumn(sql`users.id`),
    })
    .from(users)
    .where(and(hasPhone(phone), isNull(users.erasedAt)))
    .orderBy(users.id)
    .limit(50);
  return rows.map(({ caresFor, ...owner }) => ({ ...owner, caresFor: withoutNoteAccess(caresFor) }));
}

export interface MessagedAppointment {
  userId: number;
  appointmentId: number;
  /** The text that named it: the key of its message without the channel. */
  textKey: string;
  version: number;
  /** The reply may be about several appointments: the text named them, or another text did shortly before. */
  several: boolean;
  /** The reply may answer a later text to the number, or the appointment was moved since. */
  isOvertaken: boolean;
}
const appointmentTemplates = allMessageKinds.filter(
  (kind) => messageKindRow(kind).links === 'visit and stop',
);
/** Answers to replies. They ask nothing, so the message before them is still the one that a reply answers. */
const answerTemplates: MessageKind[] = ['replyNoted', 'replyTooLate', 'replyReceived'];
/** Kinds that contain a new time. Their message in the app is written together with the move. */
const moveTemplates: MessageKind[] = ['moved', 'movedByPatient', 'seriesMoved', 'seriesMovedByPatient'];

/**
 * The appointments in the last text that each person with this number got, including those of her family. Of
 * a text about several only upcoming appointments. A later text to the number overtakes it,
 * whatever it is about and whomever it is for, and so does one that may have arrived.
 */
export async function findMessagedAppointments(
  db: Db,
  { owners, phone, days }: { owners: readonly number[]; phone: string; days: number },
): Promise<MessagedAppointment[]> {
  if (owners.length === 0) return [];
  const isRecent = sql`messages.created_at >= now() - make_interval(days => ${days}::int)`;
  const { rows } = await db.execute<MessagedAppointment & Record<string, unknown>>(sql`
    with newest as (select distinct on (user_id) id, user_id, channel, dedupe_key, appointment_id, visit_ids,
        created_at, done_at from messages
      where user_id = any(${sql.param([...owners])}::int[]) and channel in ('sms', 'whatsapp')
        and address = ${phone} and appointment_id is not null and state in ('sent', 'kept')
        and ${isRecent} and template in ${appointmentTemplates}
      order by user_id, done_at desc, id desc)
    select n.user_id as "userId", a.id as "appointmentId", a.version,
      regexp_replace(n.dedupe_key, ':' || n.channel || '$', '') as "textKey", n.visit_ids is not null
      or exists (select from messages m join appointments b
          on (b.id = m.appointment_id or b.id = any(m.visit_ids)) and b.id <> n.appointment_id
        where m.user_id = n.user_id and m.channel in ('sms', 'whatsapp') and m.address = ${phone}
          and m.state in ('sent', 'kept') and m.done_at > n.done_at - interval '1 day'
          and b.status in ${[...openStatuses]}) as several,
      exists (select from messages where channel in ('sms', 'whatsapp') and address = ${phone} and ${isRecent}
        and template not in ${answerTemplates} and (state in ('sent', 'kept') or unanswered > 0)
        and (state = 'queued' or (done_at, messages.id) > (n.done_at, n.id)))
      or exists (select from messages m where m.channel = 'app' and m.created_at > n.created_at
        and m.template in ${moveTemplates} and (m.appointment_id = a.id or a.id = any(m.visit_ids))) as "isOvertaken"
    from newest n join appointments a on a.patient_id = ${possiblyReadBy(sql`n.user_id`)}
      and case when n.visit_ids is null then a.id = n.appointment_id
        else a.id = any(n.visit_ids) and a.status in ${[...openStatuses]} end
      join users p on p.id = a.patient_id ${guardianJoin}
    where ${readerIdColumn} = n.user_id
    order by a.local_start, a.id`);
  return rows;
}

/**
 * Stores the gateway's id of a reply. False if it was stored before; waits for a transaction that is storing
 * it.
 */
export async function rememberDelivery(db: Db, id: string, until: Date): Promise<boolean> {
  const added = await db
    .insert(throttles)
    .values({ key: `reply:${id}`, points: 1, expire: until.getTime() })
    .onConflictDoNothing()
    .returning({ key: throttles.key });
  return added.length > 0;
}

/** Serializes bookings of one number until the transaction ends. */
export async function lockPhoneNumber(db: Db, phone: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`visitor ${phone}`}, 0))`);
}

/**
 * The record that was booked before with this number alone and this name. Not one with withdrawn consent: it
 * gets no more bookings, and a stranger who types the number gets the same answer as for any other.
 */
export async function findVisitorRecord(
  db: Db,
  phone: string,
  name: string,
): Promise<{ id: number } | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isPhoneOnlyPatient(phone), eq(users.name, name), not(hasWithdrawn(sql`users.id`))))
    .orderBy(users.id)
    .limit(1);
  return row;
}

/** Upcoming appointments booked with this number alone, under any name. */
export async function countUpcomingOfNumber(db: Db, phone: string, clock: ClinicClock): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.patientId))
    .where(
      and(
        isVisitorWithPhone(phone),
        inArray(appointments.status, [...openStatuses]),
        sql`${appointments.localStart} > ${localNow(clock)}::timestamp`,
      ),
    );
  return row?.n ?? 0;
}
