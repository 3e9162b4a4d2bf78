import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { endAwaiting, renewSession, type Viewer } from '#server/engine/http/session.ts';
import { knowBrowser, signIn } from '#server/engine/identity/sign-in.ts';
import { signedInFrom } from '#server/features/accounts/session-actions.ts';
import { userReply } from '#server/features/users/queries.ts';
import * as contract from '#shared/contract/two-step.ts';
import { Refusal } from '#shared/errors.ts';
import * as actions from './actions.ts';
import { askToMake, askToUse, usedPasskey } from './passkey-actions.ts';

const minutes = 60;
const guesses = {
  name: 'second-step',
  network: { points: 60, seconds: 15 * minutes },
  overall: { points: 10, seconds: 15 * minutes },
};
const passkeys = { name: 'passkeys', network: { points: 200, seconds: 15 * minutes } };

/* Fields that the library validates itself. */
const asUse = (answer: unknown) => answer as AuthenticationResponseJSON;
const asMade = (answer: unknown) => answer as RegistrationResponseJSON;
const readUse = <T extends object>(step: T) =>
  'passkey' in step ? { passkey: asUse(step.passkey) } : (step as Exclude<T, { passkey: unknown }>);

export function twoStepRoutes(app: FastifyInstance, deps: Deps): void {
  /** Ten wrong answers of an account block further tries from anywhere; a correct one clears them. */
  async function counted<T>(request: FastifyRequest, viewer: Viewer, work: () => Promise<T>): Promise<T> {
    const tries = await throttle(deps, request, guesses, `account ${viewer.id}`);
    const done = await work();
    await tries.forgive();
    return done;
  }

  mount(app, deps, contract.ownTwoSteps, ({ viewer }) => actions.twoStepsOf(deps, viewer));

  mount(app, deps, contract.takeSecondStep, async ({ viewer, body, request, reply }) => {
    if (viewer.mustFirst !== 'second-step') throw new Refusal('forbidden');
    await counted(request, viewer, () => actions.takeSecondStep(deps, viewer, readUse(body)));
    await endAwaiting(deps, request, reply, viewer);
    await knowBrowser(deps, request, reply, (device) => signedInFrom(deps, viewer.id, device, 'password'));
    return { user: await userReply(deps, viewer.id) };
  });

  mount(app, deps, contract.proveAgain, async ({ viewer, body, request, reply }) => {
    await counted(request, viewer, () => actions.proveAgain(deps, viewer, readUse(body)));
    await renewSession(deps, request, reply, viewer, { provedAt: deps.now() });
    return null;
  });

  mount(app, deps, contract.beginApp, ({ viewer }) => actions.beginApp(deps, viewer));
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

  mount(app, deps, contract.askForPasskey, async ({ viewer }) => ({ ...(await askToUse(deps, viewer)) }), {
    throttle: passkeys,
  });
  mount(
    app,
    deps,
    contract.signInByPasskey,
    async ({ body, request, reply }) => {
      const person = await usedPasskey(deps, null, asUse(body.passkey));
      const keepSignedIn = body.keepSignedIn === true;
      await signIn(deps, request, reply, { ...person, keepSignedIn }, (device) =>
        signedInFrom(deps, person.id, device, 'passkey'),
      );
      return { user: await userReply(deps, person.id) };
    },
    { throttle: passkeys },
  );
  mount(app, deps, contract.beginPasskey, async ({ viewer }) => ({ ...(await askToMake(deps, viewer)) }));
  mount(app, deps, contract.addPasskey, async ({ viewer, body, request, reply }) => {
    const recoveryCodes = await actions.addPasskey(deps, viewer, body.name, asMade(body.passkey));
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
