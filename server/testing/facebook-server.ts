import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Profile {
  id?: string;
  name?: string;
  email?: string;
}

/**
 * An OAuth 2 server with Facebook's endpoints: a dialog, tokens for codes (checks PKCE, each code once) and a
 * profile.
 */
export async function facebookServer(client: { id: string; secret: string }) {
  const codes = new Map<string, { challenge: string; redirect: string; profile: Profile }>();
  const tokens = new Map<string, Profile>();
  let profile: Profile = {};

  const authorize = (query: URLSearchParams): string => {
    const code = randomUUID();
    codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirect: query.get('redirect_uri') ?? '',
      profile,
    });
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return back.href;
  };
  const exchange = (form: URLSearchParams): object | null => {
    const sent = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const right = form.get('client_id') === client.id && form.get('client_secret') === client.secret;
    if (!sent || !right || sent.challenge !== challenge || sent.redirect !== form.get('redirect_uri'))
      return null;
    const token = randomUUID();
    tokens.set(token, sent.profile);
    return { access_token: token, token_type: 'bearer', expires_in: 3600 };
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/dialog/oauth')
      return response.writeHead(302, { location: authorize(url.searchParams) }).end();
    if (url.pathname === '/oauth/access_token') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const granted = exchange(new URLSearchParams(body));
      return granted ? json(200, granted) : json(400, { error: 'invalid_grant' });
    }
    const known = tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '');
    return known ? json(200, known) : json(401, { error: 'invalid_token' });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The person who uses the browser. */
    as(next: Profile) {
      profile = next;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
