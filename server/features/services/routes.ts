import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/services.ts';
import { changeService, createService, withdrawService } from './actions.ts';
import { currentServices } from './queries.ts';

export function serviceRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listServices, () => currentServices(deps));
  mount(app, deps, api.createService, ({ viewer, body }) => createService(deps, viewer, body));
  mount(app, deps, api.changeService, ({ viewer, params, body }) =>
    changeService(deps, viewer, params.id, body),
  );
  mount(app, deps, api.deleteService, async ({ viewer, params }) => {
    await withdrawService(deps, viewer, params.id);
    return null;
  });
}
