import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { unreached } from '#server/db/schema/disruptions.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { localNow } from '#server/features/appointments/calendar/day-queries.ts';
import { countDisplaced } from '#server/features/appointments/calendar/mark-queries.ts';
import { isUnreachable, listed, visibleTo, waitsForCall } from '#server/features/appointments/queries.ts';
import { callsFor } from '#server/features/calls/queries.ts';
import { inInboxOf } from '#server/features/contact-messages/queries.ts';
import { failedDays, mostWaiting, type Waiting } from '#shared/contract/insights.ts';
import { dayClock, later } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

const upTo = (from: SQL, where: SQL | undefined): SQL =>
  sql`(select count(*)::int from (select 1 from ${from} where ${where} limit ${mostWaiting}) counted)`;

const day = 24 * 60 * 60_000;

/** Who reads the log of messages is told of those that were given up. */
const failedFor = ({ role }: Viewer, now: Date): SQL =>
  role === 'admin'
    ? sql`state = 'dead' and channel <> 'webhook'
        and created_at > ${later(now, -failedDays * day).toISOString()}::timestamptz`
    : sql`false`;

/** What waits in what she may see. */
export async function waitingFor(deps: Deps, viewer: Viewer): Promise<Waiting> {
  const now = deps.now();
  const toCome = and(gte(appointments.localStart, localNow(dayClock(now))), visibleTo(viewer));
  const patients = sql`${appointments} join ${users} on ${users.id} = ${appointments.patientId}`;
  const open = sql`${appointments.status} in (${listed(openStatuses)})`;
  const inbox = and(eq(contactMessages.state, 'new'), inInboxOf(viewer));
  const { rows } = await deps.db.execute<{ [K in keyof Omit<Waiting, 'displaced'>]: Waiting[K] }>(sql`
    select ${upTo(sql`${appointments}`, and(toCome, eq(appointments.status, 'pending')))} as pending,
      ${upTo(sql`${appointments}`, and(toCome, waitsForCall))} as calls,
      ${upTo(patients, and(toCome, open, isUnreachable))} as unreachable,
      ${upTo(sql`${unreached}`, callsFor(viewer, now))} as "toTell",
      ${upTo(sql`${contactMessages}`, inbox)} as messages,
      ${upTo(sql`messages`, failedFor(viewer, now))} as failed`);
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  return { ...row, displaced: await countDisplaced(deps, viewer) };
}
