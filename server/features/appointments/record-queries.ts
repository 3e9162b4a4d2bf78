import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { replyOf } from '#server/engine/db/fields.ts';
import { often } from '#server/engine/db/often.ts';
import { messagesInsert, type NewMessage } from '#server/engine/delivery/queries.ts';
import { type Actor, eventInsert, type NewEvent, noteEvent } from '#server/engine/events/queries.ts';
import { linksInsert, type NewLink } from '#server/features/notifications/link-queries.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { type Doctor, doctorNameSchema } from '#shared/contract/doctors.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import type { Booked } from './booking-queries.ts';

/** What a change of a visit leaves behind: a line of its history, and what people are told. */
export interface Trace {
  readonly actor: Actor;
  readonly event: NewEvent;
  readonly messages: readonly NewMessage<MessageKind>[];
  readonly links: readonly NewLink[];
  /** Where the message to the patient goes; undefined where none is due. */
  readonly notified?: Appointment['notified'];
  /** Who may have been given the visit that is written with it: which of them is known only then. */
  readonly candidates: readonly Doctor[];
}

/** A visit that is written already. */
export const written = ({ id, room, version }: Pick<Booked, 'id' | 'room' | 'version'>): SQL =>
  sql`select ${id}::int as id, ${room}::smallint as room, ${version}::int as version, null::int as doctor_id`;

const byId = (candidates: readonly Doctor[], what: (doctor: Doctor) => unknown): SQL =>
  sql`${JSON.stringify(Object.fromEntries(candidates.map((doctor) => [doctor.id, what(doctor)])))}::jsonb
    -> visit.doctor_id::text`;

/** Who was given the visit, in its image. */
const imageOfDoctor = ({ candidates }: Trace): SQL =>
  candidates.length === 0
    ? sql``
    : sql`|| jsonb_build_object('doctorId', visit.doctor_id,
        'doctor', ${byId(candidates, (doctor) => replyOf(doctorNameSchema, doctor))})`;

/** Who will see her, in her messages and in her language. */
const wordsOfDoctor = ({ candidates }: Trace): SQL =>
  candidates.length === 0
    ? sql``
    : sql`|| jsonb_build_object('doctor', ${byId(candidates, (doctor) => ({
        en: doctorName('en', doctor),
        ar: doctorName('ar', doctor),
      }))} ->> m.locale)`;

/**
 * Writes the trace of a visit, in one statement with the visit itself where `visit` is what inserts it: where
 * that gives no row nothing is written. The room is known only then, and so is the doctor of several.
 */
export async function writeTrace(db: Db, visit: SQL, trace: Trace): Promise<Booked | undefined> {
  const { actor, event, messages, links } = trace;
  const from = sql`visit`;
  const found = sql`|| jsonb_build_object('room', visit.room) ${imageOfDoctor(trace)}`;
  const { rows } = await db.execute<Booked>(sql`${often}
    with visit as (${visit}),
      event as (${eventInsert(actor, event, from, found)}),
      told as (${messagesInsert(messages, from, wordsOfDoctor(trace))}),
      linked as (${linksInsert(links, from)})
    select id, room, version, doctor_id as "doctorId" from visit`);
  const [made] = rows;
  if (made)
    noteEvent(db, made.doctorId ? { ...event, after: { ...event.after, doctorId: made.doctorId } } : event);
  return made;
}

/** Deletes the notes of the desk on the appointments of deleted people. */
export const appointmentData: PersonalData = {
  async forget(db, ids) {
    await db.execute(
      sql`update appointments set notes = '' where notes <> '' and id in ${appointmentsOf(ids)}`,
    );
  },
};
