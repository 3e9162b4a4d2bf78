import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { checkBranch } from '#server/features/staff/branch-queries.ts';
import * as api from '#shared/contract/screens.ts';
import { makeScreen, revokeScreen, stateOf } from './actions.ts';
import { screensOf } from './queries.ts';

export function screenRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listScreens, ({ viewer, query }) => {
    checkBranch(viewer, query.locationId);
    return screensOf(deps.db, viewer, query.locationId);
  });
  mount(app, deps, api.makeScreen, ({ viewer, body }) => makeScreen(deps, viewer, body.locationId));
  mount(app, deps, api.revokeScreen, async ({ viewer, params }) => {
    await revokeScreen(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.readScreen, ({ params }) => stateOf(deps, params.token));
}
