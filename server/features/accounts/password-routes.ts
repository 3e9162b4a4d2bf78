import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { startSessionAgain, visitorActor } from '#server/engine/http/session.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { inSameTime } from '#server/engine/secrets/constant-time.ts';
import { pendingStepOf } from '#server/features/credentials/required-step-queries.ts';
import * as contract from '#shared/contract/accounts.ts';
import { postPassword, putPassword } from '#shared/contract/users.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { resetLinkSeconds } from './code-actions.ts';
import {
  changePassword,
  chooseNewSecret,
  currentPasswordLimit,
  resetPassword,
  sendResetLink,
} from './password-actions.ts';
import { loadOwnReply } from './reply-queries.ts';
import { rememberSignInDevice } from './session-actions.ts';

const minutes = 60;
const forgotPasswordLimit = {
  name: 'forgot',
  network: { points: 30, seconds: 60 * minutes },
  subject: { points: 5, seconds: 60 * minutes },
};
/**
 * Reset links that anybody can request for an address, over all networks. A link is valid for this window, so
 * a caller who is refused another link still has one that works.
 */
const resetLinkLimit = { name: 'reset-link', overall: { points: 5, seconds: resetLinkSeconds } };
const resetPasswordLimit = { name: 'reset', network: { points: 60, seconds: 15 * minutes } };

export function passwordsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    contract.forgotPassword,
    async ({ body, lang, request }) => {
      const email = canonicalHandle(body.email);
      await throttle(deps, request, forgotPasswordLimit, email);
      await throttle(deps, request, resetLinkLimit, email);
      await inSameTime(sendResetLink(deps, body.email));
      return { message: say(lang, 'account.forgot.sentText') };
    },
    { throttle: forgotPasswordLimit, holdsNoPlace: true },
  );

  mount(
    app,
    deps,
    contract.resetPassword,
    async ({ body, lang, request, reply }) => {
      const person = await resetPassword(deps, visitorActor(request), body.token, body.newPassword);
      const awaits = await pendingStepOf(deps, person);
      // A required second step may be set up after the link, because the link proves the person; the password
      // alone does not.
      if (awaits === 'second-step-setup')
        await signIn(deps, request, reply, { ...person, keepSignedIn: false, awaits }, (device) =>
          rememberSignInDevice(deps, person.id, device, 'mail code'),
        );
      return { message: say(lang, 'account.reset.successTitle') };
    },
    { throttle: resetPasswordLimit, holdsNoPlace: true },
  );

  mount(app, deps, contract.chooseNewSecret, async ({ body, viewer, request, reply }) => {
    const passwordHash = await chooseNewSecret(deps, viewer, body.newPassword);
    await startSessionAgain(deps, request, reply, viewer, passwordHash);
    return { user: await loadOwnReply(deps, { id: viewer.id, awaits: viewer.session.awaits }) };
  });

  const change = async ({
    params,
    body,
    viewer,
    lang,
    request,
    reply,
  }: EndpointCall<typeof putPassword> | EndpointCall<typeof postPassword>) => {
    if (params.id !== viewer.id) throw new Refusal('not_found');
    const counted = await throttle(deps, request, currentPasswordLimit, `user ${viewer.id}`);
    const passwordHash = await changePassword(deps, viewer, body);
    await counted.forgive();
    await startSessionAgain(deps, request, reply, viewer, passwordHash);
    return { message: say(lang, 'account.password.changedText') };
  };
  mount(app, deps, putPassword, change, { holdsNoPlace: true });
  mount(app, deps, postPassword, change, { holdsNoPlace: true });
}
