import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type MessageState, messages } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { awaitedKinds, type OutboxChannel } from '#shared/domain/message-kinds.ts';
import type { Places, WebhookPlaces } from './lanes.ts';
import type { MessageParams } from './queries.ts';

/**
 * A message that this process alone may send until `leasedUntil`; of a kind that an older version may have
 * known.
 */
export interface LeasedMessage {
  readonly id: number;
  readonly dedupeKey: string;
  readonly channel: OutboxChannel;
  readonly userId: number | null;
  readonly address: string | null;
  readonly locale: Lang;
  readonly template: string;
  readonly params: MessageParams;
  readonly secrets: Readonly<Record<string, string>> | null;
  readonly appointmentId: number | null;
  readonly visitIds: readonly number[] | null;
  readonly outdated: boolean;
  readonly says: string | null;
  readonly attempts: number;
  readonly leasedUntil: Date;
  readonly ageSeconds: number;
}

const awaitedTemplates = sql.raw(awaitedKinds.map((template) => `'${template}'`).join(', '));

/** Until when what is taken is this process's alone. */
interface Lease {
  readonly now: Date;
  readonly until: Date;
}

/** The oldest that are due of those that `which` names; none that another process holds. */
const due = ({ now }: Lease, which: SQL, most: SQL): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`(select id from messages where state = 'queued' and ${which} and run_at <= ${at}
    and (leased_until is null or leased_until < ${at})
    and (line is null or not exists (select from messages before where before.line = messages.line
      and before.state = 'queued' and before.id < messages.id))
    order by run_at, id limit ${most} for update skip locked)`;
};

/**
 * Takes due messages of one kind for the places each channel has. A lease that ran out (its process died)
 * counts as none.
 */
export function leaseMessages(
  db: Db,
  lease: Lease,
  kind: 'awaited' | 'rest',
  places: readonly Places[],
): Promise<LeasedMessage[]> {
  const ofLane = sql`channel = lane.channel
    and template ${kind === 'awaited' ? sql`in` : sql`not in`} (${awaitedTemplates})`;
  return take(
    db,
    lease,
    sql`select m.id from unnest(${sql.param(places.map(({ channel }) => channel))}::text[],
      ${sql.param(places.map(({ places: free }) => free))}::int[]) lane(channel, places)
    cross join lateral ${due(lease, ofLane, sql`lane.places`)} m`,
  );
}

/** The like for each webhook: so many at once, less what is in hand of it. */
export function leaseForWebhooks(
  db: Db,
  lease: Lease,
  { atOnce: most, inHand }: WebhookPlaces,
): Promise<LeasedMessage[]> {
  const ofHook = sql`channel = 'webhook' and address = hook.id::text`;
  return take(
    db,
    lease,
    sql`select m.id from webhooks hook
    left join unnest(${sql.param([...inHand.keys()])}::text[], ${sql.param([...inHand.values()])}::int[])
      taken(address, n) on taken.address = hook.id::text
    cross join lateral ${due(lease, ofHook, sql`${most}::int - coalesce(taken.n, 0)`)} m`,
  );
}

// An array is asked for once. `in` may be planned to ask again for each row, and then takes all there are.
async function take(db: Db, { until }: Lease, ids: SQL): Promise<LeasedMessage[]> {
  const rows = await db
    .update(messages)
    .set({ leasedUntil: until, attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} = any(array(${ids}))`)
    .returning({
      id: messages.id,
      dedupeKey: messages.dedupeKey,
      channel: messages.channel,
      userId: messages.userId,
      address: messages.address,
      locale: messages.locale,
      template: messages.template,
      params: messages.params,
      secrets: messages.secrets,
      appointmentId: messages.appointmentId,
      visitIds: messages.visitIds,
      outdated: messages.outdated,
      says: messages.says,
      attempts: messages.attempts,
      ageSeconds: sql<number>`extract(epoch from now() - ${messages.createdAt})`.mapWith(Number),
    });
  return rows
    .map((row) => ({ ...row, params: row.params as MessageParams, leasedUntil: until }))
    .sort((a, b) => a.id - b.id);
}

const held = (message: LeasedMessage): SQL | undefined =>
  and(
    eq(messages.id, message.id),
    eq(messages.state, 'queued'),
    eq(messages.leasedUntil, message.leasedUntil),
  );

/**
 * Done with, one way or another, as what it left with. Words and secrets of what was sent are erased; of what
 * is kept or failed they stay for a while.
 */
export async function finishMessage(
  db: Db,
  message: LeasedMessage,
  outcome: { state: Exclude<MessageState, 'queued'>; now: Date; error?: string },
): Promise<void> {
  const done = outcome.state === 'sent' || outcome.state === 'skipped';
  // What another program was told says nothing of a person, and can be sent once more.
  const erase = done && message.channel !== 'webhook';
  await db
    .update(messages)
    .set({
      state: outcome.state,
      doneAt: outcome.now,
      leasedUntil: null,
      error: outcome.error?.slice(0, 300) ?? null,
      address: message.address,
      template: message.template,
      appointmentId: message.appointmentId,
      visitIds: message.visitIds && [...message.visitIds],
      ...(erase ? { secrets: null, params: {} } : {}),
    })
    .where(held(message));
}

/** A message that became outdated while it was being sent is not tried again. */
const queuedAgain = {
  state: sql`case when ${messages.outdated} then 'skipped' else 'queued' end`,
  doneAt: sql`case when ${messages.outdated} then now() end`,
};

export async function postponeMessage(
  db: Db,
  message: LeasedMessage,
  runAt: Date,
  error: string,
): Promise<void> {
  await db
    .update(messages)
    .set({ ...queuedAgain, runAt, leasedUntil: null, error: error.slice(0, 300) })
    .where(held(message));
}

/** Gives back what this process holds, untried: the next one takes it at once, or not before `runAt`. */
export async function returnMessage(db: Db, message: LeasedMessage, runAt?: Date): Promise<void> {
  await db
    .update(messages)
    .set({
      ...queuedAgain,
      leasedUntil: null,
      ...(runAt ? { runAt } : {}),
      attempts: sql`${messages.attempts} - 1`,
    })
    .where(held(message));
}
