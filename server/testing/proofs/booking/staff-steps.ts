import { expect } from 'vitest';
import { type BookingModel } from './model.ts';
import type { Shift } from './model-types.ts';
import {
  callApiWithProof,
  duties,
  expectInDisruption,
  expectSuccess,
  hireDoctor,
  type ModelBranch,
  pick,
  type Step,
  saveDuties,
} from './place.ts';

/** Waiting-list entries that name a doctor who works at none of these branches. */
async function listWishesNaming(
  { t }: ModelBranch,
  doctor: number,
  branches: readonly number[],
): Promise<number[]> {
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `select id from wishes where state = 'waiting' and doctor_id = $1 and not location_ids && $2::int[]
      order by id`,
    [doctor, branches],
  );
  return rows.map(({ id }) => id);
}

/** Patients who waited for a doctor who left wait for any doctor, and were told. */
async function expectWishesReassigned(place: ModelBranch, waited: readonly number[]): Promise<void> {
  const { rows } = await place.t.deps.database.pool.query<{ id: number }>(
    `select distinct w.id from wishes w join messages m on m.template = 'wishOther'
      and (m.params->>'wish')::int = w.id and m.user_id = w.patient_id
      where w.id = any($1::int[]) and w.doctor_id is null order by w.id`,
    [waited],
  );
  expect(rows.map(({ id }) => id)).toEqual(waited);
}

type Leaving = 'deactivated' | 'otherRole' | 'elsewhere';

/** A doctor leaves the clinic, or works only at the first branch from now on. */
export const leaveClinic = (who: number, how: Leaving): Step => ({
  async run(model, place) {
    const doctor = pick(model.doctors, who);
    if (doctor.hasLeft) return;
    const [first = 0] = place.branches;
    const { body, kept, change } = {
      deactivated: { body: { deactivated: true }, kept: [], change: { hasLeft: true } },
      otherRole: { body: { role: 'receptionist' }, kept: [], change: { hasLeft: true } },
      elsewhere: { body: { locationIds: [first] }, kept: [first], change: { places: [first], duty: null } },
    }[how];
    const waited = await listWishesNaming(place, doctor.id, kept);
    const url = `/api/staff/${doctor.id}`;
    const preview = await callApiWithProof(place, 'POST', `${url}/preview`, body);
    expectSuccess(preview);
    expectSuccess(await callApiWithProof(place, 'PATCH', url, body));
    const displacedBefore = model.coming().filter((visit) => model.isDeparted(visit));
    const displaced = model.changeDoctor(doctor.id, change);
    const count = displaced.filter((visit) => !displacedBefore.includes(visit)).length;
    if (how !== 'elsewhere') expect(preview.body).toMatchObject({ count, wishes: waited.length });
    await expectInDisruption(place, displaced);
    await expectWishesReassigned(place, waited);
  },
});

/** Saves the duties again without the doctors who have left. */
async function changeDuty(model: BookingModel, place: ModelBranch, id: number, duty: Shift | null) {
  for (const doctor of model.doctors) if (doctor.hasLeft) model.changeDoctor(doctor.id, { duty: null });
  const displaced = model.changeDoctor(id, { duty });
  await saveDuties(place, model);
  await expectInDisruption(place, displaced);
}

/** A doctor works at the branch with duties again, as before. */
export const returnToBranch = (who: number): Step => ({
  async run(model, place) {
    const { id } = pick(model.doctors, who);
    const places = [model.dutyBranch];
    const body = { deactivated: false, role: 'doctor', locationIds: places };
    expectSuccess(await callApiWithProof(place, 'PATCH', `/api/staff/${id}`, body));
    await expectInDisruption(place, model.changeDoctor(id, { hasLeft: false, places }));
    await changeDuty(model, place, id, pick(duties, who));
  },
});

const otherDuties: readonly (Shift | null)[] = [null, [900, 1020], [960, 1200], [1080, 1260]];
/** A doctor's duty ends or changes its hours. */
export const setDuty = (who: number, which: number): Step => ({
  async run(model, place) {
    const { id, hasLeft } = pick(model.doctors, who);
    if (!hasLeft) await changeDuty(model, place, id, pick(otherDuties, which));
  },
});

/** Deletes a doctor, unless she has upcoming appointments, and employs another one. */
export const removeDoctor = (who: number): Step => ({
  async run(model, place) {
    const nth = who % model.doctors.length;
    const { id } = pick(model.doctors, nth);
    const waited = await listWishesNaming(place, id, []);
    const answer = await callApiWithProof(place, 'DELETE', `/api/users/${id}`);
    if (model.coming().some(({ doctor }) => doctor === id)) return expectSuccess(answer, 409);
    expectSuccess(answer, 204);
    model.changeDoctor(id, { hasLeft: true });
    await expectWishesReassigned(place, waited);
    for (const [absence, { doctor }] of model.absences) if (doctor === id) model.absences.delete(absence);
    const hired = await hireDoctor(place, nth, model.dutyBranch);
    model.doctors = model.doctors.map((doctor) => (doctor.id === id ? hired : doctor));
    await changeDuty(model, place, hired.id, hired.duty);
  },
});
