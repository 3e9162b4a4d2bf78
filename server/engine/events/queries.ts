import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { type BranchDay, type Change, recordChange } from '#server/engine/db/recorded-changes.ts';
import { type AuditAction, type AuditSubject, readOnlyActions } from '#shared/domain/audit.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { timedSubjects } from '#shared/domain/timed-subjects.ts';

/** Who acts: a viewer, or the clinic itself (reminders, first start). */
export interface Actor {
  readonly id: number | null;
  readonly role: Role | 'visitor' | 'system';
  readonly ip: string | null;
  readonly requestId: string | null;
  /** Of an API key: its id; events are recorded under its name. */
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

/** The days of branches that an appointment or offer left or entered: from its images before and after. */
const listAffectedDays = ({ subject, before, after }: NewEvent): BranchDay[] =>
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

/** A person with a new role may have become staff. */
const concernsPatient = ({ patientId, before }: NewEvent): boolean =>
  typeof patientId === 'number' && before?.role === undefined;

const toJson = (image: Record<string, unknown> | null | undefined): string | null =>
  image ? JSON.stringify(image) : null;

/** Columns of the actor: an API key, not the admin who made it. */
const actorColumns = ({ id, role, ip, requestId, key }: Actor): SQL => sql`
  ${key ? null : id}::int, ${key ? 'program' : role}, ${ip}::inet, ${requestId}, ${key?.id ?? null}::int`;

/**
 * Inserts events as a part of a larger statement: one for each row of `from`; `found` completes the image
 * after. The caller calls `invalidateForEvent`.
 */
export const eventInsert = (actor: Actor, event: NewEvent, from: SQL, found: SQL): SQL => sql`
  insert into events (actor_id, actor_role, ip, request_id, key_id, action, subject, subject_id, location_id,
    patient_id, before, after)
  select ${actorColumns(actor)}, ${event.action}, ${event.subject}, ${event.subjectId ?? null}::int,
    ${event.locationId ?? null}::int, ${event.patientId ?? null}::int,
    ${toJson(event.before)}::jsonb, ${toJson(event.after)}::jsonb ${found}
  from ${from}`;

/** Invalidates this process's caches of the subject when the transaction ends. */
export function invalidateForEvent(db: Db, event: NewEvent): void {
  if (readOnlyActions.includes(event.action)) return;
  recordChange(db, {
    subject: event.subject,
    ofPatient: concernsPatient(event),
    days: listAffectedDays(event),
  });
}

/** Records an event in the transaction of the change. */
export async function recordEvent(db: Db, actor: Actor, event: NewEvent): Promise<void> {
  await db.execute(sql`${prepared}${eventInsert(actor, event, sql`(select) once`, sql``)}`);
  invalidateForEvent(db, event);
}

/** Records an event unless the same exists, by a unique index. */
export async function recordOnce(db: Db, actor: Actor, event: NewEvent): Promise<void> {
  await db.execute(sql`${eventInsert(actor, event, sql`(select) once`, sql``)} on conflict do nothing`);
  invalidateForEvent(db, event);
}

/** Records many events in one statement. */
export const recordEvents = (db: Db, actor: Actor, told: readonly NewEvent[]): Promise<void> =>
  insertEvents(db, actor, told, sql``);

/** Records those of many events that do not exist yet, by a unique index. */
export const recordEachOnce = (db: Db, actor: Actor, told: readonly NewEvent[]): Promise<void> =>
  insertEvents(db, actor, told, sql`on conflict do nothing`);

async function insertEvents(db: Db, actor: Actor, told: readonly NewEvent[], onConflict: SQL): Promise<void> {
  if (told.length === 0) return;
  // Named one by one, because object spread is a dozen times slower here.
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
      "locationId" int, "patientId" int, was jsonb, "is" jsonb) ${onConflict}`);
  for (const event of told) invalidateForEvent(db, event);
}

export interface FeedRow extends Change {
  readonly id: number;
  readonly subjectId: number | null;
  readonly locationId: number | null;
  readonly patientId: number | null;
}

/** What a reader has seen: the transactions that were committed when it last read. */
export type Horizon = string;

/** A reader that has seen nothing gets everything. */
export const initialHorizon: Horizon = '1:1:';

export async function currentHorizon(db: Db): Promise<Horizon> {
  const { rows } = await db.execute<{ seen: Horizon }>(sql`select pg_current_snapshot()::text as seen`);
  return rows[0]?.seen ?? '';
}

const isChangingAction = sql`action not in (${sql.join(
  readOnlyActions.map((action) => sql`${action}`),
  sql`, `,
)})`;

/** Rows of `events` that were committed after a snapshot, among those visible in `now`. */
export const committedAfter = (seen: SQL, now: SQL): SQL => sql`written_by >= pg_snapshot_xmin(${seen})
      and written_by < pg_snapshot_xmax(${now}) and not pg_visible_in_snapshot(written_by, ${seen})`;

/**
 * Every change committed since `seen`, each once, however late its transaction ended and whatever its id; and
 * the new snapshot. Leaves out rows with transactions of another server (copied by its own tools).
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
    left join events on ${committedAfter(sql`${seen}::pg_snapshot`, sql`now.seen::pg_snapshot`)} and ${isChangingAction}
    order by id`);
  return {
    seen: found.rows[0]?.seen ?? seen,
    rows: found.rows.filter((row): row is FeedRow & { seen: Horizon } => row.id !== null),
  };
}
