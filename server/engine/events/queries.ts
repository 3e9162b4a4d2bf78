import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { often } from '#server/engine/db/often.ts';
import { type BranchDay, type Change, noteRecorded } from '#server/engine/db/recorded.ts';
import { type AuditAction, type AuditSubject, onlyLooked } from '#shared/domain/audit.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { timedSubjects } from '#shared/domain/timed-subjects.ts';

/** Who acts: a viewer, or the clinic itself (reminders, first start). */
export interface Actor {
  readonly id: number | null;
  readonly role: Role | 'visitor' | 'system';
  readonly ip: string | null;
  readonly requestId: string | null;
  /** Of a program: the key by which it acts, and under whose name. */
  readonly key?: { readonly id: number } | undefined;
}

export const systemActor: Actor = { id: null, role: 'system', ip: null, requestId: null };

export interface NewEvent {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  readonly subjectId?: number | null;
  readonly locationId?: number | null;
  readonly patientId?: number | null;
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
}

/** The days of branches that a visit or an offer left and came to: of its images before and after. */
const daysOf = ({ subject, before, after }: NewEvent): BranchDay[] =>
  !timedSubjects.includes(subject)
    ? []
    : [before, after].flatMap((image) =>
        image
          ? [
              {
                locationId: Number(image.locationId),
                date: String(image.appointmentDate),
                ofDoctor: typeof image.doctorId === 'number',
              },
            ]
          : [],
      );

/** Who gets another role may be one of the staff by it. */
const isOfPatient = ({ patientId, before }: NewEvent): boolean =>
  typeof patientId === 'number' && before?.role === undefined;

const asJson = (image: Record<string, unknown> | null | undefined): string | null =>
  image ? JSON.stringify(image) : null;

/** Who acted, as columns: a program under its key, and not under who made that. */
const actorColumns = ({ id, role, ip, requestId, key }: Actor): SQL => sql`
  ${key ? null : id}::int, ${key ? 'program' : role}, ${ip}::inet, ${requestId}, ${key?.id ?? null}::int`;

/**
 * One line of the audit trail as a part of a larger statement: one for each row of `from`, of which `found`
 * completes the image after. Whoever sends it says so with `noteEvent`.
 */
export const eventInsert = (actor: Actor, event: NewEvent, from: SQL, found: SQL): SQL => sql`
  insert into events (actor_id, actor_role, ip, request_id, key_id, action, subject, subject_id, location_id,
    patient_id, before, after)
  select ${actorColumns(actor)}, ${event.action}, ${event.subject}, ${event.subjectId ?? null}::int,
    ${event.locationId ?? null}::int, ${event.patientId ?? null}::int,
    ${asJson(event.before)}::jsonb, ${asJson(event.after)}::jsonb ${found}
  from ${from}`;

/** What this process keeps in memory of the event's subject is dropped when the transaction ends. */
export function noteEvent(db: Db, event: NewEvent): void {
  if (onlyLooked.includes(event.action)) return;
  noteRecorded(db, { subject: event.subject, ofPatient: isOfPatient(event), days: daysOf(event) });
}

/** One line of the audit trail, written in the transaction of the change it tells of. */
export async function recordEvent(db: Db, actor: Actor, event: NewEvent): Promise<void> {
  await db.execute(sql`${often}${eventInsert(actor, event, sql`(select) once`, sql``)}`);
  noteEvent(db, event);
}

/** One line of it, unless the same is there: what a unique index of the trail holds to once. */
export async function recordOnce(db: Db, actor: Actor, event: NewEvent): Promise<void> {
  await db.execute(sql`${eventInsert(actor, event, sql`(select) once`, sql``)} on conflict do nothing`);
  noteEvent(db, event);
}

/** Many lines of it in one statement: what one act did to many rows. */
export async function recordEvents(db: Db, actor: Actor, told: readonly NewEvent[]): Promise<void> {
  if (told.length === 0) return;
  // Named one by one: the rest of an object spread into another costs a dozen times as much.
  const rows = told.map(({ action, subject, subjectId, locationId, patientId, before, after }) => ({
    action,
    subject,
    subjectId,
    locationId,
    patientId,
    was: before ?? null,
    is: after ?? null,
  }));
  await db.execute(sql`
    insert into events (actor_id, actor_role, ip, request_id, key_id, action, subject, subject_id,
      location_id, patient_id, before, after)
    select ${actorColumns(actor)}, action, subject,
      "subjectId", "locationId", "patientId", nullif(was, 'null'), nullif("is", 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(action text, subject text, "subjectId" int,
      "locationId" int, "patientId" int, was jsonb, "is" jsonb)`);
  for (const event of told) noteEvent(db, event);
}

export interface FeedRow extends Change {
  readonly id: number;
  readonly subjectId: number | null;
  readonly locationId: number | null;
  readonly patientId: number | null;
}

/** What a reader had seen: the transactions that had been committed when it last looked. */
export type Horizon = string;

/** Who has seen nothing is told of everything. */
export const nothingSeen: Horizon = '1:1:';

export async function currentHorizon(db: Db): Promise<Horizon> {
  const { rows } = await db.execute<{ seen: Horizon }>(sql`select pg_current_snapshot()::text as seen`);
  return rows[0]?.seen ?? '';
}

const changing = sql`action not in (${sql.join(
  onlyLooked.map((action) => sql`${action}`),
  sql`, `,
)})`;

/** Rows of `events` that were committed after a horizon, of those that `now` sees. */
export const committedAfter = (seen: SQL, now: SQL): SQL => sql`written_by >= pg_snapshot_xmin(${seen})
      and written_by < pg_snapshot_xmax(${now}) and not pg_visible_in_snapshot(written_by, ${seen})`;

/**
 * Every change that was committed since `seen`, each once, however late its transaction ended and whatever
 * its id; and what has been seen now. Rows whose transaction is none of this server's yet (they were copied
 * from another by its own tools) are left out.
 */
export async function eventsSince(db: Db, seen: Horizon): Promise<{ rows: FeedRow[]; seen: Horizon }> {
  const found = await db.execute<{ seen: Horizon; id: number | null } & Omit<FeedRow, 'id'>>(sql`
    select now.seen, id, subject, subject_id as "subjectId", location_id as "locationId",
      patient_id as "patientId",
      patient_id is not null and before -> 'role' is null as "ofPatient",
      case when subject <> all(${sql.param([...timedSubjects])}::text[]) then '[]'::json else (
        select coalesce(json_agg(json_build_object('locationId', image -> 'locationId',
          'date', image -> 'appointmentDate',
          'ofDoctor', jsonb_typeof(image -> 'doctorId') is not distinct from 'number')), '[]')
        from unnest(array[before, after]) image where image is not null) end as days
    from (select pg_current_snapshot()::text as seen) now
    left join events on ${committedAfter(sql`${seen}::pg_snapshot`, sql`now.seen::pg_snapshot`)} and ${changing}
    order by id`);
  return {
    seen: found.rows[0]?.seen ?? seen,
    rows: found.rows.filter((row): row is FeedRow & { seen: Horizon } => row.id !== null),
  };
}
