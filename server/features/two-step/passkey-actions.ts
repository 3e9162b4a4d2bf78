import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isLoopback } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { insertToken, spendLink } from '#server/features/credentials/code-queries.ts';
import {
  findPasskey,
  listPasskeys,
  savePasskeyCounter,
} from '#server/features/credentials/second-step-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

/* WebAuthn, level 3. The library is loaded with the first passkey, because most clinics have none. */

const loadWebAuthnLibrary = () => import('@simplewebauthn/server');
const answerWithinMs = 5 * 60_000;

/**
 * Relying party of passkeys: the public host. WebAuthn accepts no IP address; on loopback it is `localhost`.
 */
function findRelyingParty({ config: { PUBLIC_URL } }: Deps) {
  const { hostname, origin, protocol, port } = new URL(PUBLIC_URL);
  if (!isLoopback(hostname)) return { rpID: hostname, expectedOrigin: [origin] };
  return {
    rpID: 'localhost',
    expectedOrigin: [origin, `${protocol}//localhost${port ? `:${port}` : ''}`],
  };
}

type ChallengeKind = 'make' | 'use';
const challengeTarget = (asked: ChallengeKind, viewer: Viewer | null) =>
  `${asked} ${viewer?.id ?? ''}`.trim();

/** A challenge can be answered once, within five minutes, by the person who got it. */
async function saveChallenge(deps: Deps, asked: ChallengeKind, viewer: Viewer | null, challenge: string) {
  const now = deps.now();
  const kept = {
    purpose: 'passkey',
    hash: hashToken(challenge),
    target: challengeTarget(asked, viewer),
  } as const;
  await insertToken(
    deps.db,
    { ...kept, userId: viewer?.id ?? null, expiresAt: addMilliseconds(now, answerWithinMs) },
    now,
  );
}

const createChallengeCheck =
  (deps: Deps, asked: ChallengeKind, viewer: Viewer | null) => async (challenge: string) => {
    const spent = await spendLink(deps.db, 'passkey', hashToken(challenge), deps.now());
    return spent?.target === challengeTarget(asked, viewer);
  };

const wrongPasskey = () => new Refusal('wrong_passkey');

/** Options for a passkey that signs in alone: stored on the authenticator, which verifies the user. */
export async function createPasskeyOptions(deps: Deps, viewer: Viewer) {
  const { generateRegistrationOptions } = await loadWebAuthnLibrary();
  const { name } = await currentSettings(deps);
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: findRelyingParty(deps).rpID,
    userID: new TextEncoder().encode(`hakima ${viewer.id}`),
    userName: viewer.username ?? viewer.name,
    userDisplayName: viewer.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: (await listPasskeys(deps.db, viewer.id)).map(({ id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
  });
  await saveChallenge(deps, 'make', viewer, options.challenge);
  return options;
}

/** Data to store of a new passkey. Rejects with `wrong_passkey`. */
export async function verifyNewPasskey(deps: Deps, viewer: Viewer, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await loadWebAuthnLibrary();
  const { rpID, expectedOrigin } = findRelyingParty(deps);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: createChallengeCheck(deps, 'make', viewer),
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw wrongPasskey();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, transports };
}

/** Options to use a passkey of the viewer; without a viewer, any passkey of the authenticator. */
export async function createPasskeyUseOptions(deps: Deps, viewer: Viewer | null) {
  const { generateAuthenticationOptions } = await loadWebAuthnLibrary();
  const hers = viewer ? await listPasskeys(deps.db, viewer.id) : [];
  const options = await generateAuthenticationOptions({
    rpID: findRelyingParty(deps).rpID,
    userVerification: 'required',
    allowCredentials: hers.map(({ id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
  });
  await saveChallenge(deps, 'use', viewer, options.challenge);
  return options;
}

/** The owner of the passkey, with an active account; only the viewer's own if there is a viewer. */
export async function verifyPasskeyUse(
  deps: Deps,
  viewer: Viewer | null,
  response: AuthenticationResponseJSON,
) {
  const { verifyAuthenticationResponse } = await loadWebAuthnLibrary();
  const found = await findPasskey(deps.db, Buffer.from(response.id, 'base64url'));
  if (!found || (viewer && found.passkey.userId !== viewer.id)) throw wrongPasskey();
  const { passkey, role } = found;
  const { rpID, expectedOrigin } = findRelyingParty(deps);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: createChallengeCheck(deps, 'use', viewer),
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) throw wrongPasskey();
  if (!(await savePasskeyCounter(deps.db, passkey, authenticationInfo.newCounter, deps.now())))
    throw wrongPasskey();
  return { id: passkey.userId, role };
}
