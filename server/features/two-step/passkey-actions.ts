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
import { findPasskey, passkeysOf, passkeyUsed } from '#server/features/credentials/step-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

/* WebAuthn, level 3. The library is loaded with the first passkey, because most clinics have none. */

const library = () => import('@simplewebauthn/server');
const answerWithinMs = 5 * 60_000;

/**
 * Relying party of passkeys: the public host. WebAuthn accepts no IP address; on loopback it is `localhost`.
 */
function place({ config: { PUBLIC_URL } }: Deps) {
  const { hostname, origin, protocol, port } = new URL(PUBLIC_URL);
  if (!isLoopback(hostname)) return { rpID: hostname, expectedOrigin: [origin] };
  return {
    rpID: 'localhost',
    expectedOrigin: [origin, `${protocol}//localhost${port ? `:${port}` : ''}`],
  };
}

type Asked = 'make' | 'use';
const targetOf = (asked: Asked, viewer: Viewer | null) => `${asked} ${viewer?.id ?? ''}`.trim();

/** A challenge can be answered once, within five minutes, by the person who got it. */
async function keepChallenge(deps: Deps, asked: Asked, viewer: Viewer | null, challenge: string) {
  const now = deps.now();
  const kept = { purpose: 'passkey', hash: hashToken(challenge), target: targetOf(asked, viewer) } as const;
  await insertToken(
    deps.db,
    { ...kept, userId: viewer?.id ?? null, expiresAt: later(now, answerWithinMs) },
    now,
  );
}

const isAsked = (deps: Deps, asked: Asked, viewer: Viewer | null) => async (challenge: string) => {
  const spent = await spendLink(deps.db, 'passkey', hashToken(challenge), deps.now());
  return spent?.target === targetOf(asked, viewer);
};

const wrong = () => new Refusal('wrong_passkey');

/** Options for a passkey that signs in alone: stored on the authenticator, which verifies the user. */
export async function askToMake(deps: Deps, viewer: Viewer) {
  const { generateRegistrationOptions } = await library();
  const { name } = await currentSettings(deps);
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: place(deps).rpID,
    userID: new TextEncoder().encode(`hakima ${viewer.id}`),
    userName: viewer.username ?? viewer.name,
    userDisplayName: viewer.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: (await passkeysOf(deps.db, viewer.id)).map(({ id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
  });
  await keepChallenge(deps, 'make', viewer, options.challenge);
  return options;
}

/** Data to store of a new passkey. Rejects with `wrong_passkey`. */
export async function madePasskey(deps: Deps, viewer: Viewer, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await library();
  const { rpID, expectedOrigin } = place(deps);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: isAsked(deps, 'make', viewer),
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw wrong();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, transports };
}

/** Options to use a passkey of the viewer; without a viewer, any passkey of the authenticator. */
export async function askToUse(deps: Deps, viewer: Viewer | null) {
  const { generateAuthenticationOptions } = await library();
  const hers = viewer ? await passkeysOf(deps.db, viewer.id) : [];
  const options = await generateAuthenticationOptions({
    rpID: place(deps).rpID,
    userVerification: 'required',
    allowCredentials: hers.map(({ id, transports }) => ({
      id: id.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
  });
  await keepChallenge(deps, 'use', viewer, options.challenge);
  return options;
}

/** The owner of the passkey, with an active account; only the viewer's own if there is a viewer. */
export async function usedPasskey(deps: Deps, viewer: Viewer | null, response: AuthenticationResponseJSON) {
  const { verifyAuthenticationResponse } = await library();
  const found = await findPasskey(deps.db, Buffer.from(response.id, 'base64url'));
  if (!found || (viewer && found.passkey.userId !== viewer.id)) throw wrong();
  const { passkey, role } = found;
  const { rpID, expectedOrigin } = place(deps);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isAsked(deps, 'use', viewer),
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
  if (!verified || !authenticationInfo) throw wrong();
  if (!(await passkeyUsed(deps.db, passkey, authenticationInfo.newCounter, deps.now()))) throw wrong();
  return { id: passkey.userId, role };
}
