import { expect } from 'vitest';
import { makeLocation, makeService, openEveryDay } from '#server/testing/factories.ts';
import { type SignedIn, signedIn } from '#server/testing/signed-in.ts';
import { monday, type TestApp } from '#server/testing/test-app.ts';
import type { BookingModel, Visit } from './booking-model.ts';

/** How long visits are, in minutes. */
export const lengths = [20, 40, 60];

/** The clinic that a story happens in: two branches, a service of each length, three patients and a desk. */
export interface Place {
  readonly t: TestApp;
  readonly services: ReadonlyMap<number, number>;
  readonly branches: readonly number[];
  readonly patients: SignedIn[];
  desk: SignedIn;
}

export interface Answered {
  status: number;
  body: Pick<Visit, 'id' | 'room' | 'status'>;
}

export async function openPlace(t: TestApp, model: BookingModel): Promise<Place> {
  await t.reset();
  const branches = [];
  for (const rooms of [1, 2]) {
    const { id } = await makeLocation(t.deps.db, { rooms, name: `Branch ${rooms}` });
    await openEveryDay(t.deps.db, id);
    model.rooms.set(id, rooms);
    branches.push(id);
  }
  const services = new Map<number, number>();
  for (const minutes of lengths)
    services.set(minutes, (await makeService(t.deps.db, { durationMinutes: minutes })).id);
  const desk = await signedIn(t, { role: 'admin' });
  const body = { maxOpenPerPatient: null, maxOpenUnconfirmed: null, cutoffHours: 0 };
  expect((await t.call('PATCH', '/api/settings', { body, cookie: desk.cookie })).statusCode).toBe(200);
  const patients = [];
  for (let i = 0; i < 3; i++)
    patients.push(
      await signedIn(t, { role: 'patient', emailConfirmedAt: monday, email: `p${i}@mail.example` }),
    );
  return { t, services, branches, patients, desk };
}

/** Calls the clinic as a patient or as the desk. */
export async function ask(
  { t, desk, patients }: Place,
  by: number | 'desk',
  method: string,
  url: string,
  body?: object,
): Promise<Answered> {
  const cookie = by === 'desk' ? desk.cookie : (patients.find(({ id }) => id === by)?.cookie ?? '');
  const answer = await t.call(method, url, { cookie, ...(body ? { body } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

export const isDone = (answer: Answered, status = 200) =>
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
/** Refused for a reason that a person is told: a time that is taken, not offered, or over. */
export const isRefused = ({ status, body }: Answered) =>
  expect([400, 409, 422], JSON.stringify(body)).toContain(status);
