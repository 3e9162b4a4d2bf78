import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeLocation, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { findBranchesWithChangedTimes } from './times-stream.ts';

const clinic = await createTestApp();
const address = await clinic.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(clinic.deps.db);
  const { id } = await makeLocation(clinic.deps.db, { name: 'Maadi' });
  await openEveryDay(clinic.deps.db, id);
});
afterAll(clinic.close);

async function watch(location: number) {
  const gone = new AbortController();
  const { body, headers } = await fetch(`${address}/api/events/times?location=${location}`, {
    signal: gone.signal,
  });
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  let text = '';
  const reading = (async () => {
    for await (const part of body ?? []) text += Buffer.from(part).toString();
  })().catch(() => undefined);
  const heard = () => text.split('event: changed').length - 1;
  return { heard, text: () => text, close: () => (gone.abort(), reading) };
}

test('a visitor without a session is told that times of a branch may have changed, and nothing else', async () => {
  const { id: userId } = await createSignedInUser(clinic, { role: 'patient' });
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  const [here, elsewhere] = [await watch(1), await watch(2)];
  const visit = {
    userId,
    service: '1',
    locationId: 1,
    appointmentDate: '2027-06-09',
    appointmentTime: '15:20',
  };
  const { id } = (await clinic.call('POST', '/api/appointments', { cookie, body: visit })).json();
  await clinic.deps.feed.poke();
  await expect.poll(here.heard).toBe(1);
  await clinic.call('PATCH', `/api/appointments/${id}`, { cookie, body: { locationId: 2 } });
  await clinic.deps.feed.poke();
  await expect.poll(() => [here.heard(), elsewhere.heard()]).toEqual([2, 1]);
  expect(here.text()).not.toMatch(/data: [^{]|\d{4}-/);
  await Promise.all([here.close(), elsewhere.close()]);
});

test('the stream names its branch by id', async () => {
  for (const location of ['', '0', 'x', '1.5'])
    expect((await fetch(`${address}/api/events/times?location=${location}`)).status).toBe(404);
});

test('hours, doctors, services and settings affect every branch, notes and sign-ins none', () => {
  const row = { locationId: 1, days: [] };
  expect(findBranchesWithChangedTimes([{ ...row, subject: 'schedules' }])).toBeUndefined();
  expect(findBranchesWithChangedTimes([{ ...row, subject: 'absences', locationId: null }])).toBeUndefined();
  expect(findBranchesWithChangedTimes([{ ...row, subject: 'sessions' }])).toBeNull();
  expect(findBranchesWithChangedTimes([{ ...row, subject: 'offers' }])).toEqual(new Set([1]));
});
