import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { messages, pushSubscriptions } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues } from '#server/engine/db/fields.ts';
import { preparedByBuilder } from '#server/engine/db/prepared-statements.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { channelsOfRow } from '#server/features/recipients/queries.ts';
import { appointmentsOf, confirmedAddresses } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { subscribePush } from '#shared/contract/notifications.ts';
import type { Channel } from '#shared/contract/users.ts';

const maxNotifications = 50;
const isOwnNotification = (viewer: Viewer) =>
  and(eq(messages.userId, viewer.id), eq(messages.channel, 'app'));

export async function listOwnNotifications(db: Db, viewer: Viewer) {
  return db
    .select({
      id: sql<string>`${messages.id}::text`,
      template: messages.template,
      params: messages.params,
      appointmentId: messages.appointmentId,
      createdAt: messages.createdAt,
      readAt: messages.readAt,
    })
    .from(messages)
    .where(isOwnNotification(viewer))
    .orderBy(desc(messages.id))
    .limit(maxNotifications);
}
export type NotificationRow = Awaited<ReturnType<typeof listOwnNotifications>>[number];

/** Among the messages shown in the app; older ones could not be displayed any more. */
export async function countUnread(db: Db, viewer: Viewer): Promise<number> {
  const shown = db
    .select({ readAt: messages.readAt })
    .from(messages)
    .where(isOwnNotification(viewer))
    .orderBy(desc(messages.id))
    .limit(maxNotifications)
    .as('shown');
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(shown)
    .where(isNull(shown.readAt))
    .prepare(preparedByBuilder)
    .execute();
  return row?.n ?? 0;
}

export async function markRead(db: Db, viewer: Viewer, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(messages)
    .set({ readAt: now })
    .where(and(isOwnNotification(viewer), isNull(messages.readAt), inArray(messages.id, [...ids])));
}

export async function findChosenChannels(db: Db, viewer: Viewer): Promise<Channel[]> {
  const channels = sql<Channel[]>`${channelsOfRow('users')}`;
  const [row] = await db.select({ channels }).from(users).where(eq(users.id, viewer.id));
  return row?.channels ?? [];
}

/** Adds or removes a channel of a person. */
export async function setChannel(db: Db, userId: number, channel: Channel, wanted: boolean): Promise<void> {
  const channels = wanted
    ? sql`array_append(${channelsOfRow('users')}, ${channel})`
    : sql`array_remove(${channelsOfRow('users')}, ${channel})`;
  await db
    .update(users)
    .set({ channels, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), sql`(${channel} = any(${channelsOfRow('users')})) <> ${wanted}`));
}

export async function countSubscriptions(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  return row?.n ?? 0;
}

/**
 * A browser belongs to the person who subscribed last. A person has at most ten browsers; the oldest is
 * replaced.
 */
export async function saveSubscription(
  db: Db,
  userId: number,
  body: Body<typeof subscribePush>,
  now: Date,
): Promise<void> {
  const values = { ...columnValues(pushSubscriptions, body), userId, createdAt: now };
  await db
    .insert(pushSubscriptions)
    .values(values)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values });
  await db.execute(sql`delete from push_subscriptions where user_id = ${userId} and endpoint not in (
    select endpoint from push_subscriptions where user_id = ${userId}
      order by created_at desc, endpoint limit 10)`);
}

export async function deleteOwnSubscription(db: Db, userId: number, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/**
 * SQL: a text about several patients with one phone. Before it is sent, patients whom it no longer reaches
 * get a separate text.
 */
const isSharedPhoneText = sql`(template = 'offerDisplacedSeveral' and channel in ('sms', 'whatsapp'))`;

/**
 * Messages to erased people: queued ones are not sent, and the others lose their address. Messages about
 * their appointments to other people are deleted.
 */
async function eraseMessages(db: Db, ids: readonly number[]): Promise<void> {
  const unaddressed = sql`user_id = null, address = null, params = '{}', secrets = null,
    state = case when state in ('queued', 'failed') and not ${isSharedPhoneText} then 'skipped' else state end`;
  await db.execute(
    sql`update messages set ${unaddressed} where user_id = any(${sql.param([...ids])}::int[])`,
  );
  await db.execute(sql`update messages set ${unaddressed} where user_id is null and id in (
    select m.id from messages m join ${confirmedAddresses(ids)} their
      on handle(m.address) = their.email or m.address = their.phone where m.user_id is null)`);
  await db.execute(
    sql`delete from messages where appointment_id in ${appointmentsOf(ids)} and user_id is not null`,
  );
}

export const messageData: PersonalData = { forget: eraseMessages };
