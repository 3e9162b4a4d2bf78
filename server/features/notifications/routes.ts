import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { loadPushKeys } from '#server/features/recipients/push-queries.ts';
import * as api from '#shared/contract/notifications.ts';
import { subscribe, unsubscribe } from './actions.ts';
import { loadLetterheads } from './letterhead-queries.ts';
import { presentNotification } from './messages.ts';
import {
  countSubscriptions,
  countUnread,
  findChosenChannels,
  listOwnNotifications,
  markRead,
} from './queries.ts';

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listNotifications, async ({ viewer, lang, reply }) => {
    const letterhead = (await loadLetterheads(deps))[lang];
    reply.header('x-unread-count', String(await countUnread(deps.db, viewer)));
    const reading = { lang, letterhead, locations: await currentLocations(deps) };
    const rows = await listOwnNotifications(deps.db, viewer);
    return rows.flatMap((row) => presentNotification(row, viewer, reading) ?? []);
  });
  mount(app, deps, api.readNotifications, async ({ viewer, body }) => {
    await markRead(deps.db, viewer, body.ids.map(Number), deps.now());
    return null;
  });
  mount(app, deps, api.pushKey, async ({ viewer }) => ({
    key: (await loadPushKeys(deps)).publicKey,
    subscribed: (await countSubscriptions(deps.db, viewer.id)) > 0,
    channels: await findChosenChannels(deps.db, viewer),
  }));
  mount(app, deps, api.subscribePush, async ({ viewer, body }) => {
    await subscribe(deps, viewer, body);
    return null;
  });
  mount(app, deps, api.unsubscribePush, async ({ viewer, body }) => {
    await unsubscribe(deps, viewer, body.endpoint);
    return null;
  });
}
