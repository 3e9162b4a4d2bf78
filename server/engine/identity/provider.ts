import * as client from 'openid-client';
import { isLoopback } from '#server/config.ts';

export type ProviderName = 'google' | 'facebook';

/** Who somebody is at a provider. `emailVerified`: the provider vouches that the address is hers. */
export interface Identity {
  readonly provider: ProviderName;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

/** What this browser must bring back: proof that the answer belongs to its own question. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** Where to send the browser. */
  begin(redirectUri: string, checks: Checks): Promise<URL>;
  /** Reads the answer it comes back with; throws when anything is not as it should be. */
  finish(answer: URL, checks: Checks): Promise<Identity>;
}

export const newChecks = (): Checks => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
});

/** Plain http is for a provider on this very machine. */
export const mayBeInsecure = (issuer: URL): boolean =>
  issuer.protocol === 'http:' && isLoopback(issuer.hostname);

export const patienceSeconds = 8;

export const textOrNull = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null;
