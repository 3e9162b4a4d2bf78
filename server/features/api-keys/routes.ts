import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/connections/api-keys.ts';
import { makeKey, revokeKey } from './actions.ts';
import { listActiveApiKeys } from './queries.ts';

export function apiKeyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listApiKeys, ({ viewer }) => listActiveApiKeys(deps.db, viewer, deps.now()));
  mount(app, deps, api.makeApiKey, ({ viewer, body }) => makeKey(deps, viewer, body));
  mount(app, deps, api.revokeApiKey, async ({ viewer, params }) => {
    await revokeKey(deps, viewer, params.id);
    return null;
  });
}
