import * as fc from 'fast-check';
import { expect } from 'vitest';
import { makeLocation, makeService, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { monday, type TestApp } from '#server/testing/test-app.ts';
import { addDays, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { BookingModel } from './model.ts';
import { type Doctor, type Shift, type Stretch, type Visit, type Wish } from './model-types.ts';

/** Lengths of appointments, in minutes. */
export const lengths = [20, 40, 60];
/** Longer than any run, because sessions are not part of the model. */
const forEver = 10_000 * 24 * 3600;

/**
 * The clinic of a run: three branches (the last one booked by doctor), two doctors on duty there, one service
 * of each length, five patients and a desk.
 */
export interface ModelBranch {
  readonly t: TestApp;
  readonly services: Map<number, number>;
  readonly branches: number[];
  readonly patients: readonly SignedIn[];
  readonly desk: SignedIn;
  /** When the task that releases offers last ran, in minutes of the run. */
  lookedAfter: number;
}

/** A step of a run: acts on the product and on the model, and compares the results. */
export interface Step {
  /** Whether the step is possible now; by default always. */
  readonly check?: (model: BookingModel) => boolean;
  readonly run: (model: BookingModel, place: ModelBranch) => Promise<void>;
}

export interface ApiAnswer {
  status: number;
  body: Pick<Visit, 'id' | 'room' | 'status'> & { doctorId: number | null };
}

export async function openPlace(t: TestApp): Promise<{ model: BookingModel; real: ModelBranch }> {
  const model = new BookingModel();
  await t.reset();
  const branches: number[] = [];
  for (const rooms of [1, 2, 2]) {
    const { id } = await makeLocation(t.deps.db, { rooms, name: `Branch ${branches.length}` });
    await openEveryDay(t.deps.db, id);
    model.rooms.set(id, rooms);
    model.shifts.set(id, [[15 * 60, 19 * 60]]);
    branches.push(id);
  }
  const services = new Map<number, number>();
  for (const minutes of lengths)
    services.set(minutes, (await makeService(t.deps.db, { durationMinutes: minutes })).id);
  const desk = await createSignedInUser(t, { role: 'admin' }, forEver);
  const body = { maxOpenPerPatient: null, cutoffHours: 0, waitingList: 'hand' };
  expect((await t.call('PATCH', '/api/settings', { body, cookie: desk.cookie })).statusCode).toBe(200);
  model.dutyBranch = pick(branches, 2);
  const here = { t, desk };
  model.doctors = [await hireDoctor(here, 0, model.dutyBranch), await hireDoctor(here, 1, model.dutyBranch)];
  const byDoctor = { cookie: desk.cookie, body: { bookedBy: 'doctor' } };
  expect((await t.call('PATCH', `/api/locations/${model.dutyBranch}`, byDoctor)).statusCode).toBe(200);
  model.byDoctor.add(model.dutyBranch);
  await saveDuties(here, model);
  const patients = [];
  // Two patients have no confirmed contact, so their records can be merged into others.
  for (const signsIn of [true, true, true, false, false]) {
    const contact = { email: `p${patients.length}@mail.example`, emailConfirmedAt: signsIn ? monday : null };
    const patient = await createSignedInUser(t, { role: 'patient', ...contact }, forEver);
    model.records.set(patient.id, { signsIn, into: null });
    patients.push(patient);
  }
  return { model, real: { t, services, branches, patients, desk, lookedAfter: 0 } };
}

/** Saves the duties of the doctors who have not left. */
export async function saveDuties(
  { t, desk }: Pick<ModelBranch, 't' | 'desk'>,
  { doctors, dutyBranch }: BookingModel,
): Promise<void> {
  const body = [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) =>
    doctors.flatMap(({ id: userId, duty, hasLeft }) =>
      duty && !hasLeft ? [{ userId, dayOfWeek, ...toTimeFields(duty) }] : [],
    ),
  );
  const answer = await t.call('PUT', `/api/locations/${dutyBranch}/duties`, { cookie: desk.cookie, body });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** The doctors of a run: a woman and a man. */
export const duties: readonly Shift[] = [
  [15 * 60, 18 * 60],
  [16 * 60, 20 * 60],
];
export async function hireDoctor(
  { t, desk: { cookie } }: Pick<ModelBranch, 't' | 'desk'>,
  nth: number,
  branch: number,
): Promise<Doctor> {
  const { id } = await makeUser(t.deps.db, { role: 'doctor', worksAt: [branch] });
  const body = { gender: nth === 0 ? 'female' : 'male' };
  expect((await t.call('PATCH', `/api/staff/${id}`, { cookie, body })).statusCode).toBe(200);
  return { id, isWoman: nth === 0, duty: pick(duties, nth), places: [branch], hasLeft: false };
}

export const toTimeFields = ([from, to]: Shift) => ({
  startTime: timeOfMinutes(from),
  endTime: timeOfMinutes(to),
});

/** A doctor wish by its number in a run, and as a body or a query string states it. */
export type WishByNumber = 'any' | 'woman' | 0 | 1;
export const resolveWish = ({ doctors }: BookingModel, wished: WishByNumber): Wish =>
  typeof wished === 'number' ? pick(doctors, wished).id : wished;
export const toWishFields = (wish: Wish) =>
  typeof wish === 'number' ? { doctorId: wish } : { doctorWish: wish };

/** An element of a list by number; numbers beyond its length start over. */
export const pick = <T>(list: readonly T[], n: number): T => {
  const one = list[n % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};
/** An element of the created items, newest first. */
export const pickLate = <T>(made: Iterable<T>, n: number): T => pick([...made].reverse(), n);

export interface When {
  readonly branch: number;
  /** Days after today. */
  readonly day: number;
  readonly start: number;
  readonly length: number;
}
const ofTheGrid = fc.nat(11).map((n) => 15 * 60 + n * 20);
const early = fc.nat(20).map((n) => 14 * 60 + n * 20);
const any = fc.nat(68).map((n) => 9 * 60 + n * 10);
export const anyTime = fc.record<When>({
  branch: fc.nat(2),
  day: fc.nat(1),
  start: fc.oneof(
    { weight: 5, arbitrary: ofTheGrid },
    { weight: 2, arbitrary: early },
    { weight: 1, arbitrary: any },
  ),
  length: fc.nat(lengths.length - 1),
});
export const resolveStretch = (model: BookingModel, place: ModelBranch, when: When): Stretch => ({
  branch: pick(place.branches, when.branch),
  day: model.today + when.day,
  start: when.start,
  minutes: pick(lengths, when.length),
});
export const dateOf = (day: number): string => addDays('2027-06-07', day);
export const toAppointmentFields = ({ branch, day, start }: Stretch) => ({
  locationId: branch,
  appointmentDate: dateOf(day),
  appointmentTime: timeOfMinutes(start),
});

/** Who acts: the patient, the desk, or another patient (by number), who may be her guardian. */
export type StepActor = 'her' | 'desk' | number;
export const resolveActor = ({ patients }: ModelBranch, by: StepActor, patient: number): number | 'desk' => {
  if (by === 'desk') return by;
  return by === 'her' ? patient : pick(patients, by).id;
};

/** Calls the API as a patient or as the desk. */
export async function callApi(
  { t, desk, patients }: ModelBranch,
  by: number | 'desk',
  method: string,
  url: string,
  body?: object,
): Promise<ApiAnswer> {
  const cookie = by === 'desk' ? desk.cookie : (patients.find(({ id }) => id === by)?.cookie ?? '');
  const answer = await t.call(method, url, { cookie, ...(body ? { body } : {}) });
  return { status: answer.statusCode, body: JSON.parse(answer.body || '{}') };
}

/** Calls the API as an admin with a fresh identity proof. */
export async function callApiWithProof({ t, desk }: ModelBranch, method: string, url: string, body?: object) {
  const cookie = await createSession(t, desk.id);
  const answer = await t.call(method, url, { cookie, ...(body ? { body } : {}) });
  return { status: answer.statusCode, body: JSON.parse(answer.body || '{}') };
}

/** These appointments are in a disruption, so that their patients are called or got an offer. */
export async function expectInDisruption(
  { t, desk }: Pick<ModelBranch, 't' | 'desk'>,
  visits: readonly Pick<Visit, 'id'>[],
) {
  if (visits.length === 0) return;
  const listed = (await t.call('GET', '/api/disruptions/standing', { cookie: desk.cookie })).json();
  const ids = visits.map(({ id }) => id);
  expect(
    ids.filter((id) => !listed.includes(id)),
    'displaced appointments that no disruption lists',
  ).toEqual([]);
}

export const expectSuccess = (answer: ApiAnswer, status = 200) =>
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
/** Rejected with a reason that the user reads: taken, not offered, past, not hers. */
export const expectRefusal = ({ status, body }: ApiAnswer) =>
  expect([400, 403, 404, 409, 422], JSON.stringify(body)).toContain(status);
/**
 * The same for a request of a patient. If her record was merged into another one, she is asked to sign in.
 */
export const expectRefusalTo = (model: BookingModel, by: number | 'desk', answer: ApiAnswer) =>
  by === 'desk' || model.isThere(by) ? expectRefusal(answer) : expectSuccess(answer, 401);

/** The room and the doctor in the reply were free in the model. */
export function checkAndStoreVisit(
  model: BookingModel,
  { body: { id, room, status, doctorId } }: ApiAnswer,
  at: Stretch & Pick<Visit, 'patient' | 'wish'>,
  { rooms, doctors }: { rooms: readonly (number | null)[]; doctors: readonly (number | null)[] },
) {
  expect(rooms, `the room of ${id}`).toContain(room);
  expect(doctors, `the doctor of ${id}`).toContain(doctorId);
  model.visits.set(id, { ...model.visits.get(id), ...at, id, room, status, doctor: doctorId });
}
