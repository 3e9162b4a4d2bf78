import { afterAll, expect, test } from 'vitest';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { firstStart } from './first-start.ts';

const clinic = await createTestApp({ DEMO: '1' });
afterAll(clinic.close);

test('the demonstration opens without late reminders', async () => {
  await clinic.reset();
  await firstStart(clinic.deps);
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  const alarms = await clinic.call('GET', '/api/logs/alarms', { cookie });
  expect(alarms.json()).toEqual([]);
  const { rows } = await clinic.deps.database.pool.query<{ n: number }>(
    "select count(*)::int as n from messages where dedupe_key like 'reminder:%'",
  );
  expect(rows[0]?.n).toBeGreaterThan(0);
});
