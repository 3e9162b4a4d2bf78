import * as client from 'openid-client';
import type { Config } from '#server/config.ts';
import {
  mayBeInsecure,
  type Provider,
  personNameOrNull,
  providerTimeoutSeconds,
  textOrNull,
} from './provider.ts';

const version = 'v23.0';

/** Facebook has no discovery: dialog and graph are on two hosts. Another issuer serves both. */
function endpoints(issuer: URL): { dialog: string; token: string; me: URL } {
  const base = issuer.href.replace(/\/+$/, '');
  const real = issuer.hostname === 'www.facebook.com';
  const graph = real ? `https://graph.facebook.com/${version}` : base;
  return {
    dialog: real ? `${base}/${version}/dialog/oauth` : `${base}/dialog/oauth`,
    token: `${graph}/oauth/access_token`,
    me: new URL(`${graph}/me?fields=id,name,email`),
  };
}

/** Facebook by OAuth 2 with PKCE and state. It does not verify e-mails. Null unless configured. */
export function facebook(
  config: Pick<Config, 'FACEBOOK_CLIENT_ID' | 'FACEBOOK_CLIENT_SECRET' | 'FACEBOOK_ISSUER'>,
): Provider | null {
  const { FACEBOOK_CLIENT_ID: id, FACEBOOK_CLIENT_SECRET: secret } = config;
  if (!id || !secret) return null;
  const issuer = new URL(config.FACEBOOK_ISSUER);
  const { dialog, token, me } = endpoints(issuer);
  const server = new client.Configuration(
    { issuer: issuer.origin, authorization_endpoint: dialog, token_endpoint: token },
    id,
    secret,
  );
  server.timeout = providerTimeoutSeconds;
  if (mayBeInsecure(issuer)) client.allowInsecureRequests(server);
  return {
    async begin(redirectUri, { state, verifier }) {
      return client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: 'public_profile,email',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(answer, { state, verifier }) {
      const tokens = await client.authorizationCodeGrant(server, answer, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const reply = await client.fetchProtectedResource(server, tokens.access_token, me, 'GET');
      if (!reply.ok) throw new Error(`the profile answered ${reply.status}`);
      const profile = (await reply.json()) as Record<string, unknown>;
      const subject = textOrNull(profile.id, 100);
      if (subject === null) throw new Error('the profile has no id');
      return {
        provider: 'facebook',
        subject,
        name: personNameOrNull(profile.name),
        email: textOrNull(profile.email, 254),
        emailVerified: false,
      };
    },
  };
}
