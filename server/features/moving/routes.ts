import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/connections/moving.ts';
import * as actions from './actions.ts';

export function movingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.currentMoving, ({ viewer }) => actions.currentMoving(deps, viewer));
  mount(app, deps, api.askToMoveOut, ({ viewer }) => actions.requestMoveOut(deps, viewer));
  mount(app, deps, api.fetchMoving, async ({ viewer, reply }) => {
    const { name, bytes, pieces } = await actions.fetchMoving(deps, viewer);
    reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`);
    reply.header('content-length', bytes);
    return Readable.from(pieces, { objectMode: false });
  });
}
