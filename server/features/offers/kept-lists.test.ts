import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { sessionOf, signedIn } from '#server/testing/signed-in.ts';
import { anotherProcess, type TestApp, testApp } from '#server/testing/test-app.ts';
import { addMinutes, splitLocal } from '#shared/domain/clinic-time.ts';
import { expireOffers } from './actions.ts';

/**
 * Times are kept, let go, taken and run out while lists of free times are read, as fast as either goes: what
 * a list says is held against what was so from before it was asked for until after it had answered.
 */
const seconds = Number(process.env.LISTS_SECONDS ?? 2);
/** So late another process may hear of a change. */
const lateness = 5000;

const clinic = await testApp();
const { deps } = clinic;
const processes = process.env.TEST_DATABASE_URL ? [clinic, await anotherProcess(clinic)] : [clinic];
const date = '2027-06-09';
let desk = '';
let patients: { id: number; cookie: string }[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  desk = (await signedIn(clinic, { role: 'admin' })).cookie;
  patients = [];
  for (const id of await makePatients(deps.db, 12))
    patients.push({ id, cookie: await sessionOf(clinic, id) });
});
afterAll(async () => {
  for (const each of processes.toReversed()) await each.close();
});

/** What a time is since when, and which process has made it so; null: it is being changed. */
interface Phase {
  is: 'kept' | 'free' | null;
  by: TestApp;
  since: number;
}
interface Time {
  time: string;
  phase: Phase;
}

const ends = ['withdrawn', 'declined', 'expired', 'taken'] as const;
const counted = { lists: 0, kept: 0, free: 0, latest: 0, withdrawn: 0, declined: 0, expired: 0, taken: 0 };

async function keepOften(at: Time, n: number, until: number): Promise<void> {
  const patient = patients[n] ?? { id: 0, cookie: '' };
  const by = (of: number) => processes[of % processes.length] ?? clinic;
  for (let round = n; performance.now() < until; round++) {
    const [keeper, ender] = [by(round), by(Math.floor(round / 2))];
    const send = async (method: string, path: string, body?: object, cookie = desk) => {
      const answer = await ender.call(method, path, { cookie, body });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      return answer;
    };
    const become = (is: Phase['is'], who: TestApp) => {
      at.phase = { is, by: who, since: performance.now() };
    };
    become(null, keeper);
    const offer = { userId: patient.id, serviceId: 1, locationId: 1, appointmentDate: date };
    const body = { ...offer, appointmentTime: at.time };
    const made = await keeper.call('POST', '/api/offers', { cookie: desk, body });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    become('kept', keeper);
    await sleep((round * 7) % 40);
    become(null, ender);
    const end = ends[round % ends.length] ?? 'withdrawn';
    if (end === 'withdrawn') await send('DELETE', `/api/offers/${id}`);
    if (end === 'declined')
      await send('POST', `/api/offers/${id}/answer`, { answer: 'decline' }, patient.cookie);
    if (end === 'expired') {
      await deps.database.pool.query('update offers set held_until = created_at where id = $1', [id]);
      await expireOffers(ender.deps);
    }
    if (end === 'taken') {
      await send('POST', `/api/offers/${id}/answer`, { answer: 'take' }, patient.cookie);
      become('kept', ender);
      await sleep((round * 3) % 20);
      become(null, ender);
      const hers = await deps.database.pool.query(
        `select id from appointments where patient_id = $1 and status = 'confirmed'`,
        [patient.id],
      );
      await send('PATCH', `/api/appointments/${hers.rows[0]?.id}`, { status: 'cancelled' });
    }
    counted[end]++;
    // Of several that let times go, one may have found this one.
    become('free', ender);
    await sleep((round * 11) % 40);
  }
}

/** What a list that was asked for now may say of each time, once it has answered. */
function watch(times: readonly Time[]) {
  const seen = times.map(({ phase }) => phase);
  return (by: TestApp, isFree: (time: string) => boolean): void => {
    counted.lists++;
    for (const [n, { time, phase }] of times.entries()) {
      if (phase !== seen[n] || phase.is === null) continue;
      const isRight = isFree(time) === (phase.is === 'free');
      if (isRight) counted[phase.is]++;
      else if (phase.by !== by) counted.latest = Math.max(counted.latest, performance.now() - phase.since);
      else expect(`${time} is ${phase.is}`, 'the list says otherwise').toBe('');
    }
  };
}

type Slot = { time: string; taken?: boolean };
async function readOften(times: readonly Time[], reader: number, until: number): Promise<void> {
  const url = `/api/locations/1/availability?date=${date}`;
  for (let round = reader; performance.now() < until; round++) {
    const by = processes[round % processes.length] ?? clinic;
    const check = watch(times);
    const cookie = [desk, patients[round % 12]?.cookie ?? '', ''][round % 3] ?? '';
    const grid = cookie === desk ? '&grid=admin' : '';
    const { slots } = (await by.call('GET', url + grid, { cookie })).json();
    const free = new Set(slots.filter(({ taken }: Slot) => !taken).map(({ time }: Slot) => time));
    check(by, (time) => free.has(time));
    await sleep(1);
  }
}

test(`no list of free times shows one that is kept, or leaves out one that is not (${seconds} s)`, {
  timeout: 60_000 + seconds * 3000,
}, async () => {
  const start = { is: null, by: clinic, since: 0 };
  const times = Array.from({ length: 12 }, (_, n): Time => {
    const { time } = splitLocal(addMinutes(`${date} 15:00:00`, 20 * n));
    return { time, phase: start };
  });
  const until = performance.now() + seconds * 1000;
  await Promise.all([
    ...times.map((at, n) => keepOften(at, n, until)),
    ...[0, 1, 2, 3].map((reader) => readOften(times, reader, until)),
  ]);
  expect(counted.kept).toBeGreaterThan(0);
  expect(counted.free).toBeGreaterThan(0);
  expect(counted.latest).toBeLessThan(lateness);
  if (process.env.LISTS_SECONDS) process.stdout.write(`${JSON.stringify(counted)}\n`);
});
