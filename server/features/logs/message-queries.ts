import { and, desc, eq, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { messages } from '#server/db/schema/messages.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { requeueMessages } from '#server/engine/delivery/queries.ts';
import { unconfirmedAddress } from '#server/engine/delivery/worker.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { SentMessage } from '#shared/contract/logs.ts';
import { type MessageChannel, messageLifetime } from '#shared/domain/message-kinds.ts';
import { findPeopleMatching } from './queries.ts';

export interface MessageFilter {
  readonly viewer: Viewer;
  /** 'failed': in the queue after a failed attempt. */
  readonly state?: SentMessage['state'] | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly q: string;
  readonly after: { readonly at: string; readonly id: number } | null;
}

const columns = {
  id: messages.id,
  channel: sql<MessageChannel>`${messages.channel}`,
  state: sql<
    SentMessage['state']
  >`case when ${messages.state} = 'queued' and ${messages.attempts} > 0 then 'failed' else ${messages.state} end`,
  template: messages.template,
  userId: messages.userId,
  address: messages.address,
  locale: messages.locale,
  params: messages.params,
  secrets: messages.secrets,
  attempts: messages.attempts,
  error: messages.error,
  createdAt: messages.createdAt,
  /** By the clock of the database, which wrote `created_at`. */
  ageSeconds: sql<number>`extract(epoch from now() - ${messages.createdAt})`.mapWith(Number),
  cursor: sql<string>`${messages.createdAt}::text`,
  doneAt: messages.doneAt,
};

/** Webhooks have a log of their own. */
const isToPeople = ne(messages.channel, 'webhook');

const maxPeople = 500;
const maxSearchedMessages = 20_000;

function stateCondition(state: MessageFilter['state']): SQL | undefined {
  if (state === 'failed') return and(eq(messages.state, 'queued'), sql`${messages.attempts} > 0`);
  if (state === 'queued') return and(eq(messages.state, 'queued'), eq(messages.attempts, 0));
  return state && eq(messages.state, state);
}

const filterCondition = ({ state, channel, from, to }: MessageFilter): SQL | undefined =>
  and(
    isToPeople,
    stateCondition(state),
    channel && eq(messages.channel, channel),
    from ? sql`${messages.createdAt} >= ${from.toISOString()}::timestamptz` : undefined,
    to ? sql`${messages.createdAt} < ${to.toISOString()}::timestamptz` : undefined,
  );

/** Every message to one person, oldest first. */
export const selectMessagesTo = (db: Db, userId: number) =>
  db.select(columns).from(messages).where(eq(messages.userId, userId)).orderBy(messages.id);

/** Messages to the people that a text matches, or else to an address among the newest. */
async function searchCondition(db: Db, filter: MessageFilter): Promise<SQL | undefined> {
  if (filter.q === '') return undefined;
  const people = await findPeopleMatching(db, filter.viewer, filter.q, maxPeople);
  if (people.length > 0) return inArray(messages.userId, people);
  const recent = db
    .select({ id: messages.id, address: messages.address })
    .from(messages)
    .where(filterCondition(filter))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(maxSearchedMessages)
    .as('recent');
  const found = await db
    .select({ id: recent.id })
    .from(recent)
    .where(sql`lower(${recent.address}) like ${`%${filter.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`)
    .limit(maxPeople);
  return found.length > 0
    ? inArray(
        messages.id,
        found.map((row) => row.id),
      )
    : sql`false`;
}

export async function loadSentMessagePage(db: Db, filter: MessageFilter, limit: number, countTo: number) {
  const where = and(filterCondition(filter), await searchCondition(db, filter));
  const { after } = filter;
  const rows = await db
    .select(columns)
    .from(messages)
    .where(
      and(
        where,
        after
          ? sql`(${messages.createdAt}, ${messages.id}) < (${after.at}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit);
  return { rows, total: await countUpTo(db, countTo, sql`from ${messages} where ${where ?? sql`true`}`) };
}
export type SentMessageRow = Awaited<ReturnType<typeof loadSentMessagePage>>['rows'][number];

export async function findSentMessage(db: Db, id: number): Promise<SentMessageRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(messages)
    .where(and(eq(messages.id, id), isToPeople));
  return row;
}

const sendableStates = ['dead', 'kept'] as const;

/**
 * Whether a message can be sent again: it did not leave, and it is not out of date. Until then its text,
 * codes and links are stored.
 */
export const canSendAgain = ({ state, template, params, ageSeconds }: SentMessageRow): boolean =>
  sendableStates.some((one) => one === state) && ageSeconds <= messageLifetime(template, params) * 60;

/** Queues a message again unless that has just been done. Its lifetime goes on. */
export const requeueMessage = async (db: Db, id: number): Promise<boolean> =>
  (await requeueMessages(db, and(eq(messages.id, id), inArray(messages.state, [...sendableStates])))) > 0;

/** Delayed messages: due before `limit` and 15 minutes old, failed since `lately`, or retried repeatedly. */
export async function countDeliveryProblems(db: Db, limit: Date, lately: Date) {
  const [stuck] = await db
    .select({ n: sql<number>`count(*)::int`, since: sql<Date | null>`min(${messages.createdAt})` })
    .from(messages)
    .where(
      and(
        eq(messages.state, 'queued'),
        isToPeople,
        lt(messages.runAt, limit),
        sql`${messages.createdAt} < now() - interval '15 minutes'`,
      ),
    );
  // A missing mailbox fails at once and says nothing about the channel, nor does an unconfirmed address.
  const isTried = sql`${messages.attempts} >= 3 and ${messages.error} is distinct from ${unconfirmedAddress}`;
  const givenUp = and(
    inArray(messages.state, ['dead', 'failed']),
    isTried,
    sql`${messages.doneAt} > ${lately.toISOString()}::timestamptz`,
  );
  const failing = await db
    .select({
      channel: sql<MessageChannel>`${messages.channel}`,
      n: sql<number>`count(*)::int`,
      since: sql<Date | null>`min(${messages.createdAt})`,
    })
    .from(messages)
    .where(and(isToPeople, or(givenUp, and(eq(messages.state, 'queued'), isTried))))
    .groupBy(messages.channel)
    .orderBy(messages.channel);
  return { stuck: { n: stuck?.n ?? 0, since: stuck?.since ?? null }, failing };
}
