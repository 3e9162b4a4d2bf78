import * as client from 'openid-client';
import type { Config } from '#server/config.ts';
import {
  mayBeInsecure,
  type Provider,
  personNameOrNull,
  providerTimeoutSeconds,
  textOrNull,
} from './provider.ts';

const scope = 'openid email profile';

/** Google by OpenID Connect: code flow with PKCE, state and nonce. Null unless configured. */
export function google(
  config: Pick<Config, 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_ISSUER'>,
): Provider | null {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = config;
  if (!id || !secret) return null;
  const issuer = new URL(config.GOOGLE_ISSUER);
  let known: Promise<client.Configuration> | undefined;
  const discovered = (): Promise<client.Configuration> => {
    known ??= client
      .discovery(issuer, id, secret, undefined, {
        // By default the library relies on TLS instead of checking the signature.
        execute: [
          client.enableNonRepudiationChecks,
          ...(mayBeInsecure(issuer) ? [client.allowInsecureRequests] : []),
        ],
        timeout: providerTimeoutSeconds,
      })
      .catch((error: unknown) => {
        known = undefined; // asked again at the next sign-in
        throw error;
      });
    return known;
  };
  return {
    async begin(redirectUri, { state, nonce, verifier }) {
      return client.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(answer, { state, nonce, verifier }) {
      const tokens = await client.authorizationCodeGrant(await discovered(), answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no ID token');
      return {
        provider: 'google',
        subject: claims.sub,
        name: personNameOrNull(claims.name),
        email: textOrNull(claims.email, 254),
        emailVerified: claims.email_verified === true,
      };
    },
  };
}
