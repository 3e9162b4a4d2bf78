import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { localDateTime, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { BookingModel } from './booking-model.ts';
import { openPlace, type Place } from './booking-place.ts';
import { anyStory } from './booking-steps.ts';

/** The same stories in every run of the suite; `npm run prove` tells more, longer and other ones. */
const { PROVE_STORIES = '6', PROVE_STEPS = '120', PROVE_SEED = '7' } = process.env;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const rowsOf = async (text: string) => (await t.deps.database.pool.query(text)).rows;

/** What stands in the tables at the end is what the model says, and the history says the same. */
async function compare(model: BookingModel): Promise<void> {
  const stored = await rowsOf(`
    select a.id, a.patient_id, a.location_id, a.local_start::text as at, a.room, a.status,
      (select e.after->>'status' from events e where e.subject = 'appointments' and e.subject_id = a.id
        order by e.id desc limit 1) as told
    from appointments a order by a.id`);
  const meant = [...model.visits.values()].map((visit) => ({
    id: visit.id,
    patient_id: visit.patient,
    location_id: visit.branch,
    at: localDateTime(visit.day, timeOfMinutes(visit.start)),
    room: visit.room,
    status: visit.status,
    told: visit.status,
  }));
  expect(stored).toEqual(meant.sort((a, b) => a.id - b.id));
}

test('whatever happens, the clinic does what the rules of booking say', { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(anyStory(Number(PROVE_STEPS)), async (story) => {
    const model = new BookingModel();
    let place: Place | undefined;
    await fc.asyncModelRun(async () => {
      place = await openPlace(t, model);
      return { model, real: place };
    }, story);
    await compare(model);
  });
  await fc.assert(property, { numRuns: Number(PROVE_STORIES), seed: Number(PROVE_SEED) });
});
