import { gt, sql } from 'drizzle-orm';
import { events } from '#server/db/schema/events.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Role } from '#shared/domain/people/roles.ts';

/** Who acts: a viewer, or the clinic itself (reminders, first start). */
export interface Actor {
  readonly id: number | null;
  readonly role: Role | 'visitor' | 'system';
  readonly ip: string | null;
  readonly requestId: string | null;
}

export const systemActor: Actor = { id: null, role: 'system', ip: null, requestId: null };

/** What an event is about; also the names the live stream sends and the cache forgets by. */
export type Subject =
  | 'appointments'
  | 'users'
  | 'sessions'
  | 'locations'
  | 'schedules'
  | 'services'
  | 'staff'
  | 'homepage'
  | 'settings'
  | 'uploads'
  | 'contact-messages'
  | 'notifications'
  | 'logs';

export interface NewEvent {
  readonly action: string;
  readonly subject: Subject;
  readonly subjectId?: number | null;
  readonly locationId?: number | null;
  readonly patientId?: number | null;
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
}

/** One line of the audit trail, written in the transaction of the change it tells of. */
export async function recordEvent(db: Db, actor: Actor, event: NewEvent): Promise<void> {
  await db.insert(events).values({
    actorId: actor.id,
    actorRole: actor.role,
    ip: actor.ip,
    requestId: actor.requestId,
    action: event.action,
    subject: event.subject,
    subjectId: event.subjectId ?? null,
    locationId: event.locationId ?? null,
    patientId: event.patientId ?? null,
    before: event.before ?? null,
    after: event.after ?? null,
  });
}

export interface FeedRow {
  readonly id: number;
  readonly subject: Subject;
  readonly subjectId: number | null;
  readonly patientId: number | null;
}

export async function latestEventId(db: Db): Promise<number> {
  const [row] = await db
    .select({ id: sql<number>`coalesce(max(${events.id}), 0)::int8`.mapWith(Number) })
    .from(events);
  return row?.id ?? 0;
}

export async function recentEvents(db: Db, after: number): Promise<FeedRow[]> {
  const rows = await db
    .select({
      id: events.id,
      subject: events.subject,
      subjectId: events.subjectId,
      patientId: events.patientId,
    })
    .from(events)
    .where(gt(events.id, after))
    .orderBy(events.id);
  return rows.map((row) => ({ ...row, subject: row.subject as Subject }));
}
