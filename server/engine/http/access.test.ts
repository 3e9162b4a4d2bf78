import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { Refusal } from '#shared/errors.ts';
import { checkSameOrigin } from './access.ts';

function refused(PUBLIC_URL: string, headers: Record<string, string>): boolean {
  const request = { method: 'POST', headers: { host: 'clinic.example', ...headers } };
  try {
    checkSameOrigin(
      { config: readConfig({ PUBLIC_URL }) },
      request as unknown as Parameters<typeof checkSameOrigin>[1],
    );
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return true;
  }
}

test('a page of the same host without TLS counts as ours only if nothing is served over TLS', () => {
  expect(refused('https://clinic.example', { origin: 'http://clinic.example' })).toBe(true);
  expect(refused('https://clinic.example', { origin: 'https://clinic.example' })).toBe(false);
  expect(refused('http://127.0.0.1:3000', { origin: 'http://clinic.example' })).toBe(false);
  expect(refused('http://127.0.0.1:3000', { origin: 'http://evil.example' })).toBe(true);
});
