import { expect } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { monday } from '#server/testing/test-app.ts';
import { later, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import type { BookingModel, Shift } from './model.ts';
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

const whenOpen = ([from, to]: Shift) => ({ startTime: timeOfMinutes(from), endTime: timeOfMinutes(to) });

async function save(place: Place, branch: number, what: 'schedules' | 'exceptions', body: object[]) {
  const cookie = place.desk.cookie;
  const answer = await place.t.call('PUT', `/api/locations/${branch}/${what}`, { cookie, body });
  expect(answer.statusCode, answer.body).toBe(200);
}

const weeks: readonly (readonly Shift[])[] = [
  [[900, 1140]],
  [
    [840, 1020],
    [1080, 1260],
  ],
  [[960, 1200]],
  [
    [540, 720],
    [900, 1020],
  ],
];
/** A branch has other hours every day of the week. */
export const setWeek = (where: number, which: number): Step => ({
  async run(model, place) {
    const [branch, shifts] = [pick(place.branches, where), pick(weeks, which)];
    const days = [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) =>
      shifts.map((shift) => ({ dayOfWeek, isAvailable: true, ...whenOpen(shift) })),
    );
    await save(place, branch, 'schedules', days);
    model.shifts.set(branch, shifts);
  },
});

/** A day is closed, has other hours than those of its week, or those again. */
const otherHours: readonly (readonly Shift[] | null)[] = [
  null,
  [],
  [],
  [[960, 1080]],
  [
    [600, 780],
    [1020, 1200],
  ],
];
export const setDay = (where: number, when: number, which: number): Step => ({
  async run(model, place) {
    const [branch, shifts] = [pick(place.branches, where), pick(otherHours, which)];
    const name = (day: number) => `${branch} ${day}`;
    model.exceptions.delete(name(model.today + when));
    if (shifts) model.exceptions.set(name(model.today + when), shifts);
    const exceptions = [0, 1].flatMap((ahead) => {
      const hours = model.exceptions.get(name(model.today + ahead));
      const date = dateOf(model.today + ahead);
      if (hours?.length === 0) return [{ date, isClosed: true }];
      return (hours ?? []).map((shift) => ({ date, isClosed: false, ...whenOpen(shift) }));
    });
    await save(place, branch, 'exceptions', exceptions);
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
