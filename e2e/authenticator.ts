import type { BrowserContext, Page } from '@playwright/test';
import type { test } from './fixtures.ts';

/** A virtual authenticator of Chromium that verifies its user, like a phone with a fingerprint reader. */
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

/** For `test.use`: WebAuthn needs a host name; on one machine that is `localhost`. */
export const byName: Parameters<typeof test.use>[0] = {
  baseURL: async ({ baseURL }, provide) => {
    await provide(baseURL?.replace('127.0.0.1', 'localhost'));
  },
};
