import * as z from 'zod/mini';
import { instant, nothing } from '../fields.ts';
import { endpoint } from './endpoint.ts';
import { channelSchema } from './users.ts';

const messageId = z.string().check(z.regex(/^\d{1,18}$/, 'validation.id'));
export const notificationSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.nullable(z.string()),
  createdAt: instant,
  readAt: z.nullable(instant),
});
export type Notification = z.output<typeof notificationSchema>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  lock: 'visits',
  shows: ['notifications'],
  access: 'signed-in',
  summary: "One's own notifications, the newest 50; X-Unread-Count counts the unread among them",
  reply: z.array(notificationSchema),
});
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  lock: 'visits',
  changes: ['notifications'],
  access: 'signed-in',
  summary: 'Marks notifications as read',
  body: z.object({ ids: z.array(messageId).check(z.maxLength(200)) }),
  reply: nothing,
  status: 204,
});
export const pushKey = endpoint({
  method: 'GET',
  path: '/api/notifications/push-key',
  shows: [],
  access: 'signed-in',
  summary: 'The public key a browser subscribes with',
  reply: z.object({ key: z.string(), subscribed: z.boolean(), channels: z.array(channelSchema) }),
});
const endpointUrl = z.string().check(z.maxLength(1000), z.regex(/^https:\/\//, 'validation.link'));
export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/notifications/subscriptions',
  changes: ['notifications'],
  access: 'signed-in',
  lock: 'visits',
  summary: 'Push to this browser (known push hosts only)',
  body: z.object({
    endpoint: endpointUrl,
    keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(100)) }),
  }),
  reply: nothing,
  status: 204,
});
export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/notifications/subscriptions',
  changes: ['notifications'],
  access: 'signed-in',
  summary: 'No more push to this browser',
  body: z.object({ endpoint: endpointUrl }),
  reply: nothing,
  status: 204,
});
