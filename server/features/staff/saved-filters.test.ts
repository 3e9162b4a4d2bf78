import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call } = clinic;
const url = '/api/staff/me/filters';
let sara = '';

beforeEach(async () => {
  await clinic.reset();
  sara = (await createSignedInUser(clinic, { role: 'receptionist' })).cookie;
});
afterAll(clinic.close);

const pending = {
  status: 'pending',
  locationId: null,
  period: 'custom',
  from: '2027-06-07',
  to: null,
  reach: null,
};
const save = (name: string, filters: object = pending, cookie = sara) =>
  call('POST', url, { cookie, body: { name, filters } });
const mine = async (cookie = sara) => (await call('GET', url, { cookie })).json();

test('a saved filter is on every device, and the same name replaces it', async () => {
  await save('to confirm');
  await save('Calls', { ...pending, status: null, reach: 'none' });
  expect((await save('To Confirm', { ...pending, period: 'today', from: null })).statusCode).toBe(200);
  expect(await mine()).toMatchObject([
    { name: 'Calls', filters: { reach: 'none' } },
    { name: 'To Confirm', filters: { status: 'pending', period: 'today', from: null } },
  ]);
});

test('a saved filter is visible to its user only', async () => {
  const { id } = (await save('to confirm')).json();
  const other = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  expect(await mine(other)).toEqual([]);
  expect((await call('DELETE', `${url}/${id}`, { cookie: other })).statusCode).toBe(404);
  expect((await call('DELETE', `${url}/${id}`, { cookie: sara })).statusCode).toBe(204);
  expect(await mine()).toEqual([]);
});

test('at most twenty filters are saved, without search texts', async () => {
  for (let n = 1; n <= 20; n += 1) await save(`filter ${n}`);
  expect((await save('one more')).json().code).toBe('too_many');
  expect((await save('FILTER 7')).statusCode).toBe(200);
  expect(await mine()).toHaveLength(20);
  await save('filter 7', { ...pending, q: 'Mona' });
  expect(JSON.stringify(await mine())).not.toContain('Mona');
  expect((await save(' ')).statusCode).toBe(400);
});
