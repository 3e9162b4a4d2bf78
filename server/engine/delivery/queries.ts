import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { throttles } from '#server/db/schema/accounts.ts';
import { type MessageState, messages } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { often } from '#server/engine/db/often.ts';
import type { Lang } from '#shared/domain/languages.ts';
import {
  awaitedKinds,
  type ChannelOf,
  type MessageChannel,
  type MessageKind,
  type OutboxChannel,
} from '#shared/domain/message-kinds.ts';
import type { Reach } from '#shared/domain/messages/quiet-hours.ts';
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
  /** Several visits of one message: each has its own link, `visit_<id>`. */
  readonly visitIds?: readonly number[];
  /** Not before this instant; at once unless given. */
  readonly runAt?: Date;
}

/** At once, by whichever clock: the database's and a server's may differ. */
const atOnce = sql`'epoch'::timestamptz`;

/**
 * Messages as a part of a larger statement: none where `from` has no row. Those whose key is there already
 * are left out.
 */
export const messagesInsert = (
  messages: readonly NewMessage<MessageKind>[],
  from: SQL,
  found = sql``,
): SQL => sql`
  insert into messages (dedupe_key, channel, user_id, address, locale, template, params, secrets,
    appointment_id, visit_ids, run_at, state, done_at)
  select m."dedupeKey", m.channel, m."userId", m.address, m.locale, m.template, m.params ${found}, m.secrets,
    m."appointmentId", m."visitIds", coalesce(m."runAt", ${atOnce}),
    case m.channel when 'app' then 'sent' else 'queued' end,
    case m.channel when 'app' then now() end
  from ${from}, jsonb_to_recordset(${JSON.stringify(messages.map(asRow))}::jsonb) as m("dedupeKey" text,
    channel text, "userId" int, address text, locale text, template text, params jsonb, secrets jsonb,
    "appointmentId" int, "visitIds" int[], "runAt" timestamptz)
  on conflict (dedupe_key) do nothing returning 1 as told`;

/** What is in the app needs no secret: it is read by whoever is signed in. */
const asRow = ({ params = {}, secrets, channel, ...message }: NewMessage<MessageKind>) => ({
  ...message,
  channel,
  params,
  secrets: channel === 'app' ? null : secrets,
});

/** Those of which none of the key was there. */
export async function insertNew<M extends NewMessage<MessageKind>>(
  db: Db,
  messages: readonly M[],
): Promise<M[]> {
  if (messages.length === 0) return [];
  const { rows } = await db.execute<{ key: string }>(
    sql`${often}${messagesInsert(messages, sql`(select) once`)}, dedupe_key as key`,
  );
  const keys = new Set(rows.map(({ key }) => key));
  return messages.filter(({ dedupeKey }) => keys.delete(dedupeKey));
}

/** Says how many are new. */
export const insertMessages = async (db: Db, messages: readonly NewMessage<MessageKind>[]): Promise<number> =>
  (await insertNew(db, messages)).length;

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
  // An array is asked for once. `in` may be planned to ask again for each row, and then takes all there are.
  const due = sql`array(select m.id from ${lanes} cross join lateral (
    select id from messages where state = 'queued' and channel = lane.channel
      and template ${kind === 'awaited' ? sql`in` : sql`not in`} (${awaitedTemplates}) and run_at <= ${at}
      and (leased_until is null or leased_until < ${at})
      and (line is null or not exists (select from messages before where before.line = messages.line
        and before.state = 'queued' and before.id < messages.id))
    order by run_at, id limit lane.places for update skip locked) m)`;
  const rows = await db
    .update(messages)
    .set({ leasedUntil: until, attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} = any(${due})`)
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

/**
 * Puts the messages that `which` names into the queue again, as if they were new, and says how many; their
 * keys, and so their Message-IDs, stay the same.
 */
export async function requeueMessages(db: Db, which: SQL | undefined): Promise<number> {
  const again = await db
    .update(messages)
    .set({
      state: 'queued',
      attempts: 0,
      runAt: sql`'epoch'`,
      leasedUntil: null,
      error: null,
      doneAt: null,
      createdAt: sql`now()`,
    })
    .where(which)
    .returning({ id: messages.id });
  return again.length;
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

/** How a person wants to be written to. */
export interface Recipient {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  locale: Lang;
  channels: readonly MessageChannel[];
  reach: Reach | null;
  emailKnown: boolean;
  phoneKnown: boolean;
}

/** Whether the number of a row of `users` is known to be hers. */
export const phoneKnown = isKnown('phone');

/** The columns of a recipient, of a row of `users`. */
export const recipientColumns = sql`users.id, users.name, users.email, users.phone, users.locale,
  users.channels, users.reach, ${isKnown('email')} as "emailKnown", ${phoneKnown} as "phoneKnown"`;

/** Nothing of someone who is gone. */
export async function recipientOf(db: Db, userId: number): Promise<Recipient | undefined> {
  const { rows } = await db.execute<Recipient & Record<string, unknown>>(sql`${often}
    select ${recipientColumns} from users
    where id = ${userId} and erased_at is null and deactivated_at is null`);
  return rows[0];
}
