import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount.ts';
import { networkOf, throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { codeGuesses, codeRequests, codesSent } from '#server/features/accounts/number-actions.ts';
import { keptPhone } from '#server/features/users/queries.ts';
import * as api from '#shared/contract/patients.ts';
import { askHerNumber, beginCare, familyOf, handOver, leaveCare, setRights } from './family-actions.ts';

/** A code is good for the account that asked for it. */
const askerOf = (viewer: Viewer, request: FastifyRequest) => ({
  device: `account-${viewer.id}`,
  network: networkOf(clientAddress(request)),
});

export function familyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.openFamily, ({ viewer, params }) => familyOf(deps, viewer, params.id));
  mount(app, deps, api.addToFamily, ({ viewer, params, body }) => beginCare(deps, viewer, params.id, body));
  mount(app, deps, api.endCare, async ({ viewer, params }) => {
    await leaveCare(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.changeRights, ({ viewer, params, body }) => setRights(deps, viewer, params.id, body));
  mount(app, deps, api.askForAccount, async ({ viewer, params, body, request }) => {
    await throttle(deps, request, codeRequests, `user ${viewer.id}`);
    await throttle(deps, request, codesSent, keptPhone(body.phone, 'phone') ?? '');
    await askHerNumber(deps, viewer, askerOf(viewer, request), params.id, body.phone);
    return null;
  });
  mount(app, deps, api.giveAccount, async ({ viewer, params, body, request }) => {
    const counted = await throttle(deps, request, codeGuesses, `user ${viewer.id}`);
    await handOver(deps, viewer, askerOf(viewer, request), params.id, body);
    await counted.forgive();
    return null;
  });
}
