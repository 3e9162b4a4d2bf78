import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount.ts';
import { networkOf, refundIfRejected, throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { inSameTime } from '#server/engine/secrets/same-time.ts';
import { codeGuesses, codeRequests, codesSent } from '#server/features/accounts/number-actions.ts';
import { storedPhone } from '#server/features/users/queries.ts';
import * as agreement from '#shared/contract/own/agreement-patients.ts';
import * as api from '#shared/contract/patients.ts';
import {
  becomeGuardianByCode,
  channelOfContact,
  grantAccessByCode,
  refuseAccess,
  requestAccess,
  requestGuardianship,
} from './agreement-actions.ts';
import { beginCare, endGuardianship, familyOf, setRights } from './family-actions.ts';
import { handOver, sendAccountCode } from './own-account-actions.ts';

const day = 24 * 3600;
/** Rate limits: requests of one account, and requests to one contact by all accounts. */
const asksBy = { name: 'care-ask', overall: { points: 10, seconds: day } };
const asksTo = { name: 'care-asked', overall: { points: 4, seconds: day } };

/** A code is valid only for the account that requested it. */
const askerOf = (viewer: Viewer, request: FastifyRequest) => ({
  device: `account-${viewer.id}`,
  network: networkOf(clientAddress(request)),
});

export function familyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.openFamily, ({ viewer, params }) => familyOf(deps, viewer, params.id));
  mount(app, deps, api.addToFamily, ({ viewer, params, body }) => beginCare(deps, viewer, params.id, body));
  mount(app, deps, api.endCare, async ({ viewer, params }) => {
    await endGuardianship(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.changeRights, ({ viewer, params, body }) => setRights(deps, viewer, params.id, body));
  mount(app, deps, api.askForAccount, async ({ viewer, params, body, request }) => {
    await throttle(deps, request, codeRequests, `user ${viewer.id}`);
    const counted = await throttle(deps, request, codesSent, storedPhone(body.phone, 'phone') ?? '');
    await refundIfRejected(counted, () =>
      sendAccountCode(deps, viewer, askerOf(viewer, request), params.id, body.phone),
    );
    return null;
  });
  mount(app, deps, api.giveAccount, async ({ viewer, params, body, request }) => {
    const counted = await throttle(deps, request, codeGuesses, `user ${viewer.id}`);
    await handOver(deps, viewer, askerOf(viewer, request), params.id, body);
    await counted.forgive();
    return null;
  });

  /** Counts before any lookup, so that the limit does not reveal whether the person exists. */
  async function countAsk(request: FastifyRequest, viewer: Viewer, subject: string): Promise<void> {
    await throttle(deps, request, codeRequests, `user ${viewer.id}`);
    await throttle(deps, request, asksBy, `user ${viewer.id}`);
    await throttle(deps, request, asksTo, subject);
  }
  mount(app, deps, agreement.askToLookAfter, async ({ viewer, params, body, request }) => {
    await countAsk(request, viewer, channelOfContact(deps, body.contact).address);
    await inSameTime(requestGuardianship(deps, viewer, params.id, body.contact));
    return null;
  });
  mount(app, deps, agreement.lookAfter, async ({ viewer, params, body, request }) => {
    const counted = await throttle(deps, request, codeGuesses, `user ${viewer.id}`);
    const family = await becomeGuardianByCode(deps, viewer, params.id, body);
    await counted.forgive();
    return family;
  });
  mount(app, deps, agreement.askToShare, async ({ viewer, params, request }) => {
    await countAsk(request, viewer, `patient ${params.id} of ${viewer.id}`);
    await requestAccess(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, agreement.share, async ({ viewer, params, body, request }) => {
    const counted = await throttle(deps, request, codeGuesses, `user ${viewer.id}`);
    await grantAccessByCode(deps, viewer, params.id, body);
    await counted.forgive();
    return null;
  });
  mount(app, deps, agreement.refuseCare, async ({ viewer, params }) => {
    await refuseAccess(deps, viewer, params.id, params.askId);
    return null;
  });
}
