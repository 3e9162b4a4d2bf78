import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { DisplacedVisit, Disruption, DisruptionHead } from '#shared/contract/disruptions.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
let admin = '';
let patients: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 4 });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  patients = await makePatients(deps.db, 2);
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where role = 'patient'`);
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const send = async (method: string, path: string, body?: unknown, cookie = admin) =>
  (await call(method, path, { cookie, body })).json();
const visit = async (n: number, doctorId: number, appointmentDate = tuesday): Promise<number> => {
  const at = { appointmentDate, appointmentTime: '15:00', locationId: 1, service: '1', doctorId };
  return (await send('POST', '/api/appointments', { userId: patients[n], ...at })).id;
};
const fallsIll = async (userId: number, date = tuesday): Promise<number> =>
  (await send('POST', '/api/absences', { userId, startDate: date, endDate: date })).disruptionId;
const act = (id: number, name: string, visits: object[]) =>
  send('POST', `/api/disruptions/${id}/acts`, { act: name, visits });

test('moving an appointment by hand to the offered time leaves the offer unanswered', async () => {
  const doctors = [
    (await createSignedInUser(clinic, { role: 'doctor' })).id,
    (await createSignedInUser(clinic, { role: 'doctor' })).id,
  ];
  const visits: number[] = [];
  const ids: number[] = [];
  for (const [n, doctorId] of doctors.entries()) visits.push(await visit(n, doctorId));
  for (const doctorId of doctors) ids.push(await fallsIll(doctorId));
  for (const id of ids) {
    const { visits: shown } = await send('GET', `/api/disruptions/${id}/proposals`);
    const wanted = shown.map(({ visit: { id: appointmentId }, proposals: [first] }: DisplacedVisit) => {
      const { kind: _kind, ...time } = first ?? { kind: 'same' };
      return { appointmentId, time };
    });
    expect(await act(id, 'offer', wanted)).toMatchObject({ done: 1 });
  }
  expect(await act(ids[0] ?? 0, 'move', [{ appointmentId: visits[0] }])).toEqual({
    done: 1,
    left: [],
    notified: [{ channel: 'sms', to: '0100 ••• 0001' }],
  });
  const hers = await createSession(clinic, patients[1] ?? 0);
  const [offer] = await send('GET', '/api/offers/mine', undefined, hers);
  await send('POST', `/api/offers/${offer.id}/answer`, { answer: 'take' }, hers);

  const pages: Disruption[] = [];
  for (const id of ids) pages.push(await send('GET', `/api/disruptions/${id}`));
  expect(pages.map(({ counts }) => counts)).toEqual([{ given: 1 }, { taken: 1 }]);
  const answered = pages.map(({ rows: [row] }) => row?.offer?.answeredAt);
  expect(answered).toEqual([null, expect.any(String)]);
  const became = await sql(`select action from events where subject = 'offers' and action <> 'offered'
    order by id`);
  expect(became).toEqual([{ action: 'offer_given' }, { action: 'offer_taken' }]);
  // The offer counts as taken by the patient.
  const moved = await createSession(clinic, patients[0] ?? 0);
  expect(await send('GET', '/api/offers/mine', undefined, moved)).toMatchObject([
    { state: 'given', answers: [] },
  ]);
});

test('moved patients whom no message reaches are named to the desk', async () => {
  const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  const endDate = addDays(tuesday, 1);
  const visits = [await visit(0, doctorId), await visit(1, doctorId, endDate)];
  await sql(`update users set channels = '{}', name = 'Mona Adel' where id = ${patients[1]}`);
  const { disruptionId } = await send('POST', '/api/absences', {
    userId: doctorId,
    startDate: tuesday,
    endDate,
  });
  const moved = visits.map((appointmentId, n) => {
    const at = { appointmentDate: addDays(tuesday, 7 + n), appointmentTime: '15:00', locationId: 1 };
    return { appointmentId, time: { ...at, doctorId: null } };
  });
  expect(await act(disruptionId, 'move', moved)).toEqual({ done: 2, left: [], untold: ['Mona Adel'] });
});

test('the disruptions are paged with their count, also only those with calls', async () => {
  const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  const days = [0, 1, 2, 3, 4].map((n) => addDays(tuesday, n));
  const ids: number[] = [];
  for (const date of days) {
    await visit(0, doctorId, date);
    ids.push(await fallsIll(doctorId, date));
  }
  const newest = ids.toReversed();
  const page = async (query: string) => {
    const answer = await call('GET', `/api/disruptions?${query}`, { cookie: admin });
    const next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]?.split('?')[1];
    const heads: DisruptionHead[] = answer.json();
    return { ids: heads.map(({ id }) => id), total: answer.headers['x-total-count'], next };
  };
  const first = await page('limit=2');
  expect(first).toMatchObject({ ids: newest.slice(0, 2), total: '5' });
  const second = await page(first.next ?? '');
  expect(second).toMatchObject({ ids: newest.slice(2, 4), total: '5' });
  expect(await page(second.next ?? '')).toEqual({ ids: newest.slice(4), total: '5', next: undefined });

  // Patients without a free time are on the call list.
  expect(await page('which=call')).toMatchObject({ ids: [], total: '0' });
  for (const id of ids.slice(0, 2)) {
    const { rows } = await send('GET', `/api/disruptions/${id}`);
    await act(id, 'offer', [{ appointmentId: rows[0].appointmentId }]);
  }
  const calls = await page('which=call&limit=1');
  expect(calls).toMatchObject({ ids: [ids[1]], total: '2' });
  expect(await page(calls.next ?? '')).toMatchObject({ ids: [ids[0]], total: '2', next: undefined });
});
