import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeService, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
beforeEach(async () => {
  await clinic.reset();
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  admin = await clinic.signIn('boss');
});
afterAll(clinic.close);

const list = async () => (await call('GET', '/api/services')).json();

const untold = {
  version: 1,
  whatHappens: null,
  whatHappensAr: null,
  bring: null,
  bringAr: null,
  priceFrom: null,
};

test('offered services are listed for everybody in order', async () => {
  await makeService(deps.db, {
    name: 'Preventive Care',
    position: 2,
    description: 'Check-ups',
    icon: 'shield',
    durationMinutes: 30,
  });
  await makeService(deps.db, { name: 'Fertility Services', nameAr: 'خدمات الخصوبة', position: 1 });
  expect(await list()).toEqual([
    {
      id: 2,
      name: 'Fertility Services',
      nameAr: 'خدمات الخصوبة',
      description: '',
      descriptionAr: null,
      icon: null,
      durationMinutes: 20,
      position: 1,
      ...untold,
    },
    {
      id: 1,
      name: 'Preventive Care',
      nameAr: null,
      description: 'Check-ups',
      descriptionAr: null,
      icon: 'shield',
      durationMinutes: 30,
      position: 2,
      ...untold,
    },
  ]);
});

describe('an admin', () => {
  test('adds, changes and archives a service, visible at once', async () => {
    await list();
    const made = await call('POST', '/api/services', {
      cookie: admin,
      body: { name: ' Hormonal  Therapy ', nameAr: '', durationMinutes: 40 },
    });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      id: 1,
      name: 'Hormonal Therapy',
      nameAr: null,
      durationMinutes: 40,
      position: 0,
    });
    const changed = await call('PATCH', '/api/services/1', {
      cookie: admin,
      body: { description: 'By appointment' },
    });
    expect(changed.json()).toMatchObject({
      name: 'Hormonal Therapy',
      description: 'By appointment',
      durationMinutes: 40,
    });
    expect(await list()).toEqual([changed.json()]);
    expect((await call('DELETE', '/api/services/1', { cookie: admin })).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call('DELETE', '/api/services/1', { cookie: admin })).statusCode).toBe(404);
    expect((await call('PATCH', '/api/services/1', { cookie: admin, body: { name: 'x' } })).statusCode).toBe(
      404,
    );
  });

  test('cannot use one name for two services in any spelling, until the first is archived', async () => {
    await makeService(deps.db, { name: 'Preventive Care' });
    const body = { name: 'preventive care' };
    expect((await call('POST', '/api/services', { cookie: admin, body })).json()).toMatchObject({
      code: 'name_taken',
      fields: { name: expect.any(String) },
    });
    await call('DELETE', '/api/services/1', { cookie: admin });
    expect((await call('POST', '/api/services', { cookie: admin, body })).statusCode).toBe(201);
  });

  test.each([
    { name: '' },
    { name: 'x', durationMinutes: 4 },
    { name: 'x', durationMinutes: '20' },
    { name: 'x', icon: '<svg>' },
    { name: 'x\u0000' },
    { name: 'x', id: 9 },
  ])('gets an error for malformed input: %o', async (body) => {
    expect((await call('POST', '/api/services', { cookie: admin, body })).statusCode).toBe(400);
    expect(await list()).toEqual([]);
  });
});

test('only admins change the services', async () => {
  await makeUser(deps.db, { role: 'doctor', username: 'doctor' });
  const doctor = await clinic.signIn('doctor');
  for (const [method, url] of [
    ['POST', '/api/services'],
    ['PATCH', '/api/services/1'],
    ['DELETE', '/api/services/1'],
  ] as const) {
    expect((await call(method, url, { cookie: doctor, body: {} })).statusCode).toBe(403);
    expect((await call(method, url, { body: {} })).statusCode).toBe(401);
  }
});
