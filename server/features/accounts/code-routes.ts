import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { phoneChannel } from '#server/engine/delivery/code-ways.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount.ts';
import { type Counted, networkOf, refundIfRejected, throttle } from '#server/engine/http/rate-limit.ts';
import { visitor } from '#server/engine/http/session.ts';
import { codeDeviceOf, deviceOf, setCodeDeviceCookie } from '#server/engine/identity/device-cookies.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { findUser, storedPhone, userReply } from '#server/features/users/queries.ts';
import * as contract from '#shared/contract/accounts.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import * as codes from './code-actions.ts';
import { codeGuesses, codeRequests, codesSent } from './number-actions.ts';
import { isKnownDevice, ownerOfEmail, ownerOfPhone } from './queries.ts';
import { signedInFrom } from './session-actions.ts';

const minutes = 60;
/**
 * Mails that anybody can request for an address, over all networks: sign-in codes and confirmation links.
 * Reset links have a separate limit.
 */
const mails = { name: 'mail-to', overall: { points: 5, seconds: 30 * minutes } };
export const countMailTo = (deps: Deps, request: FastifyRequest, email: string) =>
  throttle(deps, request, mails, canonicalHandle(email));

/** Limit of browsers that the account knows: requests of other browsers do not count against it. */
const codesOfKnown = { name: 'code-sent-known', overall: codesSent.overall };
async function countCodeTo(
  deps: Deps,
  request: FastifyRequest,
  { phone, email }: { phone: string; email: string | null },
): Promise<Counted> {
  const token = deviceOf(deps, request)?.token;
  if (token) {
    const owner = await (email === null ? ownerOfPhone(deps.db, phone) : ownerOfEmail(deps.db, email));
    if (owner && (await isKnownDevice(deps.db, owner.id, hashToken(token), deps.now())))
      return throttle(deps, request, codesOfKnown, `account ${owner.id}`);
  }
  return email === null ? throttle(deps, request, codesSent, phone) : countMailTo(deps, request, email);
}
const links = { name: 'confirm-link', network: { points: 60, seconds: 15 * minutes } };

const askerOf = (deps: Deps, request: FastifyRequest): codes.Asker => ({
  device: codeDeviceOf(deps, request) ?? 'none',
  network: networkOf(clientAddress(request)),
});

/** Recognizes this browser if its network changes between requesting and typing a code. */
function rememberDevice(deps: Deps, request: FastifyRequest, reply: FastifyReply): codes.Asker {
  const asker = askerOf(deps, request);
  const token = asker.device === 'none' ? randomToken() : asker.device;
  setCodeDeviceCookie(deps, reply, { token, seconds: 10 * minutes });
  return { ...asker, device: token };
}

const typedAddress = (body: { phone: string; email?: string | undefined }) => ({
  phone: storedPhone(body.phone, 'phone') ?? '',
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
      const counted = await countCodeTo(deps, request, { phone, email });
      const channel = email === null ? phoneChannel(deps.config, body.channel) : 'email';
      await refundIfRejected(counted, () =>
        codes.sendCode(
          deps,
          rememberDevice(deps, request, reply),
          { purpose: 'sign-in-code', address, channel, lang, userId: null },
          { phone, email, name: body.name ?? null },
        ),
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
    const contactOf = { email, phone }[body.channel];
    if (!contactOf) throw new Refusal('not_found');
    const counted =
      body.channel === 'phone'
        ? await throttle(deps, request, codesSent, contactOf)
        : await countMailTo(deps, request, contactOf);
    const contact = await refundIfRejected(counted, () =>
      codes.sendConfirmation(deps, viewer, rememberDevice(deps, request, reply), body.channel),
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
