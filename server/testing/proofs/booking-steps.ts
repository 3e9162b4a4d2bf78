import * as fc from 'fast-check';
import { expect } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { type SignedIn, sessionOf } from '#server/testing/signed-in.ts';
import { monday } from '#server/testing/test-app.ts';
import { addDays, later, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { type BookingModel, type Stretch, startsFor, type Visit } from './booking-model.ts';
import { type Answered, ask, isDone, isRefused, lengths, type Place } from './booking-place.ts';

const days = [0, 1].map((n) => addDays('2027-06-27', n));

type Step = fc.AsyncCommand<BookingModel, Place>;

/** Something of a list, by a number that grows and shrinks with the story. */
const pick = <T>(list: readonly T[], n: number): T => {
  const one = list[n % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

interface When {
  branch: number;
  day: number;
  start: number;
  length: number;
}
const anyTime = fc.record({
  branch: fc.nat(1),
  day: fc.nat(days.length - 1),
  start: fc.nat(11),
  length: fc.nat(lengths.length - 1),
});
const stretchOf = (place: Place, when: When): Stretch => {
  const minutes = pick(lengths, when.length);
  return {
    branch: pick(place.branches, when.branch),
    day: pick(days, when.day),
    start: pick(startsFor(minutes), when.start),
    minutes,
  };
};
const timeOf = ({ branch, day, start }: Stretch) => ({
  locationId: branch,
  appointmentDate: day,
  appointmentTime: timeOfMinutes(start),
});

const lookAfter = ({ t }: Place) => new TaskRunner(t.deps, ofClinic.tasks).poke();

const told = (what: string, when: When): string =>
  `${what} branch ${when.branch} day ${when.day} start ${when.start} length ${when.length}`;

/** The room that the clinic answered is one of those that were free. */
function put(
  model: BookingModel,
  answer: Answered,
  at: Stretch,
  free: readonly (number | null)[],
  patient: number,
) {
  const { id, room, status } = answer.body;
  expect(free, `the room of ${JSON.stringify(answer.body)}`).toContain(room);
  model.visits.set(id, { ...at, id, room, status, patient });
}

const book = (who: number, when: When, byDesk: boolean, asked: boolean): Step => ({
  check: () => true,
  async run(model: BookingModel, place: Place) {
    const patient = pick(place.patients, who).id;
    const at = stretchOf(place, when);
    const free = model.freeRooms(at, patient);
    const overbook = byDesk && asked;
    const may = !model.isBusy(patient, at) && (overbook || (model.isOpen(at) && free.length > 0));
    const answer = await ask(place, byDesk ? 'desk' : patient, 'POST', '/api/appointments', {
      userId: patient,
      service: String(place.services.get(at.minutes)),
      ...timeOf(at),
      ...(overbook ? { overbook } : {}),
    });
    if (!may) return isRefused(answer);
    isDone(answer, 201);
    expect(answer.body.status).toBe(byDesk ? 'confirmed' : 'pending');
    put(model, answer, at, overbook ? [null] : free, patient);
  },
  toString: () => told(`${byDesk ? 'the desk books' : 'books'}${asked ? ' over' : ''} ${who}:`, when),
});

const standing = ({ status }: Visit) => status !== 'cancelled';
const visitsOf = (model: BookingModel) => [...model.visits.values()];

const move = (which: number, when: When, byDesk: boolean): Step => ({
  check: (model: Readonly<BookingModel>) => visitsOf(model as BookingModel).some(standing),
  async run(model: BookingModel, place: Place) {
    const visit = pick(visitsOf(model).filter(standing), which);
    const fits = startsFor(visit.minutes);
    const at = { ...stretchOf(place, when), minutes: visit.minutes, start: pick(fits, when.start) };
    const stays = at.branch === visit.branch && at.day === visit.day && at.start === visit.start;
    const free = model.freeRooms(at, visit.patient, visit.id);
    const may = stays || (model.isOpen(at) && free.length > 0 && !model.isBusy(visit.patient, at, visit.id));
    const by = byDesk ? ('desk' as const) : visit.patient;
    const answer = await ask(place, by, 'PATCH', `/api/appointments/${visit.id}`, timeOf(at));
    if (!may) return isRefused(answer);
    isDone(answer);
    if (stays) return expect(answer.body.room).toBe(visit.room);
    put(model, answer, at, free, visit.patient);
  },
  toString: () => told(`${byDesk ? 'the desk moves' : 'moves'} visit ${which} to`, when),
});

const setStatus = (which: number, status: 'cancelled' | 'confirmed', byDesk: boolean): Step => ({
  check: (model: Readonly<BookingModel>) => model.visits.size > 0,
  async run(model: BookingModel, place: Place) {
    const visit = pick(visitsOf(model), which);
    const { patient, id, room } = visit;
    const by = byDesk || status === 'confirmed' ? 'desk' : patient;
    const revives = visit.status === 'cancelled' && status === 'confirmed';
    const free = room === null ? [null] : model.freeRooms(visit, patient, id);
    const may = revives
      ? free.length > 0 && !model.isBusy(patient, visit, id)
      : by === 'desk' || visit.status !== 'cancelled' || status === 'cancelled';
    const answer = await ask(place, by, 'PATCH', `/api/appointments/${id}`, { status });
    if (!may) return isRefused(answer);
    isDone(answer);
    expect(answer.body.status).toBe(status);
    if (revives) expect(free).toContain(answer.body.room);
    model.visits.set(id, { ...visit, status, room: answer.body.room });
  },
  toString: () => `visit ${which} becomes ${status}${byDesk ? ' by the desk' : ''}`,
});

const keep = (who: number, when: When): Step => ({
  check: () => true,
  async run(model: BookingModel, place: Place) {
    const patient = pick(place.patients, who).id;
    const at = stretchOf(place, when);
    const { t } = place;
    // What is kept for her already is no room for another offer of hers either.
    const free = model.freeRooms(at, 0);
    const answer = await ask(place, 'desk', 'POST', '/api/offers', {
      userId: patient,
      serviceId: place.services.get(at.minutes),
      ...timeOf(at),
      minutes: 60,
    });
    if (!model.isOpen(at) || free.length === 0) return isRefused(answer);
    isDone(answer, 201);
    const { id } = answer.body;
    const { rows } = await t.deps.database.pool.query('select room from offers where id = $1', [id]);
    expect(free).toContain(rows[0].room);
    model.kept.set(id, { ...at, id, patient, room: rows[0].room, until: model.now + 60, open: true });
  },
  toString: () => told(`is kept for ${who}:`, when),
});

const answerKept = (which: number, says: 'take' | 'decline'): Step => ({
  check: (model: Readonly<BookingModel>) => model.kept.size > 0,
  async run(model: BookingModel, place: Place) {
    const kept = pick(
      [...model.kept.values()].filter(({ open }) => open).concat(...model.kept.values()),
      which,
    );
    // A branch with fewer rooms by now may have none for her.
    const free = model.freeRooms(kept, kept.patient);
    const mayTake = model.isKept(kept) && !model.isBusy(kept.patient, kept) && free.length > 0;
    const answer = await ask(place, kept.patient, 'POST', `/api/offers/${kept.id}/answer`, {
      answer: says,
    });
    if (!kept.open) return;
    // What she has already stands, and there is nothing to decline; it is told so while it is kept.
    if (model.hasIt(kept.patient, kept)) {
      if (!model.isKept(kept)) return;
      return says === 'take' ? isDone(answer) : isRefused(answer);
    }
    if (!model.isKept(kept) || (says === 'take' && !mayTake)) return isRefused(answer);
    isDone(answer);
    model.kept.set(kept.id, { ...kept, open: false });
    if (says === 'decline') return;
    const { rows } = await place.t.deps.database.pool.query(
      'select id, room, status from appointments order by id desc limit 1',
    );
    const [made] = rows;
    expect(made.status).toBe('confirmed');
    put(model, { status: 201, body: made }, kept, free, kept.patient);
  },
  toString: () => `answers what is kept ${which}: ${says}`,
});

const wait = (minutes: number): Step => ({
  check: (model: Readonly<BookingModel>) => model.now + minutes < 14 * 24 * 60,
  async run(model: BookingModel, place: Place) {
    model.now += minutes;
    place.t.setNow(later(monday, model.now * 60_000));
    // Only every second time somebody looks after what is over: nobody may count on it.
    if (minutes % 2 === 0) await lookAfter(place);
    const again = async ({ id }: SignedIn) => ({ id, cookie: await sessionOf(place.t, id) });
    place.desk = await again(place.desk);
    for (const [i, patient] of place.patients.entries()) place.patients[i] = await again(patient);
  },
  toString: () => `${minutes} minutes pass`,
});

const closeDay = (where: number, when: number): Step => ({
  check: () => true,
  async run(model: BookingModel, place: Place) {
    const [branch, day] = [pick(place.branches, where), pick(days, when)];
    const name = `${branch} ${day}`;
    if (!model.closed.delete(name)) model.closed.add(name);
    const exceptions = days
      .filter((date) => model.closed.has(`${branch} ${date}`))
      .map((date) => ({ date, isClosed: true }));
    const answer = await place.t.call('PUT', `/api/locations/${branch}/exceptions`, {
      body: exceptions,
      cookie: place.desk.cookie,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  },
  toString: () => `branch ${where} closes or opens day ${when}`,
});

const setRooms = (where: number, rooms: number): Step => ({
  check: () => true,
  async run(model: BookingModel, place: Place) {
    const branch = pick(place.branches, where);
    const answer = await ask(place, 'desk', 'PATCH', `/api/locations/${branch}`, { rooms });
    isDone(answer);
    model.rooms.set(branch, rooms);
  },
  toString: () => `branch ${where} has ${rooms} rooms`,
});

const look = (when: When): Step => ({
  check: () => true,
  async run(model: BookingModel, place: Place) {
    const at = stretchOf(place, when);
    // A list may show for ten seconds that a time is kept which is over: every process looks so often.
    await lookAfter(place);
    const url = `/api/locations/${at.branch}/availability?date=${at.day}&service=${place.services.get(at.minutes)}`;
    const { slots } = (await place.t.call('GET', url)).json();
    expect(slots.map(({ time }: { time: string }) => minutesOf(time))).toEqual(model.freeStarts(at));
  },
  toString: () => told('somebody looks:', when),
});

const who = fc.nat(2);
const which = fc.nat(7);
/** What can happen, by how often it does. */
export const anyStory = (steps: number) =>
  fc.commands(
    [
      fc.tuple(who, anyTime, fc.boolean(), fc.boolean()).map((a) => book(...a)),
      fc.tuple(who, anyTime).map((a) => book(...a, false, false)),
      fc.tuple(which, anyTime, fc.boolean()).map((a) => move(...a)),
      fc.tuple(which, anyTime).map((a) => move(...a, true)),
      fc
        .tuple(which, fc.constantFrom('cancelled' as const, 'confirmed' as const), fc.boolean())
        .map((a) => setStatus(...a)),
      fc.tuple(who, anyTime).map((a) => keep(...a)),
      fc.tuple(which, fc.constantFrom('take' as const, 'decline' as const)).map((a) => answerKept(...a)),
      fc.integer({ min: 5, max: 45 }).map((minutes) => wait(minutes)),
      fc.tuple(fc.nat(1), fc.nat(1)).map((a) => closeDay(...a)),
      fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 3 })).map((a) => setRooms(...a)),
      anyTime.map((when) => look(when)),
      anyTime.map((when) => look(when)),
    ],
    { maxCommands: steps, size: 'max' },
  );
