import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list-pages.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/desk/calls.ts';
import { loadCallPage, recordCalls } from './actions.ts';

export function callRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listCalls, async ({ viewer, query, request, reply }) => {
    const { limit = maxRows, cursor, which } = query;
    const read = { limit: limit + 1, countTo: countLimit };
    const after = decodeCursor(cursor, ['int4', 'int8', 'localTime', 'text', 'int4']);
    const { calls, total } = await loadCallPage(deps, viewer, { which, after, ...read });
    const shown = sendPage(reply, request, calls, { limit, total, cursorOf: ({ place }) => place });
    return shown.map(({ callee }) => callee);
  });
  mount(app, deps, api.actOnCalls, ({ viewer, body }) => recordCalls(deps, viewer, body));
}
