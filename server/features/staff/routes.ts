import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/staff.ts';
import { changeStaffMember, chooseHome, createStaffMember } from './actions.ts';
import { placeOf, staffMembers } from './queries.ts';

export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listStaff, ({ viewer }) => staffMembers(deps, viewer));
  mount(app, deps, api.createStaff, ({ viewer, body }) => createStaffMember(deps, viewer, body));
  mount(app, deps, api.changeStaff, ({ viewer, params, body }) =>
    changeStaffMember(deps, viewer, params.id, body),
  );
  mount(app, deps, api.ownPlace, ({ viewer }) => placeOf(deps, viewer));
  mount(app, deps, api.chooseOwnPlace, async ({ viewer, body }) => {
    await chooseHome(deps, viewer, body.homeLocationId);
    return null;
  });
}
