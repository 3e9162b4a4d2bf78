import { randomBytes, randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { findAddressProblem } from '#server/engine/delivery/transports/public-address.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { makeWebhook, Webhook } from '#shared/contract/connections/webhooks.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { webhookData, webhookEventOf } from '#shared/domain/connections/webhook-events.ts';
import { Refusal } from '#shared/errors.ts';
import * as queries from './queries.ts';

const maxWebhooks = 20;
const bothSecretsSignMs = 24 * 3_600_000;

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const createAuditEvent = (action: AuditAction, subjectId: number) =>
  ({ action, subject: 'webhooks', subjectId }) as const;

/** Creates a webhook that receives events from now on. */
export async function createHook(
  deps: Deps,
  viewer: Viewer,
  body: Body<typeof makeWebhook>,
): Promise<Reply<typeof makeWebhook>> {
  if (findAddressProblem(body.url, { anywhere: deps.config.WEBHOOKS_ANYWHERE }))
    throw new Refusal('malformed', { fields: { url: 'validation.outward' } });
  const secret = newSecret();
  const given = { ...body, events: [...new Set(body.events)] };
  const id = await inTransaction(deps.db, async (tx) => {
    if ((await queries.countWebhooks(tx)) >= maxWebhooks)
      throw new Refusal('too_many', { params: { n: maxWebhooks } });
    const made = await queries.insertWebhook(tx, {
      ...given,
      secret,
      createdBy: viewer.id,
      createdAt: deps.now(),
    });
    await recordEvent(tx, viewer, { ...createAuditEvent('webhook_made', made), after: given });
    return made;
  });
  return { id, secret };
}

export async function setHookActive(deps: Deps, viewer: Viewer, id: number, on: boolean): Promise<Webhook> {
  return inTransaction(deps.db, async (tx) => {
    const hook = await queries.setWebhookActive(tx, id, on ? null : deps.now());
    if (!hook) throw new Refusal('not_found');
    const after = on ? null : { because: 'hand' };
    await recordEvent(tx, viewer, { ...createAuditEvent(on ? 'webhook_on' : 'webhook_off', id), after });
    return hook;
  });
}

/** Makes a new secret; the old one also signs for a day, so that the receiver has time to change it. */
export async function renewHookSecret(
  deps: Deps,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof makeWebhook>> {
  const secret = newSecret();
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.renewSecret(tx, id, secret, addMilliseconds(deps.now(), bothSecretsSignMs))))
      throw new Refusal('not_found');
    await recordEvent(tx, viewer, createAuditEvent('webhook_secret_renewed', id));
  });
  return { id, secret };
}

export async function removeHook(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const name = await queries.deleteWebhook(tx, id);
    if (name === undefined) throw new Refusal('not_found');
    await recordEvent(tx, viewer, { ...createAuditEvent('webhook_ended', id), before: { name } });
  });
}

const buildEventPayload = (type: string, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data });

/** Sends a test event without data. */
export async function sendTestEvent(deps: Deps, id: number): Promise<void> {
  if (!(await queries.webhookWithId(deps.db, id))) throw new Refusal('not_found');
  const event = 'webhook.trial';
  const key = `trial:${randomUUID()}`;
  await queries.insertWebhookEvents(deps.db, id, [
    { key, line: key, event, body: buildEventPayload(event, deps.now().toISOString(), {}) },
  ]);
}

export async function resendDelivery(deps: Deps, id: number, messageId: number): Promise<void> {
  if (!(await queries.webhookWithId(deps.db, id))) throw new Refusal('not_found');
  if (!(await queries.requeue(deps.db, id, messageId))) throw new Refusal('not_sendable');
}

async function enqueueEventsOf(deps: Deps, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const due = await queries.takeNewEvents(tx, id, { hiddenUsername: deps.config.OWNER_USERNAME });
    if (!due) return;
    const news = due.lines.flatMap((line): queries.QueuedEvent[] => {
      const event = webhookEventOf(line);
      if (event === null || !due.events.includes(event)) return [];
      const body = buildEventPayload(event, line.at, webhookData(line, due.details));
      return [{ key: String(line.id), line: `${line.subject}:${line.subjectId}`, event, body }];
    });
    await queries.insertWebhookEvents(tx, id, news);
  });
}

/** Puts new events into the outbox of each active webhook, once, in whatever process. */
export async function enqueueWebhooks(deps: Deps): Promise<void> {
  for (const id of await queries.listActiveWebhooks(deps.db)) await enqueueEventsOf(deps, id);
}
