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
  summary: "Lists the user's newest 50 notifications; X-Unread-Count counts the unread ones among them",
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
  summary: 'Returns the public key for push subscriptions',
  reply: z.object({ key: z.string(), subscribed: z.boolean(), channels: z.array(channelSchema) }),
});
const endpointUrl = z.string().check(z.maxLength(1000), z.regex(/^https:\/\//, 'validation.link'));
export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/notifications/subscriptions',
  changes: ['notifications'],
  access: 'signed-in',
  lock: 'visits',
  summary: 'Subscribes this browser to push messages (known push services only)',
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
  summary: 'Ends push messages to this browser',
  body: z.object({ endpoint: endpointUrl }),
  reply: nothing,
  status: 204,
});
