import { and, desc, eq, getTableColumns, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { apiKeys } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import { findPeopleMatching } from './queries.ts';

export interface AuditFilter {
  readonly viewer: Viewer;
  readonly actorId?: number | undefined;
  readonly patientId?: number | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly q: string;
  readonly before: number | null;
}

/** Subjects whose id is a person's. */
export const peopleSubjects = ['users', 'sessions', 'staff'] as const;
const maxMatchedPeople = 500;
/** Commits come out of order, so ids follow the time only roughly. */
const idSlack = 2000;

/**
 * A wide range of ids between two instants: indexes are in the order of ids, so dates are converted to ids.
 */
async function idRangeCondition(db: Db, from: Date | null, to: Date | null): Promise<SQL | undefined> {
  const edge = async (at: Date, newest: boolean) => {
    const [row] = await db
      .select({ id: events.id })
      .from(events)
      .where(newest ? lt(events.at, at) : sql`${events.at} >= ${at.toISOString()}::timestamptz`)
      .orderBy(newest ? desc(events.at) : events.at, newest ? desc(events.id) : events.id)
      .limit(1);
    return row?.id;
  };
  const first = from ? await edge(from, false) : 0;
  const last = to ? await edge(to, true) : undefined;
  if (first === undefined || (to && last === undefined)) return sql`false`;
  return and(
    from
      ? and(gt(events.id, first - idSlack), sql`${events.at} >= ${from.toISOString()}::timestamptz`)
      : undefined,
    to && last !== undefined ? and(lt(events.id, last + idSlack), lt(events.at, to)) : undefined,
  );
}

/** Events by or about the hidden owner are hidden from everybody else. */
const isNotOwnersEvent = (viewer: Viewer): SQL | undefined =>
  and(
    isNotOwner(viewer, events.actorId),
    isNotOwner(viewer, events.patientId),
    isNotOwner(
      viewer,
      sql`case when ${inArray(events.subject, [...peopleSubjects])} then ${events.subjectId} end`,
    ),
  );

async function auditConditions(
  db: Db,
  { viewer, actorId, patientId, action, subject, from, to, q }: AuditFilter,
): Promise<SQL | undefined> {
  const people = q === '' ? null : await findPeopleMatching(db, viewer, q, maxMatchedPeople);
  const ids = people && sql`${sql.param(people)}::int[]`;
  const code = q === '' ? null : parseReference(q);
  return and(
    isNotOwnersEvent(viewer),
    actorId === undefined ? undefined : eq(events.actorId, actorId),
    patientId === undefined ? undefined : eq(events.patientId, patientId),
    action === undefined ? undefined : eq(events.action, action),
    subject === undefined ? undefined : eq(events.subject, subject),
    ids
      ? or(
          sql`${events.actorId} = any(${ids})`,
          sql`${events.patientId} = any(${ids})`,
          code === null ? undefined : eq(events.patientId, code),
          code === null ? undefined : and(eq(events.subject, 'appointments'), eq(events.subjectId, code)),
        )
      : undefined,
    await idRangeCondition(db, from, to),
  );
}

export async function loadAuditPage(db: Db, filter: AuditFilter, limit: number, countTo: number) {
  const where = await auditConditions(db, filter);
  const rows = await db
    .select({ ...getTableColumns(events), keyName: apiKeys.name })
    .from(events)
    .leftJoin(apiKeys, eq(apiKeys.id, events.keyId))
    .where(and(where, filter.before === null ? undefined : lt(events.id, filter.before)))
    .orderBy(desc(events.id))
    .limit(limit);
  return { rows, total: await countUpTo(db, countTo, sql`from ${events} where ${where ?? sql`true`}`) };
}
export type AuditRow = Awaited<ReturnType<typeof loadAuditPage>>['rows'][number];
