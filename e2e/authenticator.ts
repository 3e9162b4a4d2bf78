import type { BrowserContext, Page } from '@playwright/test';
import type { test } from './fixtures.ts';

/** A phone that knows its owner by her finger, as Chromium plays it. */
export async function authenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return { lose: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) };
}

/** For `test.use`: WebAuthn wants a name for a host; on one machine that is `localhost`. */
export const byName: Parameters<typeof test.use>[0] = {
  baseURL: async ({ baseURL }, provide) => {
    await provide(baseURL?.replace('127.0.0.1', 'localhost'));
  },
};
