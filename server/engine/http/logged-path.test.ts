import { expect, test } from 'vitest';
import { createBareApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { randomToken } from '#server/engine/secrets/tokens.ts';
import { loggedPath } from './logged-path.ts';

test('the log contains no query and no token', () => {
  expect(loggedPath('/reset-password?token=secret')).toBe('/reset-password');
  for (const path of ['/l/', '/ar/l/', '/api/links/'])
    expect(loggedPath(`${path}${randomToken()}?do=confirm`)).toBe(`${path}:token`);
  expect(loggedPath(`/calendars/${randomToken()}.ics`)).toBe('/calendars/:token.ics');
});

test('no log line contains the token of a calendar or a link', async () => {
  const lines: string[] = [];
  const app = createBareApp(readConfig({ LOG_LEVEL: 'debug' }), { write: (line) => lines.push(line) });
  app.get('/*', async () => 'an answer');
  const token = randomToken();
  for (const path of [
    `/calendars/${token}.ics`,
    `/l/${token}`,
    `/api/links/${token}`,
    `/reset?token=${token}`,
  ])
    await app.inject({ method: 'GET', url: path });
  await app.close();
  expect(lines.join('')).toContain('/calendars/:token.ics');
  expect(lines.join('')).not.toContain(token);
});

test('other paths are logged unchanged', () => {
  expect([
    loggedPath('/api/appointments/42'),
    loggedPath('/assets/entry-client-D4x9_a1B.js'),
    loggedPath(undefined),
  ]).toEqual(['/api/appointments/42', '/assets/entry-client-D4x9_a1B.js', undefined]);
});
