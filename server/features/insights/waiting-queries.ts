import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { unreached } from '#server/db/schema/disruptions.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { localNow } from '#server/features/appointments/calendar/day-queries.ts';
import { isUnreachable, listed, visibleTo, waitsForCall } from '#server/features/appointments/queries.ts';
import { callsFor } from '#server/features/calls/queries.ts';
import { inInboxOf } from '#server/features/contact-messages/queries.ts';
import { mostWaiting, type Waiting } from '#shared/contract/insights.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

const upTo = (from: SQL, where: SQL | undefined): SQL =>
  sql`(select count(*)::int from (select 1 from ${from} where ${where} limit ${mostWaiting}) counted)`;

/** What waits in what she may see, in one statement. */
export async function waitingFor(db: Db, viewer: Viewer, now: Date): Promise<Waiting> {
  const toCome = and(gte(appointments.localStart, localNow(dayClock(now))), visibleTo(viewer));
  const patients = sql`${appointments} join ${users} on ${users.id} = ${appointments.patientId}`;
  const open = sql`${appointments.status} in (${listed(openStatuses)})`;
  const inbox = and(eq(contactMessages.state, 'new'), inInboxOf(viewer));
  const { rows } = await db.execute<{ [K in keyof Waiting]: Waiting[K] }>(sql`
    select ${upTo(sql`${appointments}`, and(toCome, eq(appointments.status, 'pending')))} as pending,
      ${upTo(sql`${appointments}`, and(toCome, waitsForCall))} as calls,
      ${upTo(patients, and(toCome, open, isUnreachable))} as unreachable,
      ${upTo(sql`${unreached}`, callsFor(viewer, now))} as "toTell",
      ${upTo(sql`${contactMessages}`, inbox)} as messages`);
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  return row;
}
