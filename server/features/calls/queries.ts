import { and, countDistinct, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appointments } from '#server/db/schema/appointments.ts';
import { unreached } from '#server/db/schema/disruptions.ts';
import { messages, notices } from '#server/db/schema/messages.ts';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import { isCallPending } from '#server/features/offers/requested-call-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import { isNotOwner, mayBeNamed } from '#server/features/users/queries.ts';
import { phoneHours, reachablePhone } from '#server/features/users/reach-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { CallAbout, CallPart } from '#shared/contract/desk/calls.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { isOfferAtBranches, isRequestedCall } from './requested-call-queries.ts';

const callers = alias(users, 'callers');
const senders = alias(users, 'senders');

const isUnreachedVisibleTo = (viewer: Viewer): SQL | undefined =>
  and(isAtViewerBranch(viewer, unreached.locationId), isNotOwner(viewer, unreached.patientId));

const earlier = alias(unreached, 'earlier');

/** The appointment of a call is upcoming and unchanged. */
const isVisitUnchanged = (call: typeof unreached | typeof earlier, now: Date): SQL | undefined =>
  and(
    gt(call.localStart, localNow(dayClock(now))),
    sql`exists (select from ${appointments} where ${appointments.id} = ${call.appointmentId}
      and ${appointments.status} in (${statusList(openStatuses)})
      and ${appointments.localStart} = ${call.localStart}
      and ${appointments.locationId} = ${call.locationId})`,
  );

/**
 * The call is still open and useful. Of several appointments of one notice, recipient and branch, one call is
 * enough: for the first that is unchanged.
 */
const isCallOpen = (now: Date): SQL | undefined =>
  and(
    isNull(unreached.calledAt),
    isVisitUnchanged(unreached, now),
    sql`not exists (select from unreached earlier where ${earlier.noticeId} = ${unreached.noticeId}
      and ${earlier.patientId} = ${unreached.patientId} and ${earlier.locationId} = ${unreached.locationId}
      and ${earlier.id} <> ${unreached.id}
      and (${earlier.calledAt} is not null
        or ${earlier.id} < ${unreached.id} and ${isVisitUnchanged(earlier, now)}))`,
  );

/** Appointments about which the viewer has to call somebody, as a table; doctors call nobody. */
export const openCallsTable = (viewer: Viewer, now: Date): SQL =>
  viewer.role === 'doctor'
    ? sql`(select null::timestamp as local_start where false) calls`
    : sql`(select local_start from ${unreached} where ${and(isUnreachedVisibleTo(viewer), isCallOpen(now))}
        union all select local_start from ${offers} where ${and(isOfferAtBranches(viewer), isCallPending(now))}) calls`;

/** The text can be read in the app, which needs an account. */
const isMessageOfNotice = and(
  eq(messages.userId, unreached.patientId),
  or(
    eq(messages.appointmentId, unreached.appointmentId),
    sql`${unreached.appointmentId} = any(${messages.visitIds})`,
  ),
  eq(messages.channel, 'app'),
  sql`starts_with(${messages.dedupeKey}, 'notice:' || ${unreached.noticeId} || ':')`,
);

export interface CallFilter {
  now: Date;
  /** Includes calls within the week. */
  since: Date;
  which?: CallPart | undefined;
}

/** Sort key of a call: already called, turn, time, id. */
export type CallCursor = [called: number, turn: number, localStart: string, about: string, id: number];
interface CallSortRow extends Record<string, unknown> {
  called: number;
  turn: number;
  localStart: string;
  about: CallAbout;
  id: number;
}

const microseconds = (at: SQL): SQL => sql`(extract(epoch from ${at}) * 1000000)::bigint`;

/** Open calls of every kind and calls within the week, as a table. */
const allCallsTable = (viewer: Viewer, asked: CallFilter): SQL => sql`(
  select (called_at is not null)::int as called, local_start, about, id, case when called_at is null
    then coalesce(${microseconds(sql`tried_at`)}, 0)
    else ${Number.MAX_SAFE_INTEGER} - ${microseconds(sql`called_at`)} end as turn
  from (
    select ${'notice'}::text as about, id, local_start, tried_at, called_at from ${unreached}
      where ${and(isUnreachedVisibleTo(viewer), or(isCallOpen(asked.now), gt(unreached.calledAt, asked.since)))}
    union all
    select ${'offer'}::text, id, local_start, tried_at, called_at from ${offers}
      where ${isRequestedCall(viewer, asked)}) either
  where ${asked.which ? sql`(called_at is not null) = ${asked.which === 'called'}` : sql`true`}) calls`;

/** The number, up to the limit. */
export async function countCalls(db: Db, viewer: Viewer, asked: CallFilter, limit: number): Promise<number> {
  return countUpTo(db, limit, sql`from ${allCallsTable(viewer, asked)}`);
}

/** Open calls, untried first, the soonest appointment first; then finished ones, the last call first. */
export async function listCallsInOrder(
  db: Db,
  viewer: Viewer,
  asked: CallFilter,
  { after, limit }: { after: CallCursor | null; limit: number },
): Promise<CallSortRow[]> {
  const from = after
    ? sql`(called, turn, local_start, about, id) > (${after[0]}::int, ${after[1]}::bigint,
        ${after[2]}::timestamp, ${after[3]}::text, ${after[4]}::int)`
    : sql`true`;
  const { rows } = await db.execute<CallSortRow>(sql`
    select called, turn::float8 as turn, local_start::text as "localStart", about, id
    from ${allCallsTable(viewer, asked)} where ${from}
    order by calls.called, calls.turn, calls.local_start, calls.about, calls.id limit ${limit}`);
  return rows;
}

/** These notices, in any order. */
export const selectUnreachedCalls = (db: Db, viewer: Viewer, ids: readonly number[]) =>
  db
    .select({
      id: unreached.id,
      appointmentId: unreached.appointmentId,
      locationId: unreached.locationId,
      localStart: unreached.localStart,
      triedAt: unreached.triedAt,
      calledAt: unreached.calledAt,
      calledBy: callers.name,
      said: unreached.said,
      patientId: users.id,
      patientName: users.name,
      patientPhone: reachablePhone,
      patientReach: phoneHours,
      sentAt: notices.createdAt,
      sentBy: senders.name,
      locale: messages.locale,
      template: messages.template,
      params: messages.params,
      messageAppointmentId: messages.appointmentId,
    })
    .from(unreached)
    .innerJoin(users, eq(users.id, unreached.patientId))
    .innerJoin(notices, eq(notices.id, unreached.noticeId))
    .leftJoin(senders, and(eq(senders.id, notices.createdBy), mayBeNamed(viewer, senders)))
    .leftJoin(callers, and(eq(callers.id, unreached.calledBy), mayBeNamed(viewer, callers)))
    .leftJoin(messages, isMessageOfNotice)
    .where(and(isUnreachedVisibleTo(viewer), inArray(unreached.id, [...ids])));
export type CallRow = Awaited<ReturnType<typeof selectUnreachedCalls>>[number];

/** Records an action for each call that is still open; returns their patients. */
export async function updateUnreachedCalls(db: Db, viewer: Viewer, { act, ids, now, values }: CallUpdate) {
  const meant = act === 'uncalled' ? isNotNull(unreached.calledAt) : isCallOpen(now);
  return db
    .update(unreached)
    .set(values)
    .where(and(inArray(unreached.id, [...ids]), isUnreachedVisibleTo(viewer), meant))
    .returning({
      id: unreached.id,
      patientId: unreached.patientId,
      appointmentId: unreached.appointmentId,
      locationId: unreached.locationId,
      noticeId: unreached.noticeId,
    });
}
export interface CallUpdate {
  act: CallAct;
  ids: readonly number[];
  now: Date;
  values: ReturnType<typeof callColumnValues>;
}

export async function insertUnreached(db: Db, rows: (typeof unreached.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(unreached).values(rows);
}

/** The number of patients whom no channel of a notice reaches. */
export async function countUnreached(db: Db, noticeId: number): Promise<number> {
  const [row] = await db
    .select({ n: countDistinct(unreached.patientId) })
    .from(unreached)
    .where(eq(unreached.noticeId, noticeId));
  return row?.n ?? 0;
}

/** The columns that an action sets in any table of calls. */
export function callColumnValues(
  act: CallAct,
  { by, said, now }: { by: Pick<Viewer, 'id'>; said: string | undefined; now: Date },
) {
  if (act === 'later') return { triedAt: now };
  if (act === 'uncalled') return { calledAt: null, calledBy: null, said: null };
  return { calledAt: now, calledBy: by.id, said: said ?? null };
}

export const callData: PersonalData = {
  async forget(db, ids) {
    await db.execute(sql`delete from unreached where patient_id = any(${sql.param([...ids])}::int[])
      or appointment_id in ${appointmentsOf(ids)}`);
  },
};
