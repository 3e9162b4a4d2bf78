import { and, eq, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { clinicDaySql } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listUpcomingDisplacedDates } from '#server/features/appointments/calendar/mark-queries.ts';
import { hasUnreachablePatient, isNowOrLater } from '#server/features/appointments/list-queries.ts';
import { isVisibleTo, waitsForCall } from '#server/features/appointments/queries.ts';
import { openCallsTable } from '#server/features/calls/queries.ts';
import { isInInboxOf } from '#server/features/contact-messages/queries.ts';
import { failedDays, maxWaiting, type Waiting, type WaitingKind } from '#shared/contract/insights.ts';
import { addMilliseconds, readInstant } from '#shared/domain/clinic-time.ts';

/** The number, up to the limit, and the first by a column. */
const limitedCount = (by: SQL, from: SQL, where: SQL | undefined): SQL =>
  sql`(select json_build_object('n', count(*), 'at', min(at))
    from (select ${by} as at from ${from} where ${where} limit ${maxWaiting}) counted)`;

interface LimitedCount {
  n: number;
  at: string | null;
}
type OpenTaskCounts = Record<Exclude<WaitingKind, 'displaced'>, LimitedCount>;

const day = 24 * 60 * 60_000;

/** Only users who may read the log of messages see the number of failed ones. */
const isFailedMessageFor = ({ role }: Viewer, now: Date): SQL =>
  role === 'admin'
    ? sql`state = 'dead' and channel <> 'webhook'
        and created_at > ${addMilliseconds(now, -failedDays * day).toISOString()}::timestamptz`
    : sql`false`;

/** Open tasks that the viewer may see. */
export async function countOpenTasks(deps: Deps, viewer: Viewer): Promise<Waiting> {
  const now = deps.now();
  const hers = and(isNowOrLater(now), isVisibleTo(viewer));
  const visits = sql`${appointments}`;
  const patients = sql`${visits} join ${users} on ${users.id} = ${appointments.patientId}`;
  const inbox = and(eq(contactMessages.state, 'new'), isInInboxOf(viewer));
  const visitDay = clinicDaySql(sql`${appointments.localStart}`);
  const { rows } = await deps.db.execute<OpenTaskCounts & Record<string, unknown>>(sql`
    select ${limitedCount(visitDay, visits, and(hers, eq(appointments.status, 'pending')))} as pending,
      ${limitedCount(visitDay, visits, and(hers, waitsForCall))} as calls,
      ${limitedCount(visitDay, patients, and(hers, hasUnreachablePatient))} as unreachable,
      ${limitedCount(clinicDaySql(sql`local_start`), openCallsTable(viewer, now), sql`true`)} as "toTell",
      ${limitedCount(sql`${contactMessages.createdAt}`, sql`${contactMessages}`, inbox)} as messages,
      ${limitedCount(sql`created_at`, sql`messages`, isFailedMessageFor(viewer, now))} as failed`);
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  const days = (await listUpcomingDisplacedDates(deps, viewer)).toSorted();
  const all = { ...row, displaced: { n: days.length, at: days[0] ?? null } };
  const { pending, calls, unreachable, toTell, displaced, messages, failed } = all;
  const since = ({ at }: LimitedCount) => at && (readInstant(at)?.toISOString() ?? null);
  return {
    pending: pending.n,
    calls: calls.n,
    unreachable: unreachable.n,
    toTell: toTell.n,
    displaced: displaced.n,
    messages: messages.n,
    failed: failed.n,
    first: {
      pending: pending.at,
      calls: calls.at,
      unreachable: unreachable.at,
      toTell: toTell.at,
      displaced: displaced.at,
    },
    oldest: { messages: since(messages), failed: since(failed) },
  };
}
