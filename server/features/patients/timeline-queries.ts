import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { clinicalNotes } from '#server/db/schema/clinical-notes.ts';
import { events } from '#server/db/schema/events.ts';
import { locations } from '#server/db/schema/locations.ts';
import { services } from '#server/db/schema/services.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { areEventsVisibleTo } from '#server/features/appointments/history-queries.ts';
import { isVisibleTo } from '#server/features/appointments/queries.ts';
import { canReadClinicalNotes } from '#server/features/notes/queries.ts';
import { isRecordNumberOf } from '#server/features/users/queries.ts';
import type { TimelineEntry } from '#shared/contract/patients.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { likePattern } from '#shared/domain/people/search.ts';
import { settableStatuses } from '#shared/domain/visits/appointment-status.ts';

type Kind = TimelineEntry['kind'];

/** Sort key of an entry: local time, then kind and id. */
export interface TimelinePlace extends Record<string, unknown> {
  at: string;
  kind: Kind;
  id: number;
}

/**
 * Actions that the timeline shows: not bookings, which the appointments show, nor steps of the day, reads and
 * sign-ins.
 */
const timelineActions: readonly AuditAction[] = [
  'moved',
  'changed',
  'deleted',
  ...settableStatuses,
  'patient_confirmed',
  'no_show_excused',
  'notice_sent',
  'notice_called',
  'offer_called',
  'no_show_counted',
  'no_show_explained',
  'registered',
  'user_created',
  'user_changed',
  'contact_confirmed',
  'note_shared',
  'note_unshared',
  'alert_added',
  'alert_ended',
];

const clinicWallTime = (at: SQLWrapper): SQL =>
  sql`date_trunc('second', ${at} at time zone 'Africa/Cairo')::timestamp`;

interface TimelinePart {
  readonly kind: Kind;
  readonly table: SQL;
  readonly at: SQL;
  readonly id: SQLWrapper;
  readonly where: SQL | undefined;
}

interface TimelineScope {
  readonly patientId: number;
  readonly q: string;
}

/** Condition that one of these texts contains the search text; undefined if there is none. */
function containsSearchText(q: string, ...texts: SQLWrapper[]): SQL | undefined {
  if (q.trim() === '') return undefined;
  const pattern = likePattern('substring', q);
  return or(...texts.map((text) => sql`fold(${text}) like ${pattern}`));
}

/** The parts of the timeline that the viewer may read. The search covers appointments and notes. */
function listTimelineParts(viewer: Viewer, { patientId, q }: TimelineScope): TimelinePart[] {
  const inNotes = containsSearchText(q, clinicalNotes.text, clinicalNotes.signedName);
  const visit: TimelinePart = {
    kind: 'visit',
    table: sql`${appointments} join ${services} on ${services.id} = ${appointments.serviceId}
      join ${locations} on ${locations.id} = ${appointments.locationId}`,
    at: sql`${appointments.localStart}`,
    id: appointments.id,
    where: and(
      eq(appointments.patientId, patientId),
      isVisibleTo(viewer),
      or(
        containsSearchText(
          q,
          appointments.notes,
          services.name,
          sql`coalesce(${services.nameAr}, '')`,
          locations.name,
          sql`coalesce(${locations.nameAr}, '')`,
        ),
        canReadClinicalNotes(viewer) && inNotes
          ? sql`exists (select 1 from ${clinicalNotes}
              where ${clinicalNotes.appointmentId} = ${appointments.id} and ${inNotes})`
          : undefined,
      ),
    ),
  };
  const note: TimelinePart = {
    kind: 'note',
    table: sql`${clinicalNotes}`,
    at: clinicWallTime(clinicalNotes.at),
    id: clinicalNotes.id,
    where: and(eq(clinicalNotes.patientId, patientId), isNull(clinicalNotes.appointmentId), inNotes),
  };
  const change: TimelinePart = {
    kind: 'change',
    table: sql`${events}`,
    at: clinicWallTime(events.at),
    id: events.id,
    where: and(
      isRecordNumberOf(events.patientId, patientId),
      inArray(events.action, [...timelineActions]),
      areEventsVisibleTo(viewer),
    ),
  };
  return [visit, ...(canReadClinicalNotes(viewer) ? [note] : []), ...(q.trim() === '' ? [change] : [])];
}

/** A page of the timeline, newest first, with one extra entry that tells whether there is another page. */
export async function timelinePage(
  db: Db,
  viewer: Viewer,
  scope: TimelineScope,
  { limit, after }: { limit: number; after: TimelinePlace | null },
): Promise<TimelinePlace[]> {
  const parts = listTimelineParts(viewer, scope).map(({ kind, table, at, id, where }) => {
    const older =
      after &&
      sql`(${at}, ${kind}::text, ${id}) < (${after.at}::timestamp, ${after.kind}::text, ${after.id})`;
    return sql`(select ${at} as at, ${kind}::text as kind, ${id}::bigint as id from ${table}
      where ${and(where, older ?? undefined)} order by ${at} desc, ${id} desc limit ${limit + 1})`;
  });
  const { rows } = await db.execute<TimelinePlace>(sql`
    select to_char(at, 'YYYY-MM-DD HH24:MI:SS') as at, kind, id::int8 as id
    from (${sql.join(parts, sql` union all `)}) entries
    order by entries.at desc, kind desc, id desc limit ${limit + 1}`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

export async function countTimeline(db: Db, viewer: Viewer, scope: TimelineScope): Promise<number> {
  const counts = listTimelineParts(viewer, scope).map(
    ({ table, where }) => sql`(select count(*) from ${table} where ${where})`,
  );
  const { rows } = await db.execute<{ n: number }>(sql`select (${sql.join(counts, sql` + `)})::int as n`);
  return rows[0]?.n ?? 0;
}
