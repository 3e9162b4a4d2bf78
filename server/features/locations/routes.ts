import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/locations.ts';
import { changeLocation, closeLocation, createLocation } from './actions.ts';
import { currentLocations } from './queries.ts';

export function locationRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listLocations, () => currentLocations(deps));
  mount(app, deps, api.createLocation, ({ viewer, body }) => createLocation(deps, viewer, body));
  mount(app, deps, api.changeLocation, async ({ viewer, params, body }) => {
    const changed = await changeLocation(deps, viewer, params.id, body);
    for (const afterChange of deps.registries.afterBranchChange) await afterChange(deps);
    return changed;
  });
  mount(app, deps, api.deleteLocation, async ({ viewer, params }) => {
    await closeLocation(deps, viewer, params.id);
    return null;
  });
}
