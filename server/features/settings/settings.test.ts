import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { currentSettings } from './queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

test('an admin changes a setting with immediate effect', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  expect((await t.call('GET', '/api/settings', { cookie })).json()).toMatchObject({
    prefix: 'HKM',
    cutoffHours: 4,
  });
  const changed = await t.call('PATCH', '/api/settings', {
    cookie,
    body: { cutoffHours: 6, reminderHours: [48, 2] },
  });
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toMatchObject({ cutoffHours: 6, reminderHours: [48, 2], prefix: 'HKM' });
  expect(await currentSettings(t.deps)).toMatchObject({ cutoffHours: 6 });
  const { rows } = await t.deps.database.pool.query('select action, before, after from events');
  expect(rows).toEqual([
    {
      action: 'changed',
      before: { cutoffHours: 4, reminderHours: [24, 3] },
      after: { cutoffHours: 6, reminderHours: [48, 2] },
    },
  ]);
});

test('a clinic with its own name no longer uses the default sender name', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const save = (body: object) => t.call('PATCH', '/api/settings', { cookie, body });
  const kept = async () => {
    const { senderName, senderNameAr } = await currentSettings(t.deps);
    return [senderName, senderNameAr];
  };
  expect(await kept()).toEqual(['Hakima', 'حكيمة']);
  await save({ name: 'Rose Clinic', senderName: 'Hakima', senderNameAr: 'روز' });
  expect(await kept()).toEqual([null, 'روز']);
  await save({ name: 'Rose Clinics', senderName: 'Hakima' });
  expect(await kept()).toEqual(['Hakima', 'روز']);
});

test('simultaneous changes of different settings are both saved', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const save = (body: object) => t.call('PATCH', '/api/settings', { cookie, body });
  await Promise.all([save({ cutoffHours: 9 }), save({ daysAhead: 90 }), save({ prefix: 'CLN' })]);
  t.deps.cache.dropAll();
  expect(await currentSettings(t.deps)).toMatchObject({ cutoffHours: 9, daysAhead: 90, prefix: 'CLN' });
});

test('a doctor may read settings, a patient may not, and invalid values are rejected', async () => {
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const patient = await createSignedInUser(t, { role: 'patient' });
  const admin = await createSignedInUser(t, { role: 'admin' });
  expect((await t.call('GET', '/api/settings', { cookie: doctor.cookie })).statusCode).toBe(200);
  expect(
    (await t.call('PATCH', '/api/settings', { cookie: doctor.cookie, body: { cutoffHours: 1 } })).statusCode,
  ).toBe(403);
  expect((await t.call('GET', '/api/settings', { cookie: patient.cookie })).statusCode).toBe(403);
  expect((await t.call('GET', '/api/settings')).statusCode).toBe(401);
  for (const body of [
    { cutoffHours: -1 },
    { cutoffHours: '4' },
    { prefix: 'abc' },
    { reminderHours: [3, 3] },
    { quietHours: { from: '25:00', to: '09:00' } },
  ]) {
    const answer = await t.call('PATCH', '/api/settings', { cookie: admin.cookie, body });
    expect(answer.statusCode, JSON.stringify(body)).toBe(400);
  }
});
