import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { throttle, throttleNetwork } from '#server/engine/http/rate-limit.ts';
import * as api from '#shared/contract/connections/calendars.ts';
import { Refusal } from '#shared/errors.ts';
import { calendarFor, changeCalendar, endCalendar, makeCalendar, readerWith } from './actions.ts';
import { calendarOf } from './queries.ts';

/** A provider reads those of many people from one network; each of them rarely. */
const readings = {
  name: 'calendars',
  network: { points: 1200, seconds: 600 },
  overall: { points: 60, seconds: 600 },
  inMemory: true,
};

export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.ownCalendar, async ({ viewer }) => ({
    calendar: await calendarOf(deps.db, viewer.id),
  }));
  mount(app, deps, api.makeCalendar, ({ viewer, body }) => makeCalendar(deps, viewer, body.titles));
  mount(app, deps, api.changeCalendar, async ({ viewer, body }) => {
    await changeCalendar(deps, viewer, body.titles);
    return null;
  });
  mount(app, deps, api.endCalendar, async ({ viewer }) => {
    await endCalendar(deps, viewer);
    return null;
  });

  // What calendars read: the address is the proof, a cookie would change nothing.
  app.get<{ Params: { file: string } }>(
    '/calendars/:file',
    {
      schema: { hide: true },
      // First of all: who invents addresses leaves no trace of each.
      onRequest: async (request) => {
        request.counted = await throttleNetwork(deps, request, readings);
      },
    },
    async (request, reply) => {
      const [, token] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? [];
      if (token === undefined) throw new Refusal('not_found');
      // Only what is somebody's is counted by itself: an invented one would leave its count behind.
      const reader = await readerWith(deps, token);
      await throttle(deps, request, readings, token);
      const { file, tag } = await calendarFor(deps, reader);
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
