import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type MessageState, messages } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { awaitedKinds, type OutboxChannel } from '#shared/domain/message-kinds.ts';
import type { FreeCapacity, WebhookPlaces } from './lanes.ts';
import type { MessageParams } from './queries.ts';

/** A message that only this process may send until `leasedUntil`. Its kind may be one of an older version. */
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

/** End of the lease. */
interface Lease {
  readonly now: Date;
  readonly until: Date;
}

/** The oldest due messages of those that `which` selects, without those leased by another process. */
const selectDueMessages = ({ now }: Lease, which: SQL, most: SQL): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`(select id from messages where state = 'queued' and ${which} and run_at <= ${at}
    and (leased_until is null or leased_until < ${at})
    and (line is null or not exists (select from messages before where before.line = messages.line
      and before.state = 'queued' and before.id < messages.id))
    order by run_at, id limit ${most} for update skip locked)`;
};

/**
 * Leases due messages of one kind for the free places of each channel. An expired lease (its process died)
 * does not count.
 */
export function leaseMessages(
  db: Db,
  lease: Lease,
  kind: 'awaited' | 'rest',
  places: readonly FreeCapacity[],
): Promise<LeasedMessage[]> {
  const ofLane = sql`channel = lane.channel
    and template ${kind === 'awaited' ? sql`in` : sql`not in`} (${awaitedTemplates})`;
  return leaseByIds(
    db,
    lease,
    sql`select m.id from unnest(${sql.param(places.map(({ channel }) => channel))}::text[],
      ${sql.param(places.map(({ places: free }) => free))}::int[]) lane(channel, places)
    cross join lateral ${selectDueMessages(lease, ofLane, sql`lane.places`)} m`,
  );
}

/** The same for each webhook: up to its limit, minus the calls in progress. */
export function leaseForWebhooks(
  db: Db,
  lease: Lease,
  { atOnce: most, inHand }: WebhookPlaces,
): Promise<LeasedMessage[]> {
  const ofHook = sql`channel = 'webhook' and address = hook.id::text`;
  return leaseByIds(
    db,
    lease,
    sql`select m.id from webhooks hook
    left join unnest(${sql.param([...inHand.keys()])}::text[], ${sql.param([...inHand.values()])}::int[])
      taken(address, n) on taken.address = hook.id::text
    cross join lateral ${selectDueMessages(lease, ofHook, sql`${most}::int - coalesce(taken.n, 0)`)} m`,
  );
}

// PostgreSQL evaluates an array once. `in` may be evaluated for each row and would then lease all messages.
async function leaseByIds(db: Db, { until }: Lease, ids: SQL): Promise<LeasedMessage[]> {
  const rows = await db
    .update(messages)
    .set({
      leasedUntil: until,
      attempts: sql`${messages.attempts} + 1`,
      unanswered: sql`${messages.unanswered} + 1`,
    })
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

const isLeasedByUs = (message: LeasedMessage): SQL | undefined =>
  and(
    eq(messages.id, message.id),
    eq(messages.state, 'queued'),
    eq(messages.leasedUntil, message.leasedUntil),
  );

/** Whether the message may have arrived although the attempt failed. */
interface Attempt {
  readonly mayHaveArrived?: boolean;
}
const toAttemptColumns = ({ mayHaveArrived = false }: Attempt) =>
  mayHaveArrived ? {} : { unanswered: sql`${messages.unanswered} - 1` };

/**
 * Marks a message as finished. Texts and secrets of a sent message are erased, except the starts that it told; those
 * of a kept or failed one stay for a while.
 */
export async function finishMessage(
  db: Db,
  message: LeasedMessage,
  outcome: Attempt & { state: Exclude<MessageState, 'queued'>; now: Date; error?: string },
): Promise<void> {
  const done = outcome.state === 'sent' || outcome.state === 'skipped';
  const { told } = message.params;
  // The payload of a webhook contains no personal data and can be sent again.
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
      ...toAttemptColumns(outcome),
      ...(erase ? { secrets: null, params: told === undefined ? {} : { told } } : {}),
    })
    .where(isLeasedByUs(message));
}

/** A message that became outdated while it was being sent is not retried. */
const requeueValues = {
  state: sql`case when ${messages.outdated} then 'skipped' else 'queued' end`,
  doneAt: sql`case when ${messages.outdated} then now() end`,
};

export async function postponeMessage(
  db: Db,
  message: LeasedMessage,
  again: Attempt & { runAt: Date; error: string },
): Promise<void> {
  const { runAt, error } = again;
  await db
    .update(messages)
    .set({
      ...requeueValues,
      ...toAttemptColumns(again),
      runAt,
      leasedUntil: null,
      error: error.slice(0, 300),
    })
    .where(isLeasedByUs(message));
}

/**
 * Releases the lease of this process without using an attempt: the message is available at `runAt`. With
 * `onHold`, later messages of its line no longer wait for it, and its lifetime begins again.
 */
export async function returnMessage(
  db: Db,
  message: LeasedMessage,
  runAt: Date,
  onHold = false,
): Promise<void> {
  await db
    .update(messages)
    .set({
      ...requeueValues,
      leasedUntil: null,
      runAt,
      ...(onHold ? { line: null, createdAt: sql`now()` } : {}),
      attempts: sql`${messages.attempts} - 1`,
      ...toAttemptColumns({}),
    })
    .where(isLeasedByUs(message));
}

/** Deduplication key of a message without its channel; null if the key names no channel. */
export const keyWithoutChannel = ({
  dedupeKey,
  channel,
}: Pick<LeasedMessage, 'dedupeKey' | 'channel'>): string | null =>
  dedupeKey.endsWith(`:${channel}`) ? dedupeKey.slice(0, -channel.length - 1) : null;

/**
 * Moves some appointments of a message about several into a message of their own, which waits until `runAt`.
 */
export async function splitMessage(
  db: Db,
  message: LeasedMessage,
  visitIds: readonly number[],
  runAt: Date,
): Promise<void> {
  const moved = sql`${sql.param([...visitIds])}::int[]`;
  const key = keyWithoutChannel(message) ?? message.dedupeKey;
  await db.execute(sql`
    with rest as (update messages
        set visit_ids = array(select v from unnest(visit_ids) v where v <> all(${moved})) where id = ${message.id})
    insert into messages (dedupe_key, channel, user_id, address, locale, template, params, secrets,
        appointment_id, visit_ids, unanswered, run_at, state)
      select ${`${key}:${visitIds.join(',')}:${message.channel}`}, channel, user_id, address, locale,
        template, params, secrets, (${moved})[1], ${moved}, unanswered - 1,
        ${runAt.toISOString()}::timestamptz, 'queued'
      from messages where id = ${message.id} on conflict (dedupe_key) do nothing`);
}
