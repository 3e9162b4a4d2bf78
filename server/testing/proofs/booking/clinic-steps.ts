import { expect } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { monday } from '#server/testing/test-app.ts';
import { later, minutesOf } from '#shared/domain/clinic-time.ts';
import type { BookingModel } from './model.ts';
import { ask, dateOf, isDone, type Place, pick, type Step, stretchOf, type When } from './place.ts';

const offers = clinic.tasks.filter(({ name }) => name === 'offers');

/**
 * The tasks that let times go and give them on do so, if time has passed since; what others do is looked at
 * in the end (`tell`).
 */
async function lookAfter({ now }: BookingModel, place: Place): Promise<void> {
  if (place.lookedAfter === now) return;
  for (const { work } of offers) await work(place.t.deps);
  place.lookedAfter = now;
}

async function pass(model: BookingModel, place: Place, minutes: number): Promise<void> {
  model.now += minutes;
  place.t.setNow(later(monday, model.now * 60_000));
  // Only every second time somebody looks after what is over: nobody may count on it.
  if (minutes % 2 === 0) await lookAfter(model, place);
}

export const wait = (minutes: number): Step => ({ run: (model, place) => pass(model, place, minutes) });

/** Until an hour of the next day: a long story is not told at night. */
export const waitForNextDay = (hour: number): Step => ({
  check: ({ now }) => now % (24 * 60) > 7 * 60,
  run: (model, place) => pass(model, place, (12 + hour) * 60 - (model.now % (24 * 60))),
});

export const closeDay = (where: number, when: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    const name = `${branch} ${model.today + when}`;
    if (!model.closed.delete(name)) model.closed.add(name);
    const exceptions = [...model.closed]
      .map((closed) => closed.split(' ').map(Number))
      .flatMap(([of, day = 0]) => (of === branch && day >= model.today ? [{ date: dateOf(day) }] : []))
      .map(({ date }) => ({ date, isClosed: true }));
    const answer = await place.t.call('PUT', `/api/locations/${branch}/exceptions`, {
      cookie: place.desk.cookie,
      body: exceptions,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  },
});

export const setRooms = (where: number, rooms: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    isDone(await ask(place, 'desk', 'PATCH', `/api/locations/${branch}`, { rooms }));
    model.rooms.set(branch, rooms);
  },
});

/** Somebody looks at the free times of a day. */
export const look = (when: When): Step => ({
  async run(model, place) {
    const at = stretchOf(model, place, when);
    // A list may show for ten seconds that a time is kept which is over: every process looks so often.
    await lookAfter(model, place);
    const url = `/api/locations/${at.branch}/availability?date=${dateOf(at.day)}&service=${place.services.get(at.minutes)}`;
    const { slots } = (await place.t.call('GET', url)).json();
    expect(slots.map(({ time }: { time: string }) => minutesOf(time))).toEqual(model.freeStarts(at));
  },
});
