import { expect } from 'vitest';
import { holds, isOpen, type Status } from './model.ts';
import {
  ask,
  isDone,
  isRefused,
  pick,
  pickLate,
  put,
  type Step,
  stretchOf,
  timeOf,
  type When,
} from './place.ts';

/** A patient books for herself, or the desk for her: beside the rooms, if it wants to. */
export const book = (who: number, when: When, byDesk: boolean, asked: boolean): Step => ({
  async run(model, place) {
    const patient = pick(place.patients, who).id;
    const at = stretchOf(model, place, when);
    const free = model.freeRooms(at, patient);
    const overbook = byDesk && asked;
    const fits = overbook ? at.day >= model.today : model.mayStart(at, byDesk) && free.length > 0;
    const answer = await ask(place, byDesk ? 'desk' : patient, 'POST', '/api/appointments', {
      userId: patient,
      service: String(place.services.get(at.minutes)),
      ...timeOf(at),
      ...(overbook ? { overbook } : {}),
    });
    if (!fits || model.isBusy(patient, at)) return isRefused(answer);
    isDone(answer, 201);
    expect(answer.body.status).toBe(byDesk ? 'confirmed' : 'pending');
    put(model, answer, at, overbook ? [null] : free, patient);
  },
});

export const move = (which: number, when: When, byDesk: boolean): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const at = { ...stretchOf(model, place, when), minutes: visit.minutes };
    const stays = at.branch === visit.branch && at.day === visit.day && at.start === visit.start;
    const free = model.freeRooms(at, visit.patient, visit.id);
    const mayMove = byDesk ? isOpen(visit) : model.mayChange(visit);
    const may =
      mayMove && model.mayStart(at, byDesk) && free.length > 0 && !model.isBusy(visit.patient, at, visit.id);
    const by = byDesk ? ('desk' as const) : visit.patient;
    const answer = await ask(place, by, 'PATCH', `/api/appointments/${visit.id}`, timeOf(at));
    if (stays) {
      isDone(answer);
      return void expect(answer.body).toMatchObject({ room: visit.room, status: visit.status });
    }
    if (!may) return isRefused(answer);
    isDone(answer);
    expect(answer.body.status).toBe(byDesk ? visit.status : 'pending');
    put(model, answer, at, free, visit.patient);
  },
});

/** A visit becomes something else by the desk, or is cancelled by its patient. */
export const setStatus = (which: number, status: Status, byDesk: boolean): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const { patient, id, room } = visit;
    const by = byDesk || status !== 'cancelled' ? 'desk' : patient;
    const revives = !holds(visit) && holds({ ...visit, status });
    const free = revives && room !== null ? model.freeRooms(visit, patient, id) : [room];
    const may =
      status === visit.status ||
      ((by === 'desk' || model.mayChange(visit)) &&
        !model.isTooEarly(visit, status) &&
        free.length > 0 &&
        !(revives && model.isBusy(patient, visit, id)));
    const answer = await ask(place, by, 'PATCH', `/api/appointments/${id}`, { status });
    if (!may) return isRefused(answer);
    isDone(answer);
    expect(answer.body.status).toBe(status);
    put(model, answer, visit, free, patient);
  },
});
