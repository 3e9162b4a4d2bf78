import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { messages, webhooks } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { requeueMessages } from '#server/engine/delivery/queries.ts';
import { committedAfter, currentHorizon } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { Delivery, Webhook } from '#shared/contract/connections/webhooks.ts';
import type { AuditLine } from '#shared/domain/connections/webhook-events.ts';

type WebhookRow = typeof webhooks.$inferSelect;

const presentWebhook = ({
  id,
  name,
  url,
  events,
  details,
  createdAt,
  failingSince,
  offBecause,
}: WebhookRow): Webhook => ({
  id,
  name,
  url,
  events,
  details,
  createdAt: createdAt.toISOString(),
  failingSince: failingSince?.toISOString() ?? null,
  off: offBecause,
});

export async function allWebhooks(db: Db): Promise<Webhook[]> {
  return (await db.select().from(webhooks).orderBy(desc(webhooks.id))).map(presentWebhook);
}

export async function webhookWithId(db: Db, id: number): Promise<Webhook | undefined> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return row && presentWebhook(row);
}

/** Inserts a webhook that receives events from now on. */
export async function insertWebhook(
  db: Db,
  webhook: Omit<typeof webhooks.$inferInsert, 'seen'>,
): Promise<number> {
  const seen = await currentHorizon(db);
  const [row] = await db
    .insert(webhooks)
    .values({ ...webhook, seen })
    .returning({ id: webhooks.id });
  if (!row) throw new Error('a webhook was not inserted');
  return row.id;
}

export const countWebhooks = (db: Db): Promise<number> => db.$count(webhooks);

/** Turns a webhook on: from now on, with its failures cleared. */
export async function setWebhookActive(db: Db, id: number, off: Date | null): Promise<Webhook | undefined> {
  const on = { offAt: null, offBecause: null, failingSince: null, seen: await currentHorizon(db) };
  const [row] = await db
    .update(webhooks)
    .set(off ? { offAt: off, offBecause: 'hand' } : on)
    .where(eq(webhooks.id, id))
    .returning();
  return row && presentWebhook(row);
}

export async function renewSecret(db: Db, id: number, secret: string, oldUntil: Date): Promise<boolean> {
  const changed = await db
    .update(webhooks)
    .set({ oldSecret: webhooks.secret, oldUntil, secret })
    .where(eq(webhooks.id, id))
    .returning({ id: webhooks.id });
  return changed.length > 0;
}

export async function deleteWebhook(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ name: webhooks.name });
  if (row) await db.delete(messages).where(isMessageToWebhook(id));
  return row?.name;
}

const isMessageToWebhook = (id: number) =>
  and(eq(messages.channel, 'webhook'), eq(messages.address, String(id)));

/** Events for a webhook: order, key and payload. */
export interface QueuedEvent {
  readonly key: string;
  readonly line: string;
  readonly event: string;
  readonly body: string;
}

/** Inserts into the outbox, once each; nothing for a deleted webhook, because nobody would ever send it. */
export async function insertWebhookEvents(
  db: Db,
  webhookId: number,
  told: readonly QueuedEvent[],
): Promise<void> {
  if (told.length === 0) return;
  await db.execute(sql`
    insert into messages (dedupe_key, channel, address, locale, template, params, line, run_at)
    select 'webhook:' || ${webhookId}::int || ':' || t.key, 'webhook', ${String(webhookId)}, 'en', t.event,
      jsonb_build_object('body', t.body), 'webhook:' || ${webhookId}::int || ':' || t.line, 'epoch'
    from (select from webhooks where id = ${webhookId} for share) hook, jsonb_to_recordset(
      ${JSON.stringify(told)}::jsonb) as t(key text, line text, event text, body text)
    on conflict (dedupe_key) do nothing`);
}

export interface EventLine extends AuditLine {
  readonly id: number;
  readonly at: string;
}

export interface NewWebhookEvents extends Pick<WebhookRow, 'id' | 'events' | 'details'> {
  readonly lines: readonly EventLine[];
}

/** Active webhooks. */
export async function listActiveWebhooks(db: Db): Promise<number[]> {
  const rows = await db.select({ id: webhooks.id }).from(webhooks).where(isNull(webhooks.offAt));
  return rows.map(({ id }) => id);
}

/**
 * Events since the last read of a webhook, without the owner's; marks them as read. Empty while another
 * process reads. After a move or restore, events of the other database are not sent again.
 */
export async function takeNewEvents(
  db: Db,
  id: number,
  whose: Pick<Viewer, 'hiddenUsername'>,
): Promise<NewWebhookEvents | undefined> {
  const [hook] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isNull(webhooks.offAt)))
    .for('update', { skipLocked: true });
  if (!hook) return undefined;
  const { rows } = await db.execute<{ now: string; line: EventLine | null }>(sql`
    ${prepared}select now.seen as now, case when e.id is not null then json_build_object('id', e.id,
        'action', e.action, 'subject', e.subject, 'subjectId', e.subject_id, 'locationId', e.location_id,
        'patientId', e.patient_id, 'before', e.before,
        'after', e.after, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as line
    from (select pg_current_snapshot()::text as seen) now
    left join events e on ${committedAfter(sql`${hook.seen}::pg_snapshot`, sql`now.seen::pg_snapshot`)}
      and e.subject in ('appointments', 'users') and e.at > now() - interval '1 day'
      and ${isNotOwner(whose, sql`e.patient_id`) ?? sql`true`}
    order by e.id`);
  const seen = rows[0]?.now ?? hook.seen;
  await db.update(webhooks).set({ seen }).where(eq(webhooks.id, id));
  const lines = rows.flatMap(({ line }) => line ?? []);
  return { id, events: hook.events, details: hook.details, lines };
}

const newest = 100;

export async function listDeliveriesOf(db: Db, id: number): Promise<Delivery[]> {
  const rows = await db
    .select()
    .from(messages)
    .where(isMessageToWebhook(id))
    .orderBy(desc(messages.id))
    .limit(newest);
  return rows.map((row) => ({
    id: String(row.id),
    event: row.template,
    state: findDeliveryState(row),
    attempts: row.attempts,
    error: row.error,
    body: typeof row.params.body === 'string' ? row.params.body : null,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }));
}

function findDeliveryState({ state, attempts }: typeof messages.$inferSelect): Delivery['state'] {
  if (state === 'queued') return attempts > 0 ? 'failed' : 'queued';
  return state === 'sent' || state === 'skipped' ? state : 'dead';
}

/** Queues a message again while its payload exists. */
export async function requeue(db: Db, id: number, messageId: number): Promise<boolean> {
  const which = and(
    eq(messages.id, messageId),
    isMessageToWebhook(id),
    inArray(messages.state, ['dead', 'skipped', 'sent', 'failed']),
    sql`${messages.params} <> '{}'`,
  );
  return (await requeueMessages(db, which, { createdAt: sql`now()` })) > 0;
}

/** Number of webhooks turned off because nothing arrived, or because the receiver answered "gone". */
export const countFailing = (db: Db): Promise<number> =>
  db.$count(webhooks, inArray(webhooks.offBecause, ['failing', 'gone']));
