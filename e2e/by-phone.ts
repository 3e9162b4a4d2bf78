import type { APIRequestContext } from '@playwright/test';
import { expect } from './fixtures.ts';

interface PhoneSignInInput {
  readonly phone: string;
  /** Name of a new patient. */
  readonly name?: string;
  readonly origin: string;
  keptMessage(address: string, template: string): Promise<string>;
}

/** Signs a patient in by a code to her phone number. */
export async function signInByPhone(
  api: APIRequestContext,
  { phone, name, origin, keptMessage }: PhoneSignInInput,
): Promise<void> {
  const headers = { origin };
  const asked = await api.post('/api/auth/phone/request-otp', { data: { phone }, headers });
  expect(asked.status(), 'asking for a code').toBe(200);
  const [otp] = /\d{6}/.exec(await keptMessage(`+2${phone}`, 'code')) ?? [];
  const entered = await api.post('/api/auth/phone/verify', { data: { phone, otp, name }, headers });
  expect(entered.status(), 'entering it').toBe(200);
}
