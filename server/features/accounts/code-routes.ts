import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { phoneChannel } from '#server/engine/delivery/code-ways.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount.ts';
import { networkOf, throttle } from '#server/engine/http/rate-limit.ts';
import { visitor } from '#server/engine/http/session.ts';
import { codeDeviceOf, keepCodeDevice } from '#server/engine/identity/device-cookies.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { randomToken } from '#server/engine/secrets/tokens.ts';
import { findUser, keptPhone, userReply } from '#server/features/users/queries.ts';
import * as contract from '#shared/contract/accounts.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import * as codes from './code-actions.ts';
import { codeGuesses, codeRequests, codesSent } from './number-actions.ts';
import { signedInFrom } from './session-actions.ts';

const minutes = 60;
/**
 * Mails that anybody can have sent to an address, over all networks and whatever they are about. Links to a
 * new password live as long as this window, those that confirm an address longer: whoever is refused another
 * has one that works.
 */
const mails = { name: 'mail-to', overall: { points: 5, seconds: codes.linkLastsSeconds } };
export const countMailTo = (deps: Deps, request: FastifyRequest, email: string) =>
  throttle(deps, request, mails, canonicalHandle(email));
const links = { name: 'confirm-link', network: { points: 60, seconds: 15 * minutes } };

const askerOf = (deps: Deps, request: FastifyRequest): codes.Asker => ({
  device: codeDeviceOf(deps, request) ?? 'none',
  network: networkOf(clientAddress(request)),
});

/** Knows this browser again when its network changes between asking for a code and typing it. */
function rememberDevice(deps: Deps, request: FastifyRequest, reply: FastifyReply): codes.Asker {
  const asker = askerOf(deps, request);
  const token = asker.device === 'none' ? randomToken() : asker.device;
  keepCodeDevice(deps, reply, { token, seconds: 10 * minutes });
  return { ...asker, device: token };
}

const typedAddress = (body: { phone: string; email?: string | undefined }) => ({
  phone: keptPhone(body.phone, 'phone') ?? '',
  email: body.email ? canonicalHandle(body.email) : null,
});

export function codesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    contract.requestCode,
    async ({ body, lang, request, reply }) => {
      const { phone, email } = typedAddress(body);
      const address = email ?? phone;
      await throttle(deps, request, codeRequests, address);
      await (email === null ? throttle(deps, request, codesSent, phone) : countMailTo(deps, request, email));
      const channel = email === null ? phoneChannel(deps.config, body.channel) : 'email';
      await codes.sendCode(
        deps,
        rememberDevice(deps, request, reply),
        { purpose: 'sign-in-code', address, channel, lang, userId: null },
        { phone, email, name: body.name ?? null },
      );
      return { message: say(lang, 'account.phone.sent'), ...codes.codeTimes };
    },
    { throttle: codeRequests },
  );

  mount(
    app,
    deps,
    contract.verifyCode,
    async ({ body, lang, request, reply }) => {
      const { phone, email } = typedAddress(body);
      const counted = await throttle(deps, request, codeGuesses, email ?? phone);
      const person = await codes.signInByCode(deps, visitor(request), askerOf(deps, request), {
        phone,
        email,
        name: body.name ?? null,
        otp: body.otp,
        lang,
      });
      await counted.forgive();
      const way = email === null ? 'phone code' : 'mail code';
      const keepSignedIn = body.keepSignedIn === true;
      await signIn(deps, request, reply, { ...person, keepSignedIn }, (device) =>
        signedInFrom(deps, person.id, device, way),
      );
      return { user: await userReply(deps, person.id) };
    },
    { throttle: codeGuesses },
  );

  mount(
    app,
    deps,
    contract.signInByLink,
    async ({ body, request, reply }) => {
      await throttle(deps, request, links);
      const person = await codes.signInByLink(deps, visitor(request), body.token);
      await signIn(deps, request, reply, { ...person, keepSignedIn: false }, (device) =>
        signedInFrom(deps, person.id, device, 'mail code'),
      );
      return { user: await userReply(deps, person.id) };
    },
    { throttle: links },
  );

  mount(app, deps, contract.sendConfirmation, async ({ body, viewer, lang, request, reply }) => {
    await throttle(deps, request, codeRequests, `user ${viewer.id}`);
    const { email, phone } = (await findUser(deps.db, viewer.id)) ?? {};
    if (body.channel === 'phone') await throttle(deps, request, codesSent, phone ?? undefined);
    else if (email) await countMailTo(deps, request, email);
    const contact = await codes.sendConfirmation(
      deps,
      viewer,
      rememberDevice(deps, request, reply),
      body.channel,
    );
    const message =
      body.channel === 'email'
        ? say(lang, 'account.profile.confirmEmailSent', { email: contact })
        : say(lang, 'account.phone.sent');
    return { message };
  });

  mount(
    app,
    deps,
    contract.confirmContact,
    async ({ body, viewer, lang, request }) => {
      if ('token' in body) {
        await throttle(deps, request, links);
        await codes.confirmByLink(deps, viewer ?? visitor(request), body.token);
        return { message: say(lang, 'account.profile.confirmEmailDone') };
      }
      if (!viewer) throw new Refusal('not_signed_in');
      const counted = await throttle(deps, request, codeGuesses, `user ${viewer.id}`);
      await codes.confirmByCode(deps, viewer, askerOf(deps, request), body.otp);
      await counted.forgive();
      return { message: say(lang, 'account.profile.confirmPhoneDone') };
    },
    { throttle: codeGuesses },
  );
}
