import * as client from 'openid-client';
import { isLoopback } from '#server/config.ts';
import { nameLine } from '#shared/domain/people/name-text.ts';
import { personName } from '#shared/fields.ts';

export type ProviderName = 'google' | 'facebook';

/** A person's identity at a provider. `emailVerified`: the provider has verified the address. */
export interface Identity {
  readonly provider: ProviderName;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

/** State that the browser must bring back, so that the answer belongs to this request. */
export interface ProviderState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** The provider's address for the browser. */
  begin(redirectUri: string, checks: ProviderState): Promise<URL>;
  /** Reads the provider's answer; throws if anything is wrong. */
  finish(answer: URL, checks: ProviderState): Promise<Identity>;
}

export const createProviderState = (): ProviderState => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
});

/** Plain http is only for a provider on this machine. */
export const mayBeInsecure = (issuer: URL): boolean =>
  issuer.protocol === 'http:' && isLoopback(issuer.hostname);

export const providerTimeoutSeconds = 8;

/** A name by the rule for typed names: on one line, and null without a visible letter or digit. */
export function personNameOrNull(value: unknown): string | null {
  const name = typeof value === 'string' ? nameLine(value).slice(0, 200).trim() : '';
  return personName().safeParse(name).data ?? null;
}

export const textOrNull = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null;
