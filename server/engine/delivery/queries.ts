import { eq, lt, type SQL, sql } from 'drizzle-orm';
import { throttles } from '#server/db/schema/accounts.ts';
import { messages } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { addMilliseconds, localDateTime } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import {
  type ChannelOf,
  type MessageKind,
  messageKindRow,
  type OutboxChannel,
  otherVisitStatingKinds,
  ringingChannels,
  visitStatingKinds,
} from '#shared/domain/message-kinds.ts';
import type { Contact } from '#shared/domain/messages/contact-channels.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';

export type MessageParams = Readonly<Record<string, string | number>>;

/** A message of a kind, by one of the channels of that kind. */
export interface NewMessage<K extends MessageKind> {
  /** Messages with the same key are one message, also after a crash or retry. */
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
  /** Messages about one appointment leave in order, also offers of another time for it. */
  readonly appointmentId?: number | null;
  /** A message about several appointments has one link for each, `visit_<id>`. */
  readonly visitIds?: readonly number[];
  /**
   * The statement of the message about its appointment. A channel does not send the same statement twice in a
   * row.
   */
  readonly says?: string;
  /** Not before this instant; default: at once. */
  readonly runAt?: Date;
}

/** At once by either clock: the database's and the server's may differ. */
const immediately = sql`'epoch'::timestamptz`;

/**
 * Inserts messages as a part of a larger statement; none if `from` has no row. Existing keys are left out.
 */
export const messagesInsert = (
  messages: readonly NewMessage<MessageKind>[],
  from: SQL,
  found = sql``,
): SQL => sql`
  insert into messages (dedupe_key, channel, user_id, address, locale, template, params, secrets,
    appointment_id, visit_ids, says, line, run_at, state, done_at)
  select m."dedupeKey", m.channel, m."userId", m.address, m.locale, m.template, m.params ${found}, m.secrets,
    m."appointmentId", m."visitIds", m.says,
    case when m.channel <> 'app' and (m."appointmentId" is not null or m."inOrder")
      then coalesce('visit:' || m."appointmentId", 'person') || ':' || coalesce(m."userId"::text, m.address)
        || ':' || m.channel
    end, coalesce(m."runAt", ${immediately}),
    case m.channel when 'app' then 'sent' else 'queued' end,
    case m.channel when 'app' then now() end
  from ${from}, jsonb_to_recordset(${JSON.stringify(messages.map(toMessageRow))}::jsonb) as m("dedupeKey" text,
    channel text, "userId" int, address text, locale text, template text, params jsonb, secrets jsonb,
    "appointmentId" int, "visitIds" int[], says text, "runAt" timestamptz, "inOrder" boolean)
  on conflict (dedupe_key) do nothing returning 1 as told`;

/**
 * A message in the app needs no secret, because its reader is signed in. Other messages to a patient leave in
 * order: those about one appointment, and all others to her.
 */
const toMessageRow = ({ params = {}, secrets, channel, ...message }: NewMessage<MessageKind>) => ({
  ...message,
  channel,
  params,
  secrets: channel === 'app' ? null : secrets,
  inOrder: messageKindRow(message.template).audience === 'patient',
});

/**
 * Cancels queued messages that state an outdated time of these appointments. A message that is being sent now
 * may still arrive; the next one waits for it (`line`). Returns earlier starts that these messages did not
 * replace yet: the patient may still expect them.
 */
export async function dropOutdated(db: Db, visitIds: readonly number[], now: Date): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isFree = sql`(leased_until is null or leased_until < ${at})`;
  const { rows } = await db.execute<{ oldDate: string | null; oldTime: string | null }>(sql`${prepared}
    update messages set outdated = true, state = case when ${isFree} then 'skipped' else state end,
      done_at = case when ${isFree} then ${at} end, error = case when ${isFree} then 'outdated' end,
      secrets = case when ${isFree} then null else secrets end
    where state = 'queued' and appointment_id = any(${sql.param([...visitIds])}::int[])
      and template = any(${sql.param([...visitStatingKinds])}::text[])
    returning params ->> 'oldDate' as "oldDate", params ->> 'oldTime' as "oldTime"`);
  return rows.flatMap(({ oldDate, oldTime }) =>
    oldDate !== null && oldTime !== null ? localDateTime(oldDate, oldTime) : [],
  );
}

/**
 * The statement (`says`) of the last message that a person certainly got about an appointment by a channel.
 * Null if there is none, or if a later message about the appointment arrived or may have arrived: the person
 * then knows something else, and the statement has to be sent again. A message by another channel counts only
 * if the statement does not follow it there.
 */
export async function findLastStatement(
  db: Db,
  { id, userId, channel, appointmentId }: VisitMessage & { appointmentId: number },
): Promise<string | null> {
  const { rows } = await db.execute<{ says: string | null }>(sql`${prepared}
    select case when not exists (select from messages r where r.user_id = m.user_id and r.channel = m.channel
        and (r.done_at, r.id) > (m.done_at, m.id) and r.state = 'sent'
        and r.template = any(${sql.param([...otherVisitStatingKinds])}::text[])
        and (r.appointment_id = m.appointment_id or m.appointment_id = any(r.visit_ids)))
      and not exists (select from messages r where r.user_id = m.user_id and r.channel = m.channel
        and r.id > m.id and r.id <> ${id} and r.state <> 'sent' and r.unanswered > 0
        and r.template = any(${sql.param([...visitStatingKinds, ...otherVisitStatingKinds])}::text[])
        and (r.appointment_id = m.appointment_id or m.appointment_id = any(r.visit_ids)))
      and not exists (select from messages r where r.user_id = m.user_id and r.channel not in (m.channel, 'app')
        and r.id < ${id} and case when r.state = 'sent' then (r.done_at, r.id) > (m.done_at, m.id)
          else r.unanswered > 0 and r.id > m.id end
        and (r.says <> m.says or r.template = any(${sql.param([...otherVisitStatingKinds])}::text[]))
        and (r.appointment_id = m.appointment_id or m.appointment_id = any(r.visit_ids))
        and not exists (select from messages s where s.user_id = r.user_id and s.channel = r.channel
          and s.appointment_id = m.appointment_id and s.id > r.id and s.says = m.says
          and s.state in ('queued', 'sent'))) then m.says end as says
      from messages m where m.user_id = ${userId}::int and m.channel = ${channel}
        and m.appointment_id = ${appointmentId}::int and m.state = 'sent' and m.says is not null
      order by m.id desc limit 1`);
  return rows[0]?.says ?? null;
}

/**
 * The starts of appointments in a message without a statement (`says`), as its parameter `told`; it is kept when
 * the message was sent.
 */
export const toldStarts = (visits: readonly { id: number; localStart: string }[]): { told: string } => ({
  told: visits.map(({ id, localStart }) => `${id} ${localStart}`).join(';'),
});

/**
 * The start of an appointment ('YYYY-MM-DD HH:MM:SS') in the last message that a person got by a channel. If she got
 * none, in the first to her by any channel, because she knows when she booked.
 */
export async function findToldStart(
  db: Db,
  { userId, channel, appointmentId }: VisitMessage,
): Promise<{ start: string; isSent: boolean } | undefined> {
  const { rows } = await db.execute<{ start: string; isSent: boolean }>(sql`${prepared}
    select start, sent as "isSent"
    from messages m, lateral (select m.channel = ${channel} and m.state = 'sent' as sent, case
        when m.says is null then substring(m.params ->> 'told' from '(?:^|;)' || ${appointmentId}::int || ' ([^;]+)')
        when m.says not like 'off %' then split_part(m.says, ' ', 2) || ' ' || split_part(m.says, ' ', 3)
      end as start) stated
    where m.user_id = ${userId}::int
      and (m.appointment_id = ${appointmentId}::int or ${appointmentId}::int = any(m.visit_ids))
      and start is not null
    order by sent desc, case when sent then -m.id else m.id end limit 1`);
  return rows[0];
}

interface VisitMessage {
  id: number;
  userId: number | null;
  channel: string;
  appointmentId: number | null;
}

/** Whether a later message on this channel will tell the person a new time of the appointment. */
export async function hasLaterMessage(
  db: Db,
  { id, userId, channel, appointmentId }: VisitMessage,
): Promise<boolean> {
  if (appointmentId === null) return false;
  const last = await findLastStatement(db, { id, userId, channel, appointmentId });
  const { rows } = await db.execute(sql`select from messages where user_id = ${userId}::int
    and channel = ${channel} and appointment_id = ${appointmentId}::int and id > ${id} and state = 'queued'
    and not outdated and says is distinct from ${last}::text
    and template = any(${sql.param([...visitStatingKinds])}::text[]) limit 1`);
  return rows.length > 0;
}

/** Messages of which no key exists yet. */
export async function insertNew<M extends NewMessage<MessageKind>>(
  db: Db,
  messages: readonly M[],
): Promise<M[]> {
  if (messages.length === 0) return [];
  const { rows } = await db.execute<{ key: string }>(
    sql`${prepared}${messagesInsert(messages, sql`(select) once`)}, dedupe_key as key`,
  );
  const keys = new Set(rows.map(({ key }) => key));
  return messages.filter(({ dedupeKey }) => keys.delete(dedupeKey));
}

/** Returns the number of new messages. */
export const insertMessages = async (db: Db, messages: readonly NewMessage<MessageKind>[]): Promise<number> =>
  (await insertNew(db, messages)).length;

/**
 * Queues the messages that `which` selects again and returns their number. Their keys, and so their Message-
 * IDs, stay the same. `createdAt` restarts their lifetime.
 */
export async function requeueMessages(
  db: Db,
  which: SQL | undefined,
  restart: { createdAt?: SQL } = {},
): Promise<number> {
  const again = await db
    .update(messages)
    .set({
      state: 'queued',
      attempts: 0,
      runAt: sql`'epoch'`,
      leasedUntil: null,
      error: null,
      doneAt: null,
      ...restart,
    })
    .where(which)
    .returning({ id: messages.id });
  return again.length;
}

/** Other processes may still use the earlier quiet hours for a second (see `Cache`). */
const settingsLagMs = 2000;

/**
 * Makes waiting messages due, because the quiet hours changed. Messages that wait for another reason (a held
 * appointment, the limit of texts, a patient's own hours) may be among them: the worker decides again and holds
 * them again. A message after a failed attempt keeps its pause, because another attempt would count.
 */
export async function releaseWaitingMessages(db: Db, now: Date): Promise<void> {
  const due = sql`${addMilliseconds(now, settingsLagMs).toISOString()}::timestamptz`;
  await db.execute(sql`update messages set run_at = ${due} where state = 'queued' and attempts = 0
    and channel = any(${sql.param([...ringingChannels])}::text[]) and run_at > ${due}`);
}

/** Increases a counter; false if its limit is reached. */
export async function incrementTextCount(db: Db, key: string, cap: number, expire: Date): Promise<boolean> {
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

export async function readTextCount(db: Db, key: string): Promise<number> {
  const [row] = await db.select({ points: throttles.points }).from(throttles).where(eq(throttles.key, key));
  return row?.points ?? 0;
}

/** SQL: the last day ('YYYY-MM-DD') on which a counter with the key `name:day` reached its limit. */
export const lastDayOverLimit = (name: string, limit: number): SQL => sql`(select max(right(key, 10))
  from throttles where key > ${`${name}:2`} and key < ${`${name}:3`} and points >= ${limit})`;

/** The channels that a person has chosen. */
export interface Recipient extends Contact {
  id: number;
  name: string;
  locale: Lang;
  reach: PhoneReach | null;
  /** The last day on which the clinic's limit of texts was reached. */
  textsSpentOn: string | null;
}

/** Changes the deduplication key of a message. False if that key exists: the other message says the same. */
export async function changeDedupeKey(db: Db, id: number, dedupeKey: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update messages set dedupe_key = ${dedupeKey}
    where id = ${id} and not exists (select from messages where dedupe_key = ${dedupeKey})`);
  return rowCount === 1;
}

/** Frees the keys of statements that were skipped although they were not outdated, so that they can be queued again. */
export async function freeSkippedKeys(db: Db, dedupeKeys: readonly string[]): Promise<void> {
  await db.execute(sql`update messages set dedupe_key = dedupe_key || ':unsent ' || id
    where dedupe_key = any(${sql.param([...dedupeKeys])}::text[]) and state = 'skipped' and not outdated
      and says is not null`);
}

/** The channels of the messages with these deduplication keys, of one recipient or of all. */
export async function findChannels(
  db: Db,
  dedupeKeys: readonly string[],
  userId: number | null = null,
): Promise<OutboxChannel[]> {
  const { rows } = await db.execute<{ channel: OutboxChannel }>(
    sql`select channel from messages where dedupe_key = any(${sql.param([...dedupeKeys])}::text[])
      and (${userId}::int is null or user_id = ${userId}::int)`,
  );
  return rows.map(({ channel }) => channel);
}

/** Whether one message with one of these deduplication keys is about all of these appointments. */
export async function hasMessageAbout(
  db: Db,
  dedupeKeys: readonly string[],
  visitIds: readonly number[],
): Promise<boolean> {
  const { rows } = await db.execute(sql`select from messages
    where dedupe_key = any(${sql.param([...dedupeKeys])}::text[])
      and visit_ids @> ${sql.param([...visitIds])}::int[] limit 1`);
  return rows.length > 0;
}
