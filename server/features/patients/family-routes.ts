import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { networkOf, refundIfRejected, throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { inSameTime } from '#server/engine/secrets/constant-time.ts';
import {
  codeGuessLimit,
  codeRequestLimit,
  codeSendLimit,
} from '#server/features/accounts/confirm-phone-actions.ts';
import { toStoredPhone } from '#server/features/users/queries.ts';
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
import { createCaredPatient, endGuardianship, loadFamily, setRights } from './family-actions.ts';
import { giveAccountToPatient, sendAccountCode } from './own-account-actions.ts';

const day = 24 * 3600;
/** Rate limits: requests of one account, and requests to one contact by all accounts. */
const requestsPerAccount = { name: 'care-ask', overall: { points: 10, seconds: day } };
const requestsPerContact = { name: 'care-asked', overall: { points: 4, seconds: day } };

/** A code is valid only for the account that requested it. */
const createAccountAsker = (viewer: Viewer, request: FastifyRequest) => ({
  device: `account-${viewer.id}`,
  network: networkOf(clientAddress(request)),
});

export function familyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.openFamily, ({ viewer, params }) => loadFamily(deps, viewer, params.id));
  mount(app, deps, api.addToFamily, ({ viewer, params, body }) =>
    createCaredPatient(deps, viewer, params.id, body),
  );
  mount(app, deps, api.endCare, async ({ viewer, params }) => {
    await endGuardianship(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.changeRights, ({ viewer, params, body }) => setRights(deps, viewer, params.id, body));
  mount(app, deps, api.askForAccount, async ({ viewer, params, body, request }) => {
    await throttle(deps, request, codeRequestLimit, `user ${viewer.id}`);
    const counted = await throttle(deps, request, codeSendLimit, toStoredPhone(body.phone, 'phone') ?? '');
    await refundIfRejected(counted, () =>
      sendAccountCode(deps, viewer, createAccountAsker(viewer, request), params.id, body.phone),
    );
    return null;
  });
  mount(app, deps, api.giveAccount, async ({ viewer, params, body, request }) => {
    const counted = await throttle(deps, request, codeGuessLimit, `user ${viewer.id}`);
    await giveAccountToPatient(deps, viewer, createAccountAsker(viewer, request), params.id, body);
    await counted.forgive();
    return null;
  });

  /** Counts before any lookup, so that the limit does not reveal whether the person exists. */
  async function countAsk(request: FastifyRequest, viewer: Viewer, subject: string): Promise<void> {
    await throttle(deps, request, codeRequestLimit, `user ${viewer.id}`);
    await throttle(deps, request, requestsPerAccount, `user ${viewer.id}`);
    await throttle(deps, request, requestsPerContact, subject);
  }
  mount(app, deps, agreement.askToLookAfter, async ({ viewer, params, body, request }) => {
    await countAsk(request, viewer, channelOfContact(deps, body.contact).address);
    await inSameTime(requestGuardianship(deps, viewer, params.id, body.contact));
    return null;
  });
  mount(app, deps, agreement.lookAfter, async ({ viewer, params, body, request }) => {
    const counted = await throttle(deps, request, codeGuessLimit, `user ${viewer.id}`);
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
    const counted = await throttle(deps, request, codeGuessLimit, `user ${viewer.id}`);
    await grantAccessByCode(deps, viewer, params.id, body);
    await counted.forgive();
    return null;
  });
  mount(app, deps, agreement.refuseCare, async ({ viewer, params }) => {
    await refuseAccess(deps, viewer, params.id, params.askId);
    return null;
  });
}
