import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, startSecondProcess, type TestApp } from '#server/testing/test-app.ts';
import { addMinutes, splitLocal } from '#shared/domain/clinic-time.ts';
import { expireOffers } from './actions.ts';

/**
 * Holds, releases, takes and expires times while lists of free times are read. Each list is compared with the
 * states between its request and its reply.
 */
const seconds = Number(process.env.LISTS_SECONDS ?? 2);
/** Maximum delay until another process knows of a change. */
const lateness = 5000;

const clinic = await createTestApp();
const { deps } = clinic;
const processes = [clinic, await startSecondProcess(clinic)];
const date = '2027-06-09';
let desk = '';
let patients: { id: number; cookie: string }[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  desk = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  patients = [];
  for (const id of await makePatients(deps.db, 12))
    patients.push({ id, cookie: await createSession(clinic, id) });
});
afterAll(async () => {
  for (const each of processes.toReversed()) await each.close();
});

/** State of a time, since when, and the process that changed it; null while it changes. */
interface Phase {
  is: 'kept' | 'free' | null;
  /** Null: any process. */
  by: TestApp | null;
  since: number;
  /** Number of lists that were compared. */
  checked: boolean;
}
interface Time {
  time: string;
  phase: Phase;
}

const ends = ['withdrawn', 'declined', 'expired', 'taken'] as const;
const counted = { lists: 0, kept: 0, free: 0, latest: 0, withdrawn: 0, declined: 0, expired: 0, taken: 0 };

/** A short pause, or on a slow machine as long as a list takes. */
async function lasts(at: Time, round: number): Promise<void> {
  if (round % 2 === 0) return sleep((round * 7) % 40);
  while (!at.phase.checked) await sleep(2);
}

/** Repeats a request that an overloaded database rejected. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
const ask = (text: string, values: readonly unknown[] = []) =>
  patiently(() => deps.database.pool.query(text, [...values]));

/** Sends until the database has it: a request that was told to retry may have been saved or not. */
async function until<T>(stands: () => Promise<T | undefined>, send: () => PromiseLike<unknown>): Promise<T> {
  for (;;) {
    await send();
    const found = await stands();
    if (found !== undefined) return found;
  }
}

async function keepOften(at: Time, n: number, last: number): Promise<void> {
  const patient = patients[n] ?? { id: 0, cookie: '' };
  const by = (of: number) => processes[of % processes.length] ?? clinic;
  const idOf = async (what: string): Promise<number | undefined> =>
    (await ask(`select id from ${what}`)).rows[0]?.id;
  const kept = `offers where holds and patient_id = ${patient.id}`;
  const visit = `appointments where status = 'confirmed' and patient_id = ${patient.id}`;
  const gone = (what: string) => async () => ((await idOf(what)) === undefined ? true : undefined);
  const become = (is: Phase['is'], who: TestApp | null) => {
    at.phase = { is, by: who, since: performance.now(), checked: false };
  };
  for (let round = n; performance.now() < last; round++) {
    const [keeper, ender] = [by(round), by(Math.floor(round / 2))];
    const offer = { userId: patient.id, serviceId: 1, locationId: 1, appointmentDate: date };
    const body = { ...offer, appointmentTime: at.time };
    become(null, keeper);
    const id = await until(
      () => idOf(kept),
      () => keeper.call('POST', '/api/offers', { cookie: desk, body }),
    );
    become('kept', keeper);
    await lasts(at, round);
    become(null, ender);
    const answer = (says: string) => () =>
      ender.call('POST', `/api/offers/${id}/answer`, { cookie: patient.cookie, body: { answer: says } });
    const end = ends[round % ends.length] ?? 'withdrawn';
    if (end === 'withdrawn')
      await until(gone(kept), () => ender.call('DELETE', `/api/offers/${id}`, { cookie: desk }));
    if (end === 'declined') await until(gone(kept), answer('decline'));
    if (end === 'expired') {
      await ask('update offers set held_until = created_at where id = $1', [id]);
      // Another of several parallel releases may be handling this one.
      await until(gone(kept), () => patiently(() => expireOffers(ender.deps)));
    }
    if (end === 'taken') {
      const hers = await until(() => idOf(visit), answer('take'));
      become('kept', ender);
      await lasts(at, round);
      become(null, ender);
      const cancelled = { cookie: desk, body: { status: 'cancelled' } };
      await until(gone(visit), () => ender.call('PATCH', `/api/appointments/${hers}`, cancelled));
    }
    counted[end]++;
    become('free', end === 'expired' && processes.length > 1 ? null : ender);
    await lasts(at, round + 1);
  }
}

/** The states that a list may show for each time, once its reply has arrived. */
function watch(times: readonly Time[]) {
  const seen = times.map(({ phase }) => phase);
  return (by: TestApp, isFree: (time: string) => boolean): void => {
    counted.lists++;
    for (const [n, { time, phase }] of times.entries()) {
      if (phase !== seen[n] || phase.is === null) continue;
      phase.checked = true;
      const isRight = isFree(time) === (phase.is === 'free');
      if (isRight) counted[phase.is]++;
      else if (phase.by !== by) counted.latest = Math.max(counted.latest, performance.now() - phase.since);
      else expect(`${time} is ${phase.is}`, 'the list says otherwise').toBe('');
    }
  };
}

type Slot = { time: string; taken?: boolean };
async function readOften(times: readonly Time[], reader: number, isOver: () => boolean): Promise<void> {
  const url = `/api/locations/1/availability?date=${date}`;
  for (let round = reader; !isOver(); round++) {
    const by = processes[round % processes.length] ?? clinic;
    const check = watch(times);
    const cookie = [desk, patients[round % 12]?.cookie ?? '', ''][round % 3] ?? '';
    const grid = cookie === desk ? '&grid=admin' : '';
    const answer = await by.call('GET', url + grid, { cookie });
    // An overloaded database asks for a retry.
    if (answer.statusCode === 503) continue;
    const { slots } = answer.json();
    const free = new Set(slots.filter(({ taken }: Slot) => !taken).map(({ time }: Slot) => time));
    check(by, (time) => free.has(time));
    await sleep(1);
  }
}

test(`no list of free times shows a held time or hides a free one (${seconds} s)`, {
  timeout: 60_000 + seconds * 3000,
}, async () => {
  const start = { is: null, by: clinic, since: 0, checked: false };
  const times = Array.from({ length: 12 }, (_, n): Time => {
    const { time } = splitLocal(addMinutes(`${date} 15:00:00`, 20 * n));
    return { time, phase: start };
  });
  const last = performance.now() + seconds * 1000;
  let over = false;
  const keeping = Promise.all(times.map((at, n) => keepOften(at, n, last)));
  const ended = keeping.finally(() => {
    over = true;
  });
  await Promise.all([ended, ...[0, 1, 2, 3].map((reader) => readOften(times, reader, () => over))]);
  expect(counted.kept).toBeGreaterThan(0);
  expect(counted.free).toBeGreaterThan(0);
  expect(counted.latest).toBeLessThan(lateness);
  if (process.env.LISTS_SECONDS) process.stdout.write(`${JSON.stringify(counted)}\n`);
});
