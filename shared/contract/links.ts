import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { clockTime, id, isoDate, nothing } from './fields.ts';

/**
 * Links in messages: opening one shows a page; the button on it acts, once, without a login. Nothing here
 * names a person.
 */
export const linkActions = ['confirm', 'cancel', 'move', 'stop'] as const;
export type LinkAction = (typeof linkActions)[number];
const linkParams = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'validation.invalid')) });

export const linkSchema = z.object({
  kind: z.enum(['visit', 'stop']),
  /** What the link can still do; empty once it has been used or the time for it has passed. */
  actions: z.array(z.enum(linkActions)),
  /** Why it can do nothing more. */
  over: z.nullable(z.enum(['used', 'past', 'cutoff'])),
  /** Where to look for another time, while the link can move the visit. */
  locationId: z.nullable(id),
  /** Which messages a stop link ends. */
  channel: z.nullable(z.enum(['email', 'sms', 'whatsapp', 'push'])),
});
export type MessageLink = z.output<typeof linkSchema>;
export const getLink = endpoint({
  method: 'GET',
  path: '/api/links/:token',
  shows: [],
  access: 'public',
  summary: 'What a link from a message can do',
  params: linkParams,
  reply: linkSchema,
  errors: ['not_found', 'rate_limited'],
});
export const useLink = endpoint({
  method: 'POST',
  path: '/api/links/:token',
  changes: ['appointments', 'notifications'],
  urgency: 'first',
  access: 'public',
  summary: 'Does it, and spends the link',
  params: linkParams,
  body: z.object({
    action: z.enum(linkActions),
    /** With `move`. */
    appointmentDate: z.optional(isoDate),
    appointmentTime: z.optional(clockTime),
  }),
  reply: z.object({ done: z.enum(linkActions) }),
  errors: ['not_found', 'invalid_token', 'past_cutoff', 'slot_taken', 'rate_limited'],
});

/**
 * Called by the clinic's gateway when somebody replies to a text: `x-timestamp` and `x-signature` as on the
 * way out.
 */
export const inboundMessage = z.object({
  from: z.string().check(z.maxLength(40)),
  text: z.string().check(z.maxLength(2000)),
  channel: z.optional(z.enum(['sms', 'whatsapp'])),
});
export const receiveReply = endpoint({
  method: 'POST',
  path: '/api/delivery/inbound',
  changes: ['appointments', 'notifications'],
  access: 'public',
  summary: 'A reply to a text, signed by the gateway; STOP ends the reminders to that number',
  binaryBody: ['application/json'],
  reply: nothing,
  status: 204,
  errors: ['forbidden', 'not_configured'],
});
