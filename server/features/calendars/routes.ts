import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle, throttleNetwork } from '#server/engine/http/rate-limit.ts';
import * as api from '#shared/contract/connections/calendars.ts';
import { Refusal } from '#shared/errors.ts';
import {
  changeCalendar,
  createCalendarFeed,
  createCalendarFeedAddress,
  endCalendar,
  findFeedOwner,
} from './actions.ts';
import { findOwnCalendar } from './queries.ts';

/** A provider reads the feeds of many people from one network, each of them rarely. */
const feedReadLimit = {
  name: 'calendars',
  network: { points: 1200, seconds: 600 },
  overall: { points: 60, seconds: 600 },
  inMemory: true,
};

export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.ownCalendar, async ({ viewer }) => ({
    calendar: await findOwnCalendar(deps.db, viewer.id),
  }));
  mount(app, deps, api.makeCalendar, ({ viewer, body }) =>
    createCalendarFeedAddress(deps, viewer, body.titles),
  );
  mount(app, deps, api.changeCalendar, async ({ viewer, body }) => {
    await changeCalendar(deps, viewer, body.titles);
    return null;
  });
  mount(app, deps, api.endCalendar, async ({ viewer }) => {
    await endCalendar(deps, viewer);
    return null;
  });

  // Calendar programs read it: the address is the secret, cookies are not used.
  app.get<{ Params: { file: string } }>(
    '/calendars/:file',
    {
      schema: { hide: true },
      // Runs first, so that invented addresses leave no rows.
      onRequest: async (request) => {
        request.counted = await throttleNetwork(deps, request, feedReadLimit);
      },
    },
    async (request, reply) => {
      const [, token] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? [];
      if (token === undefined) throw new Refusal('not_found');
      // Only existing feeds have their own rate limit: an invented address would leave a row.
      const reader = await findFeedOwner(deps, token);
      await throttle(deps, request, feedReadLimit, token);
      const { file, tag } = await createCalendarFeed(deps, reader);
      reply
        .header('etag', tag)
        .header('cache-control', 'private, no-cache')
        .header('x-robots-tag', 'noindex');
      if (request.headers['if-none-match']?.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === tag))
        return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(file);
    },
  );
}
