import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { throttles } from '#server/db/schema/accounts.ts';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { type MessageState, messages, pushSubscriptions } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import {
  awaitedKinds,
  type ChannelOf,
  type MessageChannel,
  type MessageKind,
} from '#shared/domain/message-kinds.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import type { Places } from './lanes.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

/** A message of a kind, by one of the ways that this kind may leave. */
export interface NewMessage<K extends MessageKind> {
  /** Two messages of one key are one message, however often a crash or a retry asks for it. */
  readonly dedupeKey: string;
  readonly channel: ChannelOf<K>;
  readonly userId?: number | null;
  /** E-mail address or E.164 number; push and app need none. */
  readonly address?: string | null;
  readonly locale: Lang;
  readonly template: K;
  readonly params?: MessageParams;
  /** Codes and links: erased once the message is sent or has expired. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly appointmentId?: number | null;
  /** Not before this instant; at once unless given. */
  readonly runAt?: Date;
}

/** At once, by whichever clock: the database's and a server's may differ. */
const atOnce = sql`'epoch'::timestamptz`;

export async function insertMessage<K extends MessageKind>(db: Db, message: NewMessage<K>): Promise<boolean> {
  const channel: MessageChannel = message.channel;
  const inTheApp = channel === 'app';
  const inserted = await db
    .insert(messages)
    .values({
      dedupeKey: message.dedupeKey,
      channel,
      userId: message.userId ?? null,
      address: message.address ?? null,
      locale: message.locale,
      template: message.template,
      params: { ...message.params },
      secrets: message.secrets && !inTheApp ? { ...message.secrets } : null,
      appointmentId: message.appointmentId ?? null,
      runAt: message.runAt ?? atOnce,
      ...(inTheApp ? { state: 'sent' as const, doneAt: sql`now()` } : {}),
    })
    .onConflictDoNothing({ target: messages.dedupeKey })
    .returning({ id: messages.id });
  return inserted.length > 0;
}

/**
 * A message that this process alone may send until `leasedUntil`; of a kind that an older version may have
 * known.
 */
export interface LeasedMessage {
  readonly id: number;
  readonly dedupeKey: string;
  readonly channel: MessageChannel;
  readonly userId: number | null;
  readonly address: string | null;
  readonly locale: Lang;
  readonly template: string;
  readonly params: MessageParams;
  readonly secrets: Readonly<Record<string, string>> | null;
  readonly appointmentId: number | null;
  readonly attempts: number;
  readonly leasedUntil: Date;
  readonly ageSeconds: number;
}

const awaitedTemplates = sql.raw(awaitedKinds.map((template) => `'${template}'`).join(', '));

/**
 * Takes due messages of one kind for the places each channel has, the oldest first; none that another process
 * holds. A lease that ran out (its process died) counts as none.
 */
export async function leaseMessages(
  db: Db,
  { now, until }: { now: Date; until: Date },
  kind: 'awaited' | 'rest',
  places: readonly Places[],
): Promise<LeasedMessage[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const lanes = sql`unnest(${sql.param(places.map(({ channel }) => channel))}::text[],
    ${sql.param(places.map(({ places: free }) => free))}::int[]) lane(channel, places)`;
  const due = sql`(select m.id from ${lanes} cross join lateral (
    select id from messages where state = 'queued' and channel = lane.channel
      and template ${kind === 'awaited' ? sql`in` : sql`not in`} (${awaitedTemplates}) and run_at <= ${at}
      and (leased_until is null or leased_until < ${at})
    order by run_at, id limit lane.places for update skip locked) m)`;
  const rows = await db
    .update(messages)
    .set({ leasedUntil: until, attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} in ${due}`)
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
 * Done with, one way or another. Words and secrets of what was sent are erased; of what is kept or failed
 * they stay for a while.
 */
export async function finishMessage(
  db: Db,
  message: LeasedMessage,
  outcome: { state: Exclude<MessageState, 'queued'>; now: Date; error?: string },
): Promise<void> {
  const erase = outcome.state === 'sent' || outcome.state === 'skipped';
  await db
    .update(messages)
    .set({
      state: outcome.state,
      doneAt: outcome.now,
      leasedUntil: null,
      error: outcome.error?.slice(0, 300) ?? null,
      address: message.address,
      ...(erase ? { secrets: null, params: {} } : {}),
    })
    .where(held(message));
}

export async function postponeMessage(
  db: Db,
  message: LeasedMessage,
  runAt: Date,
  error: string,
): Promise<void> {
  await db
    .update(messages)
    .set({ runAt, leasedUntil: null, error: error.slice(0, 300) })
    .where(held(message));
}

/** Gives back what this process holds, untried: the next one takes it at once, or not before `runAt`. */
export async function returnMessage(db: Db, message: LeasedMessage, runAt?: Date): Promise<void> {
  await db
    .update(messages)
    .set({ leasedUntil: null, ...(runAt ? { runAt } : {}), attempts: sql`${messages.attempts} - 1` })
    .where(held(message));
}

/** Counts one more of something; false when its limit is reached. */
export async function countText(db: Db, key: string, cap: number, expire: Date): Promise<boolean> {
  if (cap === 0) return false;
  const counted = await db
    .insert(throttles)
    .values({ key, points: 1, expire: expire.getTime() })
    .onConflictDoUpdate({
      target: throttles.key,
      set: { points: sql`${throttles.points} + 1` },
      setWhere: lt(throttles.points, cap),
    })
    .returning({ points: throttles.points });
  return counted.length > 0;
}

export async function countedTexts(db: Db, key: string): Promise<number> {
  const [row] = await db.select({ points: throttles.points }).from(throttles).where(eq(throttles.key, key));
  return row?.points ?? 0;
}

export async function subscriptionsOf(db: Db, userId: number) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, keys: pushSubscriptions.keys })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
}

export async function deleteSubscription(db: Db, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
}

/**
 * Whether an address is known to be a person's: she confirmed it, or staff entered it. Who changed it last
 * stands in the audit trail; where nobody did, it is of whoever made the account.
 */
const isKnown = (
  field: 'email' | 'phone',
): SQL<boolean> => sql<boolean>`(${sql.raw(`users.${field}_confirmed_at`)} is not null
  or users.role in ('receptionist', 'doctor', 'admin')
  or coalesce((select e.actor_id is distinct from users.id from events e where e.subject = 'users'
    and e.subject_id = users.id
    and e.action = 'user_changed' and e.after -> 'fields' ? ${field}
      order by e.id desc limit 1), users.created_by is not null))`;

/** How a person wants to be written to; nothing of someone who is gone. */
export async function recipientOf(db: Db, userId: number) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      phone: users.phone,
      locale: users.locale,
      channels: users.channels,
      emailKnown: isKnown('email'),
      phoneKnown: isKnown('phone'),
    })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.erasedAt} is null and ${users.deactivatedAt} is null`));
  const channels: readonly MessageChannel[] = row?.channels ?? [];
  return row && { ...row, channels };
}
export type Recipient = NonNullable<Awaited<ReturnType<typeof recipientOf>>>;

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}
const pushKeysLock = 7_402_320;

/**
 * The keys that browsers know this clinic by: made once, by whichever process comes first, and kept in the
 * database.
 */
export async function keepPushKeys(db: Db, make: () => PushKeys): Promise<PushKeys> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${pushKeysLock})`);
    const [row] = await tx
      .select({ body: contentVersions.body })
      .from(contentVersions)
      .where(eq(contentVersions.key, 'push-keys'))
      .limit(1);
    if (row) return row.body as PushKeys;
    const keys = make();
    await tx.insert(contentVersions).values({ key: 'push-keys', body: keys });
    return keys;
  });
}
