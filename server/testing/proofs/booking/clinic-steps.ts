import { expect } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { monday } from '#server/testing/test-app.ts';
import { addMilliseconds, minutesOf } from '#shared/domain/clinic-time.ts';
import { type DisplacedState, isActPossible } from '#shared/domain/displaced-state.ts';
import type { BookingModel } from './model.ts';
import type { Shift } from './model-types.ts';
import {
  callApi,
  dateOf,
  expectInDisruption,
  expectRefusal,
  expectSuccess,
  type ModelBranch,
  pick,
  pickLate,
  resolveStretch,
  resolveWish,
  type Step,
  toTimeFields,
  toWishFields,
  type When,
  type WishByNumber,
} from './place.ts';

const offers = clinic.tasks.filter(({ name }) => name === 'offers');

/**
 * Runs the tasks that release and pass on offers, unless they ran at this minute; all other tasks run at the
 * end (`tell`).
 */
export async function runPendingOfferTasks({ now }: BookingModel, place: ModelBranch): Promise<void> {
  if (place.lookedAfter === now) return;
  for (const { work } of offers) await work(place.t.deps);
  place.lookedAfter = now;
}

async function advanceTime(model: BookingModel, place: ModelBranch, minutes: number): Promise<void> {
  model.now += minutes;
  place.t.setNow(addMilliseconds(monday, model.now * 60_000));
  // The task runs only after even numbers of minutes, because nothing may depend on when it runs.
  if (minutes % 2 === 0) await runPendingOfferTasks(model, place);
}

export const waitMinutes = (minutes: number): Step => ({
  run: (model, place) => advanceTime(model, place, minutes),
});

/** Advances to an hour of the next day, because booking steps at night would be rejected. */
export const waitForNextDay = (hour: number): Step => ({
  check: ({ now }) => now % (24 * 60) > 7 * 60,
  run: (model, place) => advanceTime(model, place, (12 + hour) * 60 - (model.now % (24 * 60))),
});

async function saveHours(
  place: ModelBranch,
  branch: number,
  what: 'schedules' | 'exceptions',
  body: object[],
) {
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
/** A branch gets other weekly hours. */
export const setWeek = (where: number, which: number): Step => ({
  async run(model, place) {
    const [branch, shifts] = [pick(place.branches, where), pick(weeks, which)];
    const days = [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) =>
      shifts.map((shift) => ({ dayOfWeek, isAvailable: true, ...toTimeFields(shift) })),
    );
    await saveHours(place, branch, 'schedules', days);
    await expectInDisruption(
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
/** Saves all exceptional days from today on again, as the editor does. */
async function saveDays(model: BookingModel, place: ModelBranch, branch: number): Promise<void> {
  const days = [...model.exceptions].flatMap(([name, shifts]) => {
    const [at = 0, day = 0] = name.split(' ').map(Number);
    return at === branch && day >= model.today ? [{ date: dateOf(day), shifts }] : [];
  });
  const body = days.flatMap(({ date, shifts }): object[] =>
    shifts.length === 0
      ? [{ date, isClosed: true }]
      : shifts.map((shift) => ({ date, isClosed: false, ...toTimeFields(shift) })),
  );
  await saveHours(place, branch, 'exceptions', body);
}

interface Waiting {
  readonly id: number;
  /** Days since the first day of the run. */
  readonly from: number;
  readonly to: number;
}

/** Waiting-list entries for this branch alone. */
export async function listWishesForBranch({ t }: ModelBranch, branch: number): Promise<Waiting[]> {
  const { rows } = await t.deps.database.pool.query<Waiting>(
    `select id, from_date - $2::date as from, to_date - $2::date as to from wishes
      where state = 'waiting' and location_ids = array[$1::int] and appointment_id is null order by id`,
    [branch, dateOf(0)],
  );
  return rows;
}

/** Waiting-list entries whose patients were told that no day is left. */
export async function listWishesToldOfClosing({ t }: ModelBranch): Promise<number[]> {
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `select distinct (params->>'wish')::int as id from messages where template = 'wishClosed' order by 1`,
  );
  return rows.map(({ id }) => id);
}

/** Longer than any patient waits or books ahead in a run. */
const closedDays = 40;
/**
 * A branch is closed from a day on. Patients who wait for it alone, without an earlier open day, are told.
 */
export const closeBranchFrom = (where: number, ahead: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    const before = (await listWishesForBranch(place, branch)).filter((wish) => model.seesOn(branch, wish));
    const told = await listWishesToldOfClosing(place);
    const displaced = model.changeHours(() => {
      for (let day = model.today + ahead; day < model.today + closedDays; day += 1)
        model.exceptions.set(`${branch} ${day}`, []);
    });
    await saveDays(model, place, branch);
    await expectInDisruption(place, displaced);
    const lost = before.flatMap((wish) => (model.seesOn(branch, wish) ? [] : wish.id));
    const expected = [...new Set([...told, ...lost])].sort((a, b) => a - b);
    expect(await listWishesToldOfClosing(place)).toEqual(expected);
  },
});
/** A closed branch has its weekly hours again. */
export const reopenBranch = (where: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    const displaced = model.changeHours(() => {
      for (const name of model.exceptions.keys()) {
        const [at = 0, day = 0] = name.split(' ').map(Number);
        if (at === branch && day >= model.today) model.exceptions.delete(name);
      }
    });
    await saveDays(model, place, branch);
    await expectInDisruption(place, displaced);
  },
});

/** A day is closed, gets other hours, or gets its weekly hours again. */
export const setDay = (where: number, when: number, which: number): Step => ({
  async run(model, place) {
    const [branch, shifts] = [pick(place.branches, where), pick(otherHours, which)];
    const name = (day: number) => `${branch} ${day}`;
    const displaced = model.changeHours(() => {
      model.exceptions.delete(name(model.today + when));
      if (shifts) model.exceptions.set(name(model.today + when), shifts);
    });
    await saveDays(model, place, branch);
    await expectInDisruption(place, displaced);
  },
});

export const countDisruptionLists = async ({ t }: ModelBranch): Promise<number> =>
  (await t.deps.database.pool.query('select from disruptions')).rowCount ?? 0;

/** Number of appointments in the newest disruption, if there are more disruptions than before. */
export async function countInLatestDisruption(place: ModelBranch, before: number): Promise<number> {
  if ((await countDisruptionLists(place)) === before) return 0;
  const text = 'select from displaced where disruption_id = (select max(id) from disruptions)';
  return (await place.t.deps.database.pool.query(text)).rowCount ?? 0;
}

/**
 * A branch gets more or fewer rooms. Appointments that stay may get another room: it is read from the
 * database and must exist.
 */
export const setRooms = (where: number, rooms: number): Step => ({
  async run(model, place) {
    const branch = pick(place.branches, where);
    // An expired offer holds its room until the task has released it.
    await runPendingOfferTasks(model, place);
    const isFewer = rooms < (model.rooms.get(branch) ?? 0);
    const url = `/api/locations/${branch}`;
    const preview = await callApi(place, 'desk', 'POST', `${url}/hours-preview`, { rooms });
    const lists = await countDisruptionLists(place);
    expectSuccess(await callApi(place, 'desk', 'PATCH', url, { rooms }));
    const before = model.lost.size;
    const { displaced, without } = model.changeRooms(branch, rooms);
    expect(preview.body).toMatchObject({
      count: await countInLatestDisruption(place, lists),
      offers: model.lost.size - before,
    });
    await expectInDisruption(place, displaced);
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

/** Reads the free times of a day and compares them. */
export const compareFreeTimes = (when: When, wished: WishByNumber): Step => ({
  async run(model, place) {
    const at = resolveStretch(model, place, when);
    // A list may show an expired hold as taken for ten seconds, because every process looks that often.
    await runPendingOfferTasks(model, place);
    const wish = model.byDoctor.has(at.branch) ? resolveWish(model, wished) : 'any';
    const query = { date: dateOf(at.day), service: place.services.get(at.minutes), ...toWishFields(wish) };
    const asked = Object.entries(query).map((pair) => pair.join('='));
    const url = `/api/locations/${at.branch}/availability?${asked.join('&')}`;
    const answer = await place.t.call('GET', url);
    if (typeof wish === 'number' && model.hasLeft(wish))
      return expectRefusal({ status: answer.statusCode, body: answer.json() });
    const { slots } = answer.json();
    expect(slots.map(({ time }: { time: string }) => minutesOf(time))).toEqual(model.freeStarts(at, wish));
  },
});

/** A patient joins the waiting list; the clinic offers times by hand. */
export const joinWaitingList = (who: number, where: number, wished: WishByNumber): Step => ({
  async run(model, place) {
    const answer = await callApi(place, 'desk', 'POST', '/api/offers/wishes', {
      userId: pick(place.patients, who).id,
      locationIds: [pick(place.branches, where)],
      serviceId: place.services.get(20),
      fromDate: dateOf(model.today),
      toDate: dateOf(model.today + 20),
      parts: [],
      ...toWishFields(resolveWish(model, wished)),
    });
    if (answer.status !== 201) expectRefusal(answer);
  },
});

/** The desk calls every patient whose appointment cannot take place. */
export const callDisplaced = (): Step => ({
  async run(_, place) {
    const get = async (url: string) => (await place.t.call('GET', url, { cookie: place.desk.cookie })).json();
    for (const { id } of await get('/api/disruptions')) {
      const visits = (await get(`/api/disruptions/${id}`)).rows.flatMap(
        ({ appointmentId, state }: { appointmentId: number | null; state: DisplacedState }) =>
          appointmentId !== null && isActPossible('called', state) ? { appointmentId } : [],
      );
      if (visits.length === 0) continue;
      const act = { act: 'called', visits };
      expectSuccess(await callApi(place, 'desk', 'POST', `/api/disruptions/${id}/acts`, act));
    }
  },
});

const stretches: readonly Shift[] = [
  [900, 1200],
  [960, 1020],
  [1000, 1090],
];
/** A doctor is absent for a part of a day; an absence in the past is rejected. */
export const startAbsence = (who: number, when: number, which: number): Step => ({
  async run(model, place) {
    const [doctor, shift, day] = [pick(model.doctors, who).id, pick(stretches, which), model.today + when];
    const date = dateOf(day);
    const body = { userId: doctor, startDate: date, endDate: date, ...toTimeFields(shift) };
    const answer = await callApi(place, 'desk', 'POST', '/api/absences', body);
    const isOver = day === model.today && shift[1] <= model.clock;
    if (isOver || model.hasLeft(doctor)) return expectRefusal(answer);
    expectSuccess(answer, 201);
    model.absences.set(answer.body.id, { doctor, day, shift });
    const [from, to] = shift;
    model.lose(
      (kept) =>
        kept.doctor === doctor && kept.day === day && kept.start < to && from < kept.start + kept.minutes,
    );
  },
});
export const revokeAbsence = (which: number): Step => ({
  check: ({ absences }) => absences.size > 0,
  async run(model, place) {
    const [id] = pickLate(model.absences, which);
    expectSuccess(await callApi(place, 'desk', 'DELETE', `/api/absences/${id}`), 204);
    model.absences.delete(id);
  },
});
