import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/staff.ts';
import { Refusal } from '#shared/errors.ts';
import { changeStaffMember, createStaffMember, previewStaffEdit, saveHomePlace } from './actions.ts';
import { deleteFilter, listFiltersOf, saveNamedFilter } from './filter-queries.ts';
import { readOwnPlace, staffMembers } from './queries.ts';

export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listStaff, ({ viewer }) => staffMembers(deps, viewer));
  mount(app, deps, api.createStaff, ({ viewer, body }) => createStaffMember(deps, viewer, body));
  mount(app, deps, api.changeStaff, ({ viewer, params, body }) =>
    changeStaffMember(deps, viewer, params.id, body),
  );
  mount(app, deps, api.previewStaffChange, ({ viewer, params, body }) =>
    previewStaffEdit(deps, viewer, params.id, body),
  );
  mount(app, deps, api.ownPlace, ({ viewer }) => readOwnPlace(deps, viewer));
  mount(app, deps, api.chooseOwnPlace, async ({ viewer, body }) => {
    await saveHomePlace(deps, viewer, body);
    return null;
  });
  mount(app, deps, api.listSavedFilters, ({ viewer }) => listFiltersOf(deps.db, viewer.id));
  mount(app, deps, api.saveFilter, ({ viewer, body }) => saveNamedFilter(deps.db, viewer.id, body));
  mount(app, deps, api.removeFilter, async ({ viewer, params }) => {
    if (!(await deleteFilter(deps.db, viewer.id, params.id))) throw new Refusal('not_found');
    return null;
  });
}
