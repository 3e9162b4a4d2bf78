import { expect } from 'vitest';
import { holds, isOpen, type Status } from './model.ts';
import {
  actorOf,
  ask,
  type By,
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

/** Somebody books for a patient; the desk, if it wants to, beside the rooms. */
export const book = (who: number, when: When, by: By, asked: boolean): Step => ({
  async run(model, place) {
    const patient = pick(place.patients, who).id;
    const actor = actorOf(place, by, patient);
    const byDesk = by === 'desk';
    const at = stretchOf(model, place, when);
    const free = model.freeRooms(at, patient);
    const overbook = byDesk && asked;
    const fits = overbook ? at.day >= model.today : model.mayStart(at, byDesk) && free.length > 0;
    const answer = await ask(place, actor, 'POST', '/api/appointments', {
      userId: patient,
      service: String(place.services.get(at.minutes)),
      ...timeOf(at),
      ...(overbook ? { overbook } : {}),
    });
    if (!model.mayAct(actor, patient) || !fits || model.isBusy(patient, at)) return isRefused(answer);
    isDone(answer, 201);
    expect(answer.body.status).toBe(byDesk ? 'confirmed' : 'pending');
    put(model, answer, at, overbook ? [null] : free, patient);
  },
});

export const move = (which: number, when: When, by: By): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const at = { ...stretchOf(model, place, when), minutes: visit.minutes };
    const stays = at.branch === visit.branch && at.day === visit.day && at.start === visit.start;
    const free = model.freeRooms(at, visit.patient, visit.id);
    const actor = actorOf(place, by, visit.patient);
    const byDesk = by === 'desk';
    const mayMove = byDesk ? isOpen(visit) : model.mayChange(visit);
    const may =
      mayMove && model.mayStart(at, byDesk) && free.length > 0 && !model.isBusy(visit.patient, at, visit.id);
    const answer = await ask(place, actor, 'PATCH', `/api/appointments/${visit.id}`, timeOf(at));
    if (!model.mayAct(actor, visit.patient)) return isRefused(answer);
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

/** A visit becomes something else by the desk, or is cancelled by its patient or who looks after her. */
export const setStatus = (which: number, status: Status, by: By): Step => ({
  check: ({ visits }) => visits.size > 0,
  async run(model, place) {
    const visit = pickLate(model.visits.values(), which);
    const { patient, id, room } = visit;
    const actor = actorOf(place, by, patient);
    const revives = !holds(visit) && holds({ ...visit, status });
    const free = revives && room !== null ? model.freeRooms(visit, patient, id) : [room];
    const may =
      model.mayAct(actor, patient) &&
      (status === visit.status ||
        ((by === 'desk' || model.mayChange(visit)) &&
          !model.isTooEarly(visit, status) &&
          free.length > 0 &&
          !(revives && model.isBusy(patient, visit, id))));
    const answer = await ask(place, actor, 'PATCH', `/api/appointments/${id}`, { status });
    if (!may) return isRefused(answer);
    isDone(answer);
    expect(answer.body.status).toBe(status);
    put(model, answer, visit, free, patient);
  },
});
