import { and, eq, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { displacedToCome } from '#server/features/appointments/calendar/mark-queries.ts';
import { toCome } from '#server/features/appointments/list-queries.ts';
import { visibleTo, waitsForCall } from '#server/features/appointments/queries.ts';
import { callsFor } from '#server/features/calls/queries.ts';
import { inInboxOf } from '#server/features/contact-messages/queries.ts';
import { isUnreachable } from '#server/features/families/family-queries.ts';
import { listed } from '#server/features/held-times/held-time-queries.ts';
import { failedDays, mostWaiting, type Waiting, type WaitingKind } from '#shared/contract/insights.ts';
import { later, readInstant } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** The number, up to the limit, and the first by a column. */
const upTo = (by: SQL, from: SQL, where: SQL | undefined): SQL =>
  sql`(select json_build_object('n', count(*), 'at', min(at))
    from (select ${by} as at from ${from} where ${where} limit ${mostWaiting}) counted)`;

interface Counted {
  n: number;
  at: string | null;
}
type Counts = Record<Exclude<WaitingKind, 'displaced'>, Counted>;

const day = 24 * 60 * 60_000;

/** Only users who may read the log of messages see the number of failed ones. */
const failedFor = ({ role }: Viewer, now: Date): SQL =>
  role === 'admin'
    ? sql`state = 'dead' and channel <> 'webhook'
        and created_at > ${later(now, -failedDays * day).toISOString()}::timestamptz`
    : sql`false`;

/** Open tasks that the viewer may see. */
export async function waitingFor(deps: Deps, viewer: Viewer): Promise<Waiting> {
  const now = deps.now();
  const hers = and(toCome(now), visibleTo(viewer));
  const visits = sql`${appointments}`;
  const patients = sql`${visits} join ${users} on ${users.id} = ${appointments.patientId}`;
  const open = sql`${appointments.status} in (${listed(openStatuses)})`;
  const inbox = and(eq(contactMessages.state, 'new'), inInboxOf(viewer));
  const visitDay = dayOf(sql`${appointments.localStart}`);
  const { rows } = await deps.db.execute<Counts & Record<string, unknown>>(sql`
    select ${upTo(visitDay, visits, and(hers, eq(appointments.status, 'pending')))} as pending,
      ${upTo(visitDay, visits, and(hers, waitsForCall))} as calls,
      ${upTo(visitDay, patients, and(hers, open, isUnreachable))} as unreachable,
      ${upTo(dayOf(sql`local_start`), callsFor(viewer, now), sql`true`)} as "toTell",
      ${upTo(sql`${contactMessages.createdAt}`, sql`${contactMessages}`, inbox)} as messages,
      ${upTo(sql`created_at`, sql`messages`, failedFor(viewer, now))} as failed`);
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  const days = (await displacedToCome(deps, viewer)).toSorted();
  const all = { ...row, displaced: { n: days.length, at: days[0] ?? null } };
  const { pending, calls, unreachable, toTell, displaced, messages, failed } = all;
  const since = ({ at }: Counted) => at && (readInstant(at)?.toISOString() ?? null);
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
