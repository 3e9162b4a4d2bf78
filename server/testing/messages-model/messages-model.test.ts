import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { leaseMessages } from '#server/engine/delivery/lease-queries.ts';
import type { DeliveryWorker } from '#server/engine/delivery/worker.ts';
import { withdrawUnneededOffers } from '#server/features/disruptions/actions.ts';
import { expireOffers } from '#server/features/offers/actions.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { type MessageGateways, messageGateways, outsideChannels } from '#server/testing/message-gateways.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { receiveMessages } from './arrivals.ts';
import { changeHolidays, changeSettings } from './clinic-steps.ts';
import { findComplaints } from './complaints.ts';
import { addPeople, changeChannels, giveAccount, merge, undoLastMerge } from './people-steps.ts';
import { fractionOf } from './random.ts';
import { changeVisit, reply } from './visit-steps.ts';
import { note, nothingSeen, openWeek, type Week } from './week.ts';

/**
 * Random lives of appointments: the desk, the patient, her guardian and her replies book (also series), move,
 * cancel, reopen and delete them. Gateways fail or do not answer, quiet hours and holidays begin, processes
 * die, and settings change. Patients have a phone, an address and push in random combination, and choose
 * other channels; some share a phone, some have a guardian, some get an account of their own, and some
 * records are merged and parted again. One run covers the appointments of one patient; a week of the clinic
 * contains many runs. `prove messages` runs 10,000.
 */
const { MESSAGE_RUNS = '200', MESSAGE_SEED = '1' } = process.env;
const runs = Number(MESSAGE_RUNS);
const perWeek = 100;

let clinic: TestApp;
let gateways: MessageGateways;
beforeAll(async () => {
  gateways = await messageGateways();
  clinic = await createTestApp(gateways.env);
  // Retries come without their random part, so a seed repeats its week.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterAll(async () => {
  await clinic.close();
  await gateways.close();
});

async function runWeek(week: Week): Promise<void> {
  const { random, people } = week;
  const worker = { current: clinic.worker() };
  for (let n = 0; n < 14; n++) {
    for (const person of people) if (random.happens(0.35)) await changeVisit(week, person);
    if (random.happens(0.2)) await changeSettings(week);
    if (random.happens(0.25)) await changeHolidays(week);
    if (random.happens(0.2)) await giveAccount(week);
    if (random.happens(0.5)) await changeChannels(week);
    if (random.happens(0.5)) await undoLastMerge(week);
    await merge(week);
    for (let i = 0; i < people.length / 20; i++) await reply(week);
    await advanceClock(week, worker, 5 + random.below(240), random.pick([0, 0, 0.3, 0.9]));
  }
  for (let n = 0; n < 16; n++) await advanceClock(week, worker, n < 4 ? 10 : 180, 0);
  await worker.current.stop();
}

/** Advances the clock and runs the background jobs; a worker may restart, or another process die. */
async function advanceClock(
  week: Week,
  worker: { current: DeliveryWorker<TestApp['deps']> },
  minutes: number,
  failureRate: number,
): Promise<void> {
  const { random, seed } = week;
  const { deps } = clinic;
  clinic.setNow(addMilliseconds(deps.now(), minutes * 60_000));
  const now = deps.now().getTime();
  gateways.answer((of) => {
    if (fractionOf(`${seed} ${now} ${of}`) >= failureRate) return 'accepted';
    return fractionOf(`${now} ${of}`) < 0.3 ? 'unanswered' : 'refused';
  });
  await queueReminders(deps);
  await expireOffers(deps);
  await withdrawUnneededOffers(deps);
  if (random.happens(0.2)) {
    await worker.current.stop();
    worker.current = clinic.worker();
  }
  if (random.happens(0.1)) await dieWithMessages(week);
  await worker.current.poke();
  await receiveMessages(week);
}

/** Another process takes messages and dies before it sends them. */
async function dieWithMessages(week: Week): Promise<void> {
  const { deps } = clinic;
  const lease = { now: deps.now(), until: addMilliseconds(deps.now(), 60_000) };
  const places = [{ channel: week.random.pick(outsideChannels), places: 3 }];
  const taken = await leaseMessages(deps.db, lease, 'rest', places);
  for (const { dedupeKey, appointmentId, visitIds } of taken)
    note(week, `a process dies with ${dedupeKey}`, ...(visitIds ?? [appointmentId ?? 0]));
}

test(
  `after ${runs} random sequences the last message is true, none is repeated, and offered links work`,
  async () => {
    const received = { sms: 0, whatsapp: 0, email: 0, push: 0 };
    const seen = { ...nothingSeen };
    let left = runs;
    for (let seed = Number(MESSAGE_SEED); left > 0; seed++, left -= perWeek) {
      const week = await openWeek({ clinic, gateways }, seed);
      await addPeople(week, Math.min(left, perWeek));
      await runWeek(week);
      expect.soft(await findComplaints(week), `seed ${seed}`).toEqual([]);
      for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += week.seen[name];
      for (const channel of outsideChannels) received[channel] += week.received[channel].length;
    }
    for (const channel of outsideChannels) expect(received[channel], channel).toBeGreaterThan(runs / 4);
    expect(seen.toGuardians).toBeGreaterThan(runs / 10);
    expect(seen.offered).toBeGreaterThan(runs / 2);
    // A week of a hundred lives may have none of these.
    if (runs < 200) return;
    for (const name of ['otherTimes', 'series', 'effectiveReplies', 'undoneMerges'] as const)
      expect(seen[name], name).toBeGreaterThan(0);
  },
  60_000 + runs * 4000,
);
