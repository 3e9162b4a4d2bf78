import { afterAll, expect, test } from 'vitest';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { randomLinkToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { endpoints } from '#server/testing/contract.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { scrubPath, scrubText } from '#shared/domain/scrub.ts';
import { site } from '#shared/site.ts';
import { loggedPath } from './logged-path.ts';

const routes = new Set<string>([...site, ...endpoints].map(({ path }) => path));
const t = await createTestApp({ LOG_LEVEL: 'debug' }, (app) => {
  app.addHook('onRoute', ({ url }) => {
    routes.add(url);
  });
  app.get('/*', async () => 'a page');
});
afterAll(t.close);

/** Parameters that are not secret. */
const harmless =
  /^:(id|\w+Id|name|section|version|provider|row|log|type)$|^\/(fhir\/R4\/bulk|uploads|api\/docs)\//;
const isHarmless = (path: string) =>
  harmless.test(path) || (path.match(/:\w+/g) ?? []).every((parameter) => harmless.test(parameter));

test('every route with a secret token in its path is masked in both logs', () => {
  const secret = [...routes].filter((path) => !isHarmless(path));
  expect(secret).toEqual(expect.arrayContaining(['/l/:token', '/calendars/:file', '/api/links/:token']));
  for (const token of [randomLinkToken(), randomToken()])
    for (const path of secret.map((route) => route.replace(/:\w+/, token)))
      for (const logged of [
        loggedPath(path),
        scrubPath(path),
        scrubText(`Failed: https://x.example/ar${path}`),
      ])
        expect(logged, path).not.toContain(token.slice(0, 6));
});

test('no log line and no report of a browser contains the token of a link', async () => {
  const token = randomLinkToken();
  for (const path of [
    `/api/links/${token}`,
    `/api/links/${token}/offer`,
    `/l/${token}`,
    `/reset?token=${token}`,
  ])
    await t.call('GET', path);
  const view = { type: 'navigation', page: `/l/${token}`, timestamp: t.deps.now().toISOString() };
  expect((await t.call('POST', '/api/user-interactions', { body: { logs: [view] } })).statusCode).toBe(204);
  const report = {
    'document-uri': `https://x.example/ar/l/${token}`,
    'violated-directive': 'img-src',
    'blocked-uri': 'inline',
    'source-file': `https://x.example/l/${token}`,
  };
  const reported = await t.call('POST', '/api/policy-reports', {
    headers: { 'content-type': 'application/csp-report' },
    body: { 'csp-report': report },
  });
  expect(reported.statusCode).toBe(204);
  const { rows } = await t.deps.database.pool.query(
    'select page, text, details::text from client_logs union all select message, sample::text, null from error_groups',
  );
  expect(JSON.stringify(rows)).toContain('/ar/l/:token');
  expect(t.logged()).toContain('/api/links/:token/offer');
  expect(JSON.stringify(rows) + t.logged()).not.toContain(token);
});

test('the migration masks the reports that were stored before', async () => {
  const { pool } = t.deps.database;
  const token = randomLinkToken();
  await pool.query(
    `with old as (insert into client_logs (kind, type, page, text, details) values ('message', 'error', $1, $1, $2))
      insert into error_groups (fingerprint, message, n, first_at, last_at, sample) values ('x', $1, 1, now(), now(), $2)`,
    [`/ar/l/${token}`, { source: `https://x.example/api/links/${token}/offer`, line: 3 }],
  );
  await pool.query(ownMigrations().find(({ name }) => name.startsWith('0093'))?.sql ?? '');
  const masked = { source: 'https://x.example/api/links/:token/offer', line: 3 };
  const logs = await pool.query('select page, text, details from client_logs order by id desc limit 1');
  expect(logs.rows).toEqual([{ page: '/ar/l/:token', text: '/ar/l/:token', details: masked }]);
  const groups = await pool.query("select message, sample from error_groups where fingerprint = 'x'");
  expect(groups.rows).toEqual([{ message: '/ar/l/:token', sample: masked }]);
});

test('an address is logged without its query, and other paths unchanged', () => {
  expect(loggedPath('/reset-password?token=secret')).toBe('/reset-password');
  expect(loggedPath(`/calendars/${randomToken()}.ics`)).toBe('/calendars/:token.ics');
  for (const path of ['/api/appointments/42', '/assets/entry-client-D4x9_a1B.js', undefined])
    expect(loggedPath(path)).toBe(path);
});
