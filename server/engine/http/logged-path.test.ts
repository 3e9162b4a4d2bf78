import { expect, test } from 'vitest';
import { randomToken } from '#server/engine/secrets/tokens.ts';
import { loggedPath } from './logged-path.ts';

test('the log holds no query and no token', () => {
  expect(loggedPath('/reset-password?token=secret')).toBe('/reset-password');
  for (const path of ['/l/', '/ar/l/', '/api/links/'])
    expect(loggedPath(`${path}${randomToken()}?do=confirm`)).toBe(`${path}:token`);
  expect(loggedPath(`/calendars/${randomToken()}.ics`)).toBe('/calendars/:token.ics');
});

test('other addresses stay as they are', () => {
  expect([
    loggedPath('/api/appointments/42'),
    loggedPath('/assets/entry-client-D4x9_a1B.js'),
    loggedPath(undefined),
  ]).toEqual(['/api/appointments/42', '/assets/entry-client-D4x9_a1B.js', undefined]);
});
