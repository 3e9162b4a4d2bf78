import * as z from 'zod/mini';
import { webhookEvents } from '../../domain/connections/webhook-events.ts';
import { id, idParam, idParams, instant, nameText, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Webhooks: events sent to other programs (Standard Webhooks). */

export const webhookSchema = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** Payloads contain more than ids. */
  details: z.boolean(),
  createdAt: instant,
  /** Since when every delivery fails. */
  failingSince: z.nullable(instant),
  /**
   * Why the webhook is off. `failing`: no delivery succeeded for a day. `gone`: the receiver answered 410.
   */
  off: z.nullable(z.enum(['hand', 'failing', 'gone'])),
});
export type Webhook = z.output<typeof webhookSchema>;

export const newWebhookBody = z.object({
  name: nameText(60),
  url: z.string().check(
    z.trim(),
    z.minLength(1, 'validation.required'),
    z.maxLength(500, 'validation.tooLong'),
    z.refine((text) => URL.canParse(text), 'validation.outward'),
  ),
  events: z
    .array(z.enum(webhookEvents))
    .check(z.minLength(1, 'validation.required'), z.maxLength(webhookEvents.length, 'validation.tooMany')),
  details: z.boolean(),
});

const shownOnce = z.object({ id, secret: z.string() });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  shows: ['webhooks'],
  access: ['admin'],
  summary: 'Lists the webhooks, without their secrets',
  reply: z.array(webhookSchema),
});
export const makeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  changes: ['webhooks'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Creates a webhook for events from now on. Its secret is shown only in this answer',
  body: newWebhookBody,
  reply: shownOnce,
  status: 201,
  errors: ['too_many'],
});
export const turnWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  changes: ['webhooks'],
  access: ['admin'],
  summary: 'Turns a webhook off, or on for events from now on',
  params: idParams,
  body: z.object({ on: z.boolean() }),
  reply: webhookSchema,
});
export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  changes: ['webhooks'],
  access: ['admin'],
  proof: 'recent',
  summary:
    'Creates a new secret, shown only in this answer. For a day, deliveries are signed with the old and the new secret',
  params: idParams,
  reply: shownOnce,
  status: 201,
});
export const endWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  changes: ['webhooks'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Deletes a webhook and its waiting deliveries',
  params: idParams,
  reply: nothing,
  status: 204,
});
export const tryWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/trial',
  changes: ['webhooks'],
  access: ['admin'],
  summary: 'Sends an event `webhook.trial` without data',
  params: idParams,
  reply: nothing,
  status: 204,
});

export const deliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(['queued', 'failed', 'sent', 'dead', 'skipped']),
  attempts: z.int(),
  error: z.nullable(z.string()),
  /** The exact payload, while it is stored. */
  body: z.nullable(z.string()),
  createdAt: instant,
  doneAt: z.nullable(instant),
});
export type Delivery = z.output<typeof deliverySchema>;
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  shows: ['webhooks'],
  access: ['admin'],
  summary: 'Lists the newest 100 deliveries of a webhook and their results',
  params: idParams,
  reply: z.array(deliverySchema),
});
export const sendDeliveryAgain = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:messageId/send-again',
  changes: ['webhooks'],
  access: ['admin'],
  summary: 'Repeats a delivery with the same `webhook-id`',
  params: z.object({
    id: idParam,
    messageId: z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'validation.id')),
  }),
  reply: nothing,
  status: 204,
  errors: ['not_sendable'],
});
