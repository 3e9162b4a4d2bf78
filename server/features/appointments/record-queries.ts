import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql } from '#server/engine/db/day-queries.ts';
import { toReply } from '#server/engine/db/fields.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { messagesInsert, type NewMessage } from '#server/engine/delivery/queries.ts';
import { type Actor, eventInsert, invalidateForEvent, type NewEvent } from '#server/engine/events/queries.ts';
import { insertLinksStatement, type NewLink } from '#server/features/notifications/link-queries.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { type Doctor, doctorNameSchema } from '#shared/contract/doctors.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import type { InsertedAppointment } from './booking-queries.ts';

/** What a change of an appointment writes: one event, and messages. */
export interface AppointmentWrites {
  readonly actor: Actor;
  readonly event: NewEvent;
  readonly messages: readonly NewMessage<MessageKind>[];
  readonly links: readonly NewLink[];
  /** Channels of the message to the patient; undefined if no message is due. */
  readonly notified?: Appointment['notified'];
  /** Candidate doctors of the inserted row; the statement decides which one. */
  readonly candidates: readonly Doctor[];
}

/** An appointment that already exists. */
export const existingAppointmentRow = ({
  id,
  room,
  version,
}: Pick<InsertedAppointment, 'id' | 'room' | 'version'>): SQL =>
  sql`select ${id}::int as id, ${room}::smallint as room, ${version}::int as version, null::int as doctor_id`;

/** The same, and stores that its patient is told about it now. */
export const statedAppointmentRow = ({ id }: Pick<InsertedAppointment, 'id'>, now: Date): SQL =>
  sql`update appointments set stated_at = ${now.toISOString()}::timestamptz where id = ${id}::int
    returning id, room, version, null::int as doctor_id`;

const doctorLookup = (candidates: readonly Doctor[], what: (doctor: Doctor) => unknown): SQL =>
  sql`${JSON.stringify(Object.fromEntries(candidates.map((doctor) => [doctor.id, what(doctor)])))}::jsonb
    -> visit.doctor_id::text`;

/** The chosen doctor, in the recorded appointment. */
const recordedDoctor = ({ candidates }: AppointmentWrites): SQL =>
  candidates.length === 0
    ? sql``
    : sql`|| jsonb_build_object('doctorId', visit.doctor_id,
        'doctor', ${doctorLookup(candidates, (doctor) => toReply(doctorNameSchema, doctor))})`;

/** The doctor's name in a message, in the recipient's language. */
const messageDoctorName = ({ candidates }: AppointmentWrites): SQL =>
  candidates.length === 0
    ? sql``
    : sql`|| jsonb_build_object('doctor', ${doctorLookup(candidates, (doctor) => ({
        en: doctorName('en', doctor),
        ar: doctorName('ar', doctor),
      }))} ->> m.locale)`;

/**
 * Writes the event and the messages, in one statement with the insert of the appointment if `visit` is one.
 * If the insert returns no row, nothing is written. The statement itself fills in the room and the chosen
 * doctor.
 */
export async function writeEventAndMessages(
  db: Db,
  visit: SQL,
  trace: AppointmentWrites,
): Promise<InsertedAppointment | undefined> {
  const { actor, event, messages, links } = trace;
  const from = sql`visit`;
  const found = sql`|| jsonb_build_object('room', visit.room) ${recordedDoctor(trace)}`;
  const { rows } = await db.execute<InsertedAppointment>(sql`${prepared}
    with visit as (${visit}),
      event as (${eventInsert(actor, event, from, found)}),
      told as (${messagesInsert(messages, from, messageDoctorName(trace))}),
      linked as (${insertLinksStatement(links, from)})
    select id, room, version, doctor_id as "doctorId" from visit`);
  const [made] = rows;
  if (made)
    invalidateForEvent(
      db,
      made.doctorId ? { ...event, after: { ...event.after, doctorId: made.doctorId } } : event,
    );
  return made;
}

/**
 * Whether the patient of an open appointment is at the branch, and whether she was told that it cannot take
 * place and has no other time instead.
 */
export async function findPatientKnowledge(
  db: Db,
  appointmentId: number,
): Promise<{ isAtBranch: boolean; isInDoubt: boolean }> {
  const { rows } = await db.execute<{ isAtBranch: boolean; isInDoubt: boolean }>(sql`${prepared}
    select exists (select from arrivals w where w.appointment_id = a.id and w.location_id = a.location_id
        and w.day = ${clinicDaySql(sql`a.local_start`)} and w.arrived_at is not null) as "isAtBranch",
      exists (select from offers o where o.appointment_id = a.id and o.reason = 'displaced'
        and o.state not in ('settled', 'taken', 'given')) as "isInDoubt"
    from appointments a where a.id = ${appointmentId}::int`);
  return rows[0] ?? { isAtBranch: false, isInDoubt: false };
}

/** Deletes the desk's notes on the appointments of erased people. */
export const appointmentData: PersonalData = {
  async forget(db, ids) {
    await db.execute(
      sql`update appointments set notes = '' where notes <> '' and id in ${appointmentsOf(ids)}`,
    );
  },
};
