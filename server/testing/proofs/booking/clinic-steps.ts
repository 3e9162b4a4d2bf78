import { expect } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { monday } from '#server/testing/test-app.ts';
import { later, minutesOf } from '#shared/domain/clinic-time.ts';
import { type DisplacedState, leadsOn } from '#shared/domain/displaced-state.ts';
import type { BookingModel } from './model.ts';
import {
  ask,
  dateOf,
  isCalled,
  isDone,
  isRefused,
  type ModelBranch,
  pick,
  pickLate,
  type Step,
  saidOf,
  stretchOf,
  timesOf,
  type When,
  type Wished,
  wishOf,
} from './place.ts';
import type { Shift } from './things.ts';

const offers = clinic.tasks.filter(({ name }) => name === 'offers');

/**
 * The tasks that let times go and give them on do so, if time has passed since; what others do is looked at
 * in the end (`tell`).
 */
export async function lookAfter({ now }: BookingModel, place: ModelBranch): Promise<void> {
  if (place.lookedAfter === now) return;
  for (const { work } of offers) await work(place.t.deps);
  place.lookedAfter = now;
}

async function pass(model: BookingModel, place: ModelBranch, minutes: number): Promise<void> {
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

async function save(place: ModelBranch, branch: number, what: 'schedules' | 'exceptions', body: object[]) {
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
      shifts.map((shift) => ({ dayOfWeek, isAvailable: true, ...timesOf(shift) })),
    );
    await save(place, branch, 'schedules', days);
    await isCalled(
      place,
      model.changeHours(() => model.shifts.set(branch, shifts)),
    );
  },
});

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
/** All days that differ from today on are saved again, as an editor does. */
async function saveDays(model: BookingModel, place: ModelBranch, branch: number): Promise<void> {
  const days = [...model.exceptions].flatMap(([name, shifts]) => {
    const [at = 0, day = 0] = name.split(' ').map(Number);
    return at === branch && day >= model.today ? [{ date: dateOf(day), shifts }] : [];
  });
  const body = days.flatMap(({ date, shifts }): object[] =>
    shifts.length === 0
      ? [{ date, isClosed: true }]
      : shifts.map((shift) => ({ date, isClosed: false, ...timesOf(shift) })),
  );
  await save(place, branch, 'exceptions', body);
}

interface Waiting {
  readonly id: number;
  /** Days of the story. */
  readonly from: number;
  readonly to: number;
}

/** Who waits at this branch alone. */
export async function waitingAlone({ t }: ModelBranch, branch: number): Promise<Waiting[]> {
  const { rows } = await t.deps.database.pool.query<Waiting>(
    `select id, from_date - $2::date as from, to_date - $2::date as to from wishes
      where state = 'waiting' and location_ids = array[$1::int] and appointment_id is null order by id`,
    [branch, dateOf(0)],
  );
  return rows;
}

/** The places on the waiting list whose patients were told that no day is left. */
export async function toldOfClosing({ t }: ModelBranch): Promise<number[]> {
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `select distinct (params->>'wish')::int as id from messages where template = 'wishClosed' order by 1`,
  );
  return rows.map(({ id }) => id);
}

/** Longer than anybody waits or books ahead in a story. */
const closedDays = 40;
/** A branch is closed from a day on: whoever waits for it alone, and for no day before, is told. */
export const closeFrom = (where: number, ahead: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    const before = (await waitingAlone(place, branch)).filter((wish) => model.seesOn(branch, wish));
    const told = await toldOfClosing(place);
    const displaced = model.changeHours(() => {
      for (let day = model.today + ahead; day < model.today + closedDays; day += 1)
        model.exceptions.set(`${branch} ${day}`, []);
    });
    await saveDays(model, place, branch);
    await isCalled(place, displaced);
    const lost = before.flatMap((wish) => (model.seesOn(branch, wish) ? [] : wish.id));
    const expected = [...new Set([...told, ...lost])].sort((a, b) => a - b);
    expect(await toldOfClosing(place)).toEqual(expected);
  },
});
/** A closed branch has the hours of its week again. */
export const openAgain = (where: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    const displaced = model.changeHours(() => {
      for (const name of model.exceptions.keys()) {
        const [at = 0, day = 0] = name.split(' ').map(Number);
        if (at === branch && day >= model.today) model.exceptions.delete(name);
      }
    });
    await saveDays(model, place, branch);
    await isCalled(place, displaced);
  },
});

/** A day is closed, has other hours than those of its week, or those again. */
export const setDay = (where: number, when: number, which: number): Step => ({
  async run(model, place) {
    const [branch, shifts] = [pick(place.branches, where), pick(otherHours, which)];
    const name = (day: number) => `${branch} ${day}`;
    const displaced = model.changeHours(() => {
      model.exceptions.delete(name(model.today + when));
      if (shifts) model.exceptions.set(name(model.today + when), shifts);
    });
    await saveDays(model, place, branch);
    await isCalled(place, displaced);
  },
});

export const countLists = async ({ t }: ModelBranch): Promise<number> =>
  (await t.deps.database.pool.query('select from disruptions')).rowCount ?? 0;

/** How many visits stand in the last list of calls, if there are more lists than before. */
export async function inLastList(place: ModelBranch, before: number): Promise<number> {
  if ((await countLists(place)) === before) return 0;
  const text = 'select from displaced where disruption_id = (select max(id) from disruptions)';
  return (await place.t.deps.database.pool.query(text)).rowCount ?? 0;
}

/**
 * A branch has more or fewer rooms. Who stays may be in another room than before: which one is read, and must be
 * one that is still there.
 */
export const setRooms = (where: number, rooms: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    // What has run out holds its room until somebody looks after it.
    await lookAfter(model, place);
    const isFewer = rooms < (model.rooms.get(branch) ?? 0);
    const url = `/api/locations/${branch}`;
    const preview = await ask(place, 'desk', 'POST', `${url}/hours-preview`, { rooms });
    const lists = await countLists(place);
    isDone(await ask(place, 'desk', 'PATCH', url, { rooms }));
    const before = model.lost.size;
    const { displaced, without } = model.changeRooms(branch, rooms);
    expect(preview.body).toMatchObject({
      count: await inLastList(place, lists),
      offers: model.lost.size - before,
    });
    await isCalled(place, displaced);
    if (!isFewer) return;
    for (const [table, all] of [
      ['appointments', model.visits],
      ['offers', model.kept],
    ] as const) {
      const { rows } = await place.t.deps.database.pool.query<{ id: number; room: number }>(
        `select id, room from ${table} where location_id = $1 and room is not null`,
        [branch],
      );
      for (const { id, room } of rows) {
        const one = all.get(id);
        if (!one || one.room === room) continue;
        expect(room > rooms, `the room of ${table} ${id}`).toBe(
          without.some((gone) => gone.id === id && 'open' in gone === (table === 'offers')),
        );
        all.set(id, { ...one, room } as never);
      }
    }
  },
});

/** Somebody looks at the free times of a day. */
export const look = (when: When, wished: Wished): Step => ({
  async run(model, place) {
    const at = stretchOf(model, place, when);
    // A list may show for ten seconds that a time is kept which is over: every process looks so often.
    await lookAfter(model, place);
    const wish = model.byDoctor.has(at.branch) ? wishOf(model, wished) : 'any';
    const query = { date: dateOf(at.day), service: place.services.get(at.minutes), ...saidOf(wish) };
    const asked = Object.entries(query).map((pair) => pair.join('='));
    const url = `/api/locations/${at.branch}/availability?${asked.join('&')}`;
    const answer = await place.t.call('GET', url);
    if (typeof wish === 'number' && model.hasLeft(wish))
      return isRefused({ status: answer.statusCode, body: answer.json() });
    const { slots } = answer.json();
    expect(slots.map(({ time }: { time: string }) => minutesOf(time))).toEqual(model.freeStarts(at, wish));
  },
});

/** Somebody goes on the waiting list, which the desk gives from by hand. */
export const goOnList = (who: number, where: number, wished: Wished): Step => ({
  async run(model, place) {
    const answer = await ask(place, 'desk', 'POST', '/api/offers/wishes', {
      userId: pick(place.patients, who).id,
      locationIds: [pick(place.branches, where)],
      serviceId: place.services.get(20),
      fromDate: dateOf(model.today),
      toDate: dateOf(model.today + 20),
      parts: [],
      ...saidOf(wishOf(model, wished)),
    });
    if (answer.status !== 201) isRefused(answer);
  },
});

/** The desk calls every patient whose appointment cannot take place. */
export const callDisplaced = (): Step => ({
  async run(_, place) {
    const get = async (url: string) => (await place.t.call('GET', url, { cookie: place.desk.cookie })).json();
    for (const { id } of await get('/api/disruptions')) {
      const visits = (await get(`/api/disruptions/${id}`)).rows.flatMap(
        ({ appointmentId, state }: { appointmentId: number | null; state: DisplacedState }) =>
          appointmentId !== null && leadsOn('called', state) ? { appointmentId } : [],
      );
      if (visits.length === 0) continue;
      const act = { act: 'called', visits };
      isDone(await ask(place, 'desk', 'POST', `/api/disruptions/${id}/acts`, act));
    }
  },
});

const stretches: readonly Shift[] = [
  [900, 1200],
  [960, 1020],
  [1000, 1090],
];
/** A doctor is away for a part of a day; what is over is refused. */
export const beAway = (who: number, when: number, which: number): Step => ({
  async run(model, place) {
    const [doctor, shift, day] = [pick(model.doctors, who).id, pick(stretches, which), model.today + when];
    const date = dateOf(day);
    const body = { userId: doctor, startDate: date, endDate: date, ...timesOf(shift) };
    const answer = await ask(place, 'desk', 'POST', '/api/absences', body);
    const isOver = day === model.today && shift[1] <= model.clock;
    if (isOver || model.hasLeft(doctor)) return isRefused(answer);
    isDone(answer, 201);
    model.absences.set(answer.body.id, { doctor, day, shift });
    const [from, to] = shift;
    model.lose(
      (kept) =>
        kept.doctor === doctor && kept.day === day && kept.start < to && from < kept.start + kept.minutes,
    );
  },
});
export const beBack = (which: number): Step => ({
  check: ({ absences }) => absences.size > 0,
  async run(model, place) {
    const [id] = pickLate(model.absences, which);
    isDone(await ask(place, 'desk', 'DELETE', `/api/absences/${id}`), 204);
    model.absences.delete(id);
  },
});
