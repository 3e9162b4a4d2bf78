import { expect } from 'vitest';
import {
  type ApiAnswer,
  callApi,
  checkAndStoreVisit,
  expectRefusal,
  expectRefusalTo,
  expectSuccess,
  pick,
  pickLate,
  resolveActor,
  resolveStretch,
  type Step,
  type StepActor,
  toAppointmentFields,
  type When,
} from './place.ts';

/**
 * The desk offers a time to a patient until a deadline. If the time is past, the desk books it instead,
 * because the patient could not accept.
 */
export const offerFromDesk = (who: number, when: When): Step => ({
  async run(model, place) {
    const patient = pick(place.patients, who).id;
    const at = resolveStretch(model, place, when);
    // A second offer to the patient cannot use the room that the first one holds.
    const free = model.freeRooms(at, 0);
    const doctors = model.freeDoctors(at, 0, { wish: 'any', byDesk: true });
    const until = model.keptUntil(at);
    const answer = await callApi(place, 'desk', 'POST', '/api/offers', {
      userId: patient,
      serviceId: place.services.get(at.minutes),
      ...toAppointmentFields(at),
      minutes: 60,
    });
    const hasPlace = free.length > 0 && doctors.length > 0 && !model.isBusy(patient, at);
    const fits = model.isAhead(at) && model.mayStart(at, true) && hasPlace;
    if (!model.isThere(patient) || !fits) return expectRefusal(answer);
    expectSuccess(answer, 201);
    const { id } = answer.body;
    const { rows } = await place.t.deps.database.pool.query(
      'select room, doctor_id as doctor from offers where id = $1',
      [id],
    );
    const [{ room, doctor }] = rows;
    expect(free).toContain(room);
    expect(doctors).toContain(doctor);
    model.kept.set(id, { ...at, id, patient, room, doctor, until, open: true });
  },
});

export const answerHeldTime = (
  which: number,
  says: 'take' | 'decline',
  by: Exclude<StepActor, 'desk'>,
): Step => ({
  check: ({ kept }) => kept.size > 0,
  async run(model, place) {
    const all = [...model.kept.values()];
    const kept = pickLate([...all.filter((one) => !model.isKept(one)), ...all.filter(model.isKept)], which);
    // A branch may have fewer rooms now, so that none is free for her.
    const rooms = model.freeRooms(kept, kept.patient);
    const whom = { wish: 'any' as const, byDesk: false, keeps: kept.doctor };
    const doctors = model.freeDoctors(kept, kept.patient, whom);
    const mayTake =
      model.isKept(kept) && !model.isBusy(kept.patient, kept) && rooms.length > 0 && doctors.length > 0;
    const actor = resolveActor(place, by, kept.patient);
    const answer = await callApi(place, actor, 'POST', `/api/offers/${kept.id}/answer`, {
      answer: says,
    });
    if (!model.mayAct(actor, kept.patient)) return expectRefusalTo(model, actor, answer);
    if (!kept.open) return;
    if (!model.isKept(kept) || (says === 'take' && !mayTake)) return expectRefusal(answer);
    expectSuccess(answer);
    model.kept.set(kept.id, { ...kept, open: false });
    if (says === 'decline') return;
    const { rows } = await place.t.deps.database.pool.query<ApiAnswer['body']>(
      'select id, room, status, doctor_id as "doctorId" from appointments order by id desc limit 1',
    );
    for (const made of rows) {
      expect(made.status).toBe('confirmed');
      const { branch, day, start, minutes, patient } = kept;
      const at = { branch, day, start, minutes, patient, wish: whom.wish };
      checkAndStoreVisit(model, { status: 201, body: made }, at, { rooms, doctors });
    }
  },
});
