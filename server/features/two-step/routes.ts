import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { completeSignIn, renewSession, type Viewer } from '#server/engine/http/session.ts';
import { rememberBrowser, signIn } from '#server/engine/identity/sign-in.ts';
import { loadUserReply } from '#server/features/accounts/reply-queries.ts';
import { rememberSignInDevice } from '#server/features/accounts/session-actions.ts';
import * as contract from '#shared/contract/two-step.ts';
import { Refusal } from '#shared/errors.ts';
import * as actions from './actions.ts';
import { createPasskeyOptions, createPasskeyUseOptions, verifyPasskeyUse } from './passkey-actions.ts';

const minutes = 60;
const secondStepLimit = {
  name: 'second-step',
  network: { points: 60, seconds: 15 * minutes },
  overall: { points: 10, seconds: 15 * minutes },
};
const passkeys = { name: 'passkeys', network: { points: 200, seconds: 15 * minutes } };

/* Fields that the library validates itself. */
const asAuthentication = (answer: unknown) => answer as AuthenticationResponseJSON;
const asRegistration = (answer: unknown) => answer as RegistrationResponseJSON;
const parseStep = <T extends object>(step: T) =>
  'passkey' in step
    ? { passkey: asAuthentication(step.passkey) }
    : (step as Exclude<T, { passkey: unknown }>);

export function twoStepRoutes(app: FastifyInstance, deps: Deps): void {
  /** Ten wrong answers of an account block further tries from anywhere; a correct one clears them. */
  async function counted<T>(request: FastifyRequest, viewer: Viewer, work: () => Promise<T>): Promise<T> {
    const tries = await throttle(deps, request, secondStepLimit, `account ${viewer.id}`);
    const done = await work();
    await tries.forgive();
    return done;
  }

  mount(app, deps, contract.ownTwoSteps, ({ viewer }) => actions.loadTwoSteps(deps, viewer));

  mount(app, deps, contract.takeSecondStep, async ({ viewer, body, request, reply }) => {
    if (viewer.mustFirst !== 'second-step') throw new Refusal('forbidden');
    await counted(request, viewer, () => actions.completeSecondStep(deps, viewer, parseStep(body)));
    await completeSignIn(deps, request, reply, viewer);
    await rememberBrowser(deps, request, reply, (device) =>
      rememberSignInDevice(deps, viewer.id, device, 'password'),
    );
    return { user: await loadUserReply(deps, viewer.id) };
  });

  mount(app, deps, contract.proveAgain, async ({ viewer, body, request, reply }) => {
    await counted(request, viewer, () => actions.proveAgain(deps, viewer, parseStep(body)));
    await renewSession(deps, request, reply, viewer, { provedAt: deps.now() });
    return null;
  });

  mount(app, deps, contract.beginApp, ({ viewer }) => actions.startAuthenticatorSetup(deps, viewer));
  mount(app, deps, contract.confirmApp, async ({ viewer, body, request, reply }) => {
    const recoveryCodes = await counted(request, viewer, () => actions.confirmApp(deps, viewer, body.otp));
    if (viewer.session.awaits) await renewSession(deps, request, reply, viewer);
    return { recoveryCodes };
  });
  mount(app, deps, contract.removeApp, async ({ viewer }) => {
    await actions.removeApp(deps, viewer);
    return null;
  });
  mount(app, deps, contract.renewRecoveryCodes, async ({ viewer }) => ({
    recoveryCodes: await actions.renewRecoveryCodes(deps, viewer),
  }));

  mount(
    app,
    deps,
    contract.askForPasskey,
    async ({ viewer }) => ({ ...(await createPasskeyUseOptions(deps, viewer)) }),
    {
      throttle: passkeys,
    },
  );
  mount(
    app,
    deps,
    contract.signInByPasskey,
    async ({ body, request, reply }) => {
      const person = await verifyPasskeyUse(deps, null, asAuthentication(body.passkey));
      const keepSignedIn = body.keepSignedIn === true;
      await signIn(deps, request, reply, { ...person, keepSignedIn }, (device) =>
        rememberSignInDevice(deps, person.id, device, 'passkey'),
      );
      return { user: await loadUserReply(deps, person.id) };
    },
    { throttle: passkeys },
  );
  mount(app, deps, contract.beginPasskey, async ({ viewer }) => ({
    ...(await createPasskeyOptions(deps, viewer)),
  }));
  mount(app, deps, contract.addPasskey, async ({ viewer, body, request, reply }) => {
    const recoveryCodes = await actions.addPasskey(deps, viewer, body.name, asRegistration(body.passkey));
    if (viewer.session.awaits) await renewSession(deps, request, reply, viewer);
    return { recoveryCodes };
  });
  mount(app, deps, contract.removePasskey, async ({ viewer, params }) => {
    await actions.removePasskey(deps, viewer, params.passkeyId);
    return null;
  });

  mount(app, deps, contract.resetTwoSteps, async ({ viewer, params }) => {
    await actions.resetTwoSteps(deps, viewer, params.id);
    return null;
  });
}
