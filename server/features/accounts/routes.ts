import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { type CountedTry, refundIfRejected, throttle } from '#server/engine/http/rate-limit.ts';
import { signOut, visitorActor } from '#server/engine/http/session.ts';
import { readDeviceCookie } from '#server/engine/identity/device-cookies.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { proofValidMs } from '#server/engine/secrets/proof.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { pendingStepOf } from '#server/features/credentials/required-step-queries.ts';
import { countUnread } from '#server/features/notifications/queries.ts';
import { deleteAllSubscriptions } from '#server/features/recipients/push-queries.ts';
import * as contract from '#shared/contract/accounts.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { checkPassword, checkSecondStepSetup, registerPatient } from './actions.ts';
import { countMailRequest } from './code-routes.ts';
import { findSignInCandidates, isKnownDevice } from './queries.ts';
import { loadOwnReply } from './reply-queries.ts';
import { rememberSignInDevice } from './session-actions.ts';

const minutes = 60;
const loginLimit = {
  name: 'login',
  network: { points: 200, seconds: 15 * minutes },
  subject: { points: 10, seconds: 15 * minutes },
};
const knownBrowserLoginLimit = { name: 'login-device', subject: loginLimit.subject };
const registrationLimit = { name: 'register', network: { points: 30, seconds: 60 * minutes } };

/**
 * Counts a guess against every account that the name may mean, however it was written, or against the name if
 * there is none. A browser that signed in before has its own limit, so guesses of others cannot lock out the
 * owner. `succeed` clears the count of the opened account and refunds this try for the others.
 */
async function countLogin(
  deps: Deps,
  request: FastifyRequest,
  name: string,
  meant: readonly { readonly id: number }[],
) {
  const token = readDeviceCookie(deps, request)?.token ?? null;
  const counted = new Map<number | null, CountedTry>();
  if (meant.length === 0) counted.set(null, await throttle(deps, request, loginLimit, `name ${name}`));
  for (const { id } of meant) {
    const known = token !== null && (await isKnownDevice(deps.db, id, hashToken(token), deps.now()));
    const tries = known
      ? await throttle(deps, request, knownBrowserLoginLimit, `${id} ${token}`)
      : await throttle(deps, request, loginLimit, `account ${id}`);
    counted.set(id, tries);
  }
  return {
    succeed: async (opened: number) => {
      for (const [id, tries] of counted) await (id === opened ? tries.forgive() : tries.giveBack());
    },
  };
}

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.currentUser, async ({ viewer }) => ({
    user: await loadOwnReply(deps, { id: viewer.id, awaits: viewer.session.awaits, lock: viewer.lock }),
    session: {
      idleSeconds: viewer.session.idleSeconds,
      expiresAt: viewer.session.expiresAt.toISOString(),
      provedUntil: addMilliseconds(viewer.session.provedAt, proofValidMs).toISOString(),
      lock: viewer.lock ?? null,
      lockHasPin: viewer.lockHasPin === true,
    },
    unread: await countUnread(deps.db, viewer),
  }));

  mount(
    app,
    deps,
    contract.login,
    async ({ body, request, reply }) => {
      const name = canonicalHandle(body.username);
      const phone = normalizePhone(name);
      const meant = await findSignInCandidates(deps.db, name, phone);
      const counted = await countLogin(deps, request, phone ?? name, meant);
      const person = await checkPassword(deps, visitorActor(request), meant, body.password);
      await counted.succeed(person.id);
      const awaits = await pendingStepOf(deps, person);
      if (awaits === 'second-step-setup') checkSecondStepSetup(person);
      const keepSignedIn = body.keepSignedIn === true;
      await signIn(deps, request, reply, { ...person, keepSignedIn, awaits }, (device) =>
        rememberSignInDevice(deps, person.id, device, 'password'),
      );
      return { user: await loadOwnReply(deps, { id: person.id, awaits }) };
    },
    {
      throttle: (request) => (readDeviceCookie(deps, request) === null ? loginLimit : null),
      holdsNoPlace: true,
    },
  );

  mount(
    app,
    deps,
    contract.register,
    async ({ body, request, lang }) => {
      const counted = body.email ? await countMailRequest(deps, request, body.email) : null;
      await refundIfRejected(counted, () => registerPatient(deps, visitorActor(request), lang, body));
      return { message: say(lang, 'account.register.success') };
    },
    { throttle: registrationLimit, holdsNoPlace: true },
  );

  mount(app, deps, contract.logout, async ({ query, viewer, request, reply }) => {
    const wasIn = viewer !== null && viewer.mustFirst !== 'second-step';
    if (wasIn && query.push !== 'stays') await deleteAllSubscriptions(deps.db, viewer.id);
    await signOut(deps, request, reply, viewer);
    return null;
  });
}
