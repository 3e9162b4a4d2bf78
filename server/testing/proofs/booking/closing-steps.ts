import { expect } from 'vitest';
import {
  countDisruptionLists,
  countInLatestDisruption,
  listWishesForBranch,
  listWishesToldOfClosing,
  runPendingOfferTasks,
} from './clinic-steps.ts';
import type { BookingModel } from './model.ts';
import type { Shift } from './model-types.ts';
import {
  callApi,
  expectInDisruption,
  expectSuccess,
  lengths,
  type ModelBranch,
  pick,
  type Step,
  saveDuties,
  toTimeFields,
} from './place.ts';

const hours: Shift = [15 * 60, 19 * 60];

const countWaiting = async ({ t }: ModelBranch, where: string, id: number): Promise<number> => {
  const text = `select count(*)::int as n from wishes where state = 'waiting' and ${where}`;
  const { rows } = await t.deps.database.pool.query<{ n: number }>(text, [id]);
  return rows[0]?.n ?? 0;
};

/** Number of these appointments that are for a service. */
async function countBooked({ t }: ModelBranch, visits: readonly { id: number }[], service: number) {
  const { rows } = await t.deps.database.pool.query<{ n: number }>(
    'select count(*)::int as n from appointments where service_id = $1 and id = any($2::int[])',
    [service, visits.map(({ id }) => id)],
  );
  return rows[0]?.n ?? 0;
}

/** Archives a service, unless it is booked, offered or waited for, and adds another one of its length. */
export const endService = (which: number): Step => ({
  async run(model, place) {
    await runPendingOfferTasks(model, place);
    const minutes = pick(lengths, which);
    const id = place.services.get(minutes) ?? 0;
    const kept = [...model.kept.values()].filter((one) => model.isKept(one) && one.minutes === minutes);
    const waiting = await countWaiting(place, 'service_id = $1', id);
    const booked = await countBooked(place, model.coming(), id);
    const answer = await callApi(place, 'desk', 'DELETE', `/api/services/${id}`);
    if (kept.length + waiting + booked > 0) return expectSuccess(answer, 409);
    expectSuccess(answer, 204);
    const body = { name: `Service ${id} again`, durationMinutes: minutes };
    const begun = await callApi(place, 'desk', 'POST', '/api/services', body);
    expectSuccess(begun, 201);
    place.services.set(minutes, begun.body.id);
  },
});

/** Adds a branch with the usual hours. */
async function openNewBranch(model: BookingModel, place: ModelBranch, rooms: number): Promise<number> {
  const fields = { name: 'Branch', address: 'Here', rooms };
  const opened = await callApi(place, 'desk', 'POST', '/api/locations', fields);
  expectSuccess(opened, 201);
  const { id } = opened.body;
  const week = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    dayOfWeek,
    isAvailable: true,
    ...toTimeFields(hours),
  }));
  expectSuccess(await callApi(place, 'desk', 'PUT', `/api/locations/${id}/schedules`, week));
  model.rooms.set(id, rooms);
  model.shifts.set(id, [hours]);
  return id;
}

/**
 * Archives a branch and adds another one. Rejected if the branch has an upcoming appointment, an offer, or a
 * patient who waits for a day on which it is open.
 */
export const endBranch = (where: number): Step => ({
  async run(model, place) {
    await runPendingOfferTasks(model, place);
    const nth = where % place.branches.length;
    const branch = pick(place.branches, nth);
    const isHere = (one: { branch: number }) => one.branch === branch;
    const kept = [...model.kept.values()].filter((one) => model.isKept(one) && isHere(one));
    const alone = await listWishesForBranch(place, branch);
    const waiting = alone.filter((wish) => model.seesOn(branch, wish));
    const answer = await callApi(place, 'desk', 'DELETE', `/api/locations/${branch}`);
    if (kept.length + waiting.length > 0 || model.coming().some(isHere)) return expectSuccess(answer, 409);
    expectSuccess(answer, 204);
    expect(await listWishesToldOfClosing(place)).toEqual(expect.arrayContaining(alone.map(({ id }) => id)));
    place.branches[nth] = await openNewBranch(model, place, model.rooms.get(branch) ?? 1);
    model.endBranch(branch);
    if (branch !== model.dutyBranch) return;
    model.dutyBranch = pick(place.branches, nth);
    await saveDuties(place, model);
    await bookBy(nth, 'doctor').run(model, place);
  },
});

/** A branch is booked by doctor from now on, or by room. */
export const bookBy = (where: number, bookedBy: 'room' | 'doctor'): Step => ({
  async run(model, place) {
    await runPendingOfferTasks(model, place);
    const branch = pick(place.branches, where);
    const url = `/api/locations/${branch}`;
    const preview = await callApi(place, 'desk', 'POST', `${url}/hours-preview`, { bookedBy });
    const lists = await countDisruptionLists(place);
    const answer = await callApi(place, 'desk', 'PATCH', url, { bookedBy });
    expectSuccess(answer);
    expect(answer.body).toMatchObject({ bookedBy });
    if (bookedBy === 'room') {
      model.byDoctor.delete(branch);
      return;
    }
    const displaced = model.bookByDoctor(branch);
    expect(preview.body).toMatchObject({ count: await countInLatestDisruption(place, lists) });
    await expectInDisruption(place, displaced);
  },
});
