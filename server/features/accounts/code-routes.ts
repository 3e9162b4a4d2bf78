import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { choosePhoneChannel } from '#server/engine/delivery/code-channels.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { type CountedTry, networkOf, refundIfRejected, throttle } from '#server/engine/http/rate-limit.ts';
import { visitorActor } from '#server/engine/http/session.ts';
import {
  readCodeDeviceCookie,
  readDeviceCookie,
  setCodeDeviceCookie,
} from '#server/engine/identity/device-cookies.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { findUser, toStoredPhone } from '#server/features/users/queries.ts';
import * as contract from '#shared/contract/accounts.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import * as codes from './code-actions.ts';
import { codeGuessLimit, codeRequestLimit, codeSendLimit } from './confirm-phone-actions.ts';
import { findAccountByEmail, findAccountByPhone, isKnownDevice } from './queries.ts';
import { loadUserReply } from './reply-queries.ts';
import { rememberSignInDevice } from './session-actions.ts';

const minutes = 60;
/**
 * Mails that anybody can request for an address, over all networks: sign-in codes and confirmation links.
 * Reset links have a separate limit.
 */
const mailLimit = { name: 'mail-to', overall: { points: 5, seconds: 30 * minutes } };
export const countMailRequest = (deps: Deps, request: FastifyRequest, email: string) =>
  throttle(deps, request, mailLimit, canonicalHandle(email));

/** Limit of browsers that the account knows: requests of other browsers do not count against it. */
const knownBrowserCodeLimit = { name: 'code-sent-known', overall: codeSendLimit.overall };
async function countCodeRequest(
  deps: Deps,
  request: FastifyRequest,
  { phone, email }: { phone: string; email: string | null },
): Promise<CountedTry> {
  const token = readDeviceCookie(deps, request)?.token;
  if (token) {
    const owner = await (email === null
      ? findAccountByPhone(deps.db, phone)
      : findAccountByEmail(deps.db, email));
    if (owner && (await isKnownDevice(deps.db, owner.id, hashToken(token), deps.now())))
      return throttle(deps, request, knownBrowserCodeLimit, `account ${owner.id}`);
  }
  return email === null
    ? throttle(deps, request, codeSendLimit, phone)
    : countMailRequest(deps, request, email);
}
const confirmLinkLimit = { name: 'confirm-link', network: { points: 60, seconds: 15 * minutes } };

const readCodeRequester = (deps: Deps, request: FastifyRequest): codes.CodeRequester => ({
  device: readCodeDeviceCookie(deps, request) ?? 'none',
  network: networkOf(clientAddress(request)),
});

/** Recognizes this browser if its network changes between requesting and typing a code. */
function rememberDevice(deps: Deps, request: FastifyRequest, reply: FastifyReply): codes.CodeRequester {
  const asker = readCodeRequester(deps, request);
  const token = asker.device === 'none' ? randomToken() : asker.device;
  setCodeDeviceCookie(deps, reply, { token, seconds: 10 * minutes });
  return { ...asker, device: token };
}

const parseTypedAddress = (body: { phone: string; email?: string | undefined }) => ({
  phone: toStoredPhone(body.phone, 'phone') ?? '',
  email: body.email ? canonicalHandle(body.email) : null,
});

export function codesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    contract.requestCode,
    async ({ body, lang, request, reply }) => {
      const { phone, email } = parseTypedAddress(body);
      const address = email ?? phone;
      await throttle(deps, request, codeRequestLimit, address);
      const counted = await countCodeRequest(deps, request, { phone, email });
      const channel = email === null ? choosePhoneChannel(deps.config, body.channel) : 'email';
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
    { throttle: codeRequestLimit },
  );

  mount(
    app,
    deps,
    contract.verifyCode,
    async ({ body, lang, request, reply }) => {
      const { phone, email } = parseTypedAddress(body);
      const counted = await throttle(deps, request, codeGuessLimit, email ?? phone);
      const person = await codes.signInByCode(deps, visitorActor(request), readCodeRequester(deps, request), {
        phone,
        email,
        name: body.name ?? null,
        isNewPatient: body.isNewPatient,
        otp: body.otp,
        lang,
      });
      await counted.forgive();
      const way = email === null ? 'phone code' : 'mail code';
      const keepSignedIn = body.keepSignedIn === true;
      await signIn(deps, request, reply, { ...person, keepSignedIn }, (device) =>
        rememberSignInDevice(deps, person.id, device, way),
      );
      return { user: await loadUserReply(deps, person.id) };
    },
    { throttle: codeGuessLimit },
  );

  mount(
    app,
    deps,
    contract.signInByLink,
    async ({ body, request, reply }) => {
      await throttle(deps, request, confirmLinkLimit);
      const person = await codes.signInByLink(deps, visitorActor(request), body.token);
      await signIn(deps, request, reply, { ...person, keepSignedIn: false }, (device) =>
        rememberSignInDevice(deps, person.id, device, 'mail code'),
      );
      return { user: await loadUserReply(deps, person.id) };
    },
    { throttle: confirmLinkLimit },
  );

  mount(app, deps, contract.sendConfirmation, async ({ body, viewer, lang, request, reply }) => {
    await throttle(deps, request, codeRequestLimit, `user ${viewer.id}`);
    const { email, phone } = (await findUser(deps.db, viewer.id)) ?? {};
    const contactOf = { email, phone }[body.channel];
    if (!contactOf) throw new Refusal('not_found');
    const counted =
      body.channel === 'phone'
        ? await throttle(deps, request, codeSendLimit, contactOf)
        : await countMailRequest(deps, request, contactOf);
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
        await throttle(deps, request, confirmLinkLimit);
        await codes.confirmByLink(deps, viewer ?? visitorActor(request), body.token);
        return { message: say(lang, 'account.profile.confirmEmailDone') };
      }
      if (!viewer) throw new Refusal('not_signed_in');
      const counted = await throttle(deps, request, codeGuessLimit, `user ${viewer.id}`);
      await codes.confirmByCode(deps, viewer, readCodeRequester(deps, request), body.otp);
      await counted.forgive();
      return { message: say(lang, 'account.profile.confirmPhoneDone') };
    },
    { throttle: codeGuessLimit },
  );
}
