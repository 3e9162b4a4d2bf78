import { expect } from 'vitest';
import { holdsRoom, isOpen, namedDoctorOf, type Status } from './model-types.ts';
import {
  callApi,
  checkAndStoreVisit,
  expectRefusal,
  expectRefusalTo,
  expectSuccess,
  pick,
  pickLate,
  resolveActor,
  resolveStretch,
  resolveWish,
  type Step,
  type StepActor,
  toAppointmentFields,
  toWishFields,
  type When,
  type WishByNumber,
} from './place.ts';
import { withoutDeparture } from './visit-day.ts';

/** A patient, a guardian or the desk books for a patient; the desk may overbook. */
export const book = (who: number, when: When, by: StepActor, asked: boolean, wished: WishByNumber): Step => ({
  async run(model, place) {
    const patient = pick(place.patients, who).id;
    const actor = resolveActor(place, by, patient);
    const byDesk = by === 'desk';
    const at = resolveStretch(model, place, when);
    const wish = resolveWish(model, wished);
    const overbook = byDesk && asked;
    const free = overbook
      ? { rooms: [null], doctors: [namedDoctorOf({ wish })] }
      : { rooms: model.freeRooms(at, patient), doctors: model.freeDoctors(at, patient, { wish, byDesk }) };
    const isNamed = typeof wish === 'number';
    const mayWish =
      isNamed && model.hasLeft(wish) ? false : byDesk || wish === 'any' || model.byDoctor.has(at.branch);
    // The patient may book the time of her offer at any start, and it is confirmed at once.
    const isKept = model.isKeptAt(patient, at);
    const mayStart = overbook ? at.day >= model.today : model.mayStart(at, byDesk) || (!byDesk && isKept);
    const fits = mayStart && mayWish && free.rooms.length > 0 && free.doctors.length > 0;
    const answer = await callApi(place, actor, 'POST', '/api/appointments', {
      userId: patient,
      service: String(place.services.get(at.minutes)),
      ...toAppointmentFields(at),
      ...toWishFields(wish),
      ...(overbook ? { overbook } : {}),
    });
    if (!model.mayAct(actor, patient) || !fits || model.isBusy(patient, at))
      return expectRefusalTo(model, actor, answer);
    expectSuccess(answer, 201);
    expect(answer.body.status).toBe(byDesk || isKept ? 'confirmed' : 'pending');
    checkAndStoreVisit(model, answer, { ...at, patient, wish }, free);
  },
});

export const move = (which: number, when: When, by: StepActor): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const at = { ...resolveStretch(model, place, when), minutes: visit.minutes };
    const stays = at.branch === visit.branch && at.day === visit.day && at.start === visit.start;
    const { patient, id: but } = visit;
    const wish = model.wishKept(visit);
    const rooms = model.freeRooms(at, patient, but);
    const doctors = model.freeDoctors(at, patient, { wish, byDesk: by === 'desk', but });
    const actor = resolveActor(place, by, patient);
    const byDesk = by === 'desk';
    const mayMove = byDesk ? isOpen(visit) : model.mayChange(visit);
    const may =
      mayMove &&
      model.mayStart(at, byDesk) &&
      rooms.length > 0 &&
      doctors.length > 0 &&
      !model.isBusy(patient, at, but);
    const answer = await callApi(place, actor, 'PATCH', `/api/appointments/${but}`, toAppointmentFields(at));
    if (!model.mayAct(actor, patient)) return expectRefusalTo(model, actor, answer);
    if (stays) {
      expectSuccess(answer);
      expect(answer.body).toMatchObject({ room: visit.room, status: visit.status });
      return;
    }
    if (!may) return expectRefusal(answer);
    expectSuccess(answer);
    expect(answer.body.status).toBe(byDesk ? visit.status : 'pending');
    checkAndStoreVisit(model, answer, { ...at, patient, wish }, { rooms, doctors });
  },
});

/** The desk changes the status of an appointment, or the patient or her guardian cancels it. */
export const setStatus = (which: number, status: Status, by: StepActor): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const { patient, id, room, doctor } = visit;
    const actor = resolveActor(place, by, patient);
    const revives = !holdsRoom(visit) && holdsRoom({ ...visit, status });
    const wish = revives ? model.wishKept(visit) : visit.wish;
    const free = { rooms: [room], doctors: [doctor] };
    if (revives && room === null) free.doctors = [namedDoctorOf({ wish })];
    if (revives && room !== null) {
      free.rooms = model.freeRooms(visit, patient, id);
      free.doctors = model.freeDoctors(visit, patient, { wish, byDesk: true, keeps: doctor, but: id });
    }
    const may =
      model.mayAct(actor, patient) &&
      (status === visit.status ||
        ((by === 'desk' || model.mayChange(visit)) &&
          !model.isTooEarly(visit, status) &&
          !model.isRevivedNowhere(visit, { ...visit, status }) &&
          free.rooms.length > 0 &&
          free.doctors.length > 0 &&
          !(revives && model.isBusy(patient, visit, id))));
    const answer = await callApi(place, actor, 'PATCH', `/api/appointments/${id}`, { status });
    if (!may) return expectRefusalTo(model, actor, answer);
    expectSuccess(answer);
    expect(answer.body.status).toBe(status);
    checkAndStoreVisit(model, answer, { ...withoutDeparture(visit, status), wish }, free);
  },
});
