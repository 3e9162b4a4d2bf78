import { sql as drizzled } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { offers } from '#server/db/schema/offers.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { claimTask } from '#server/engine/tasks/queries.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { handleReply } from '#server/features/links/text-reply-actions.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import {
  makeClinic,
  makeLocation,
  makePatients,
  makeService,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import { offerFreeTimes } from './waiting-list-task-actions.ts';

/** Order of the waiting list with guardians, many entries, and two processes at once. */
const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let nadia: SignedIn;
const day = '2027-06-09';

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const reached = (name: string, phone: string) =>
  createSignedInUser(clinic, {
    role: 'patient',
    name,
    locale: 'en',
    channels: ['email', 'sms'],
    email: `${name}@example.org`,
    emailConfirmedAt: monday,
    phone,
    phoneConfirmedAt: monday,
  });
const childOf = async (guardian: SignedIn, name: string): Promise<number> => {
  const body = { name, relation: 'mother' };
  const path = `/api/patients/${guardian.id}/family`;
  const { caresFor } = (await call('POST', path, { cookie: guardian.cookie, body })).json();
  return caresFor.find((one: { name: string }) => one.name === name)?.id ?? 0;
};
const wants = { serviceId: 1, locationIds: [1], fromDate: '2027-06-08', toDate: '2027-06-20' };
const wait = async (who: SignedIn, userId = who.id) => {
  const made = await call('POST', '/api/offers/wishes', { cookie: who.cookie, body: { ...wants, userId } });
  expect(made.statusCode, made.body).toBe(201);
};
const offered = () => sql(`select patient_id as id from offers where reason = 'waiting' order by offers.id`);
/** Waits until another transaction waits for a row lock of this one. */
const isWaitedFor = (tx: Db) =>
  expect
    .poll(
      async () =>
        (
          await tx.execute(drizzled`select from pg_stat_activity
            where pg_backend_pid() = any(pg_blocking_pids(pid))`)
        ).rows.length,
      { timeout: 15_000, interval: 10 },
    )
    .toBe(1);
const runTasks = () => new TaskRunner(deps, ofClinic.tasks).poke();

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  nadia = await reached('Nadia', '+201001234567');
});
afterAll(clinic.close);

describe('STOP', () => {
  const left = () => sql(`select patient_id as id from wishes where state = 'left' order by patient_id`);

  test('of a mother ends her waiting-list entries and those of her daughter', async () => {
    const [laila, grandmother] = [await childOf(nadia, 'Laila'), await childOf(nadia, 'Samira')];
    for (const id of [nadia.id, laila, grandmother]) await wait(nadia, id);
    const other = await reached('Mona', '+201001234568');
    await wait(other);
    // No other channel reaches her then.
    await sql(`update users set channels = '{sms}' where id = ${nadia.id}`);
    // Samira has an account of her own now: she gets the message and may answer.
    await sql(`update users set auth_provider = 'password' where id = ${grandmother}`);
    await call('POST', '/api/offers', {
      cookie: admin,
      body: { userId: nadia.id, serviceId: 1, locationId: 1, appointmentDate: day, appointmentTime: '15:00' },
    });
    await handleReply(deps, { from: '+201001234567', text: 'STOP', channel: 'sms' }, systemActor);
    expect(await left()).toEqual([{ id: nadia.id }, { id: laila }]);
    const told = await sql(`select patient_id as id from events where action = 'wish_left' order by id`);
    expect(told).toEqual([{ id: nadia.id }, { id: laila }]);
  });
});

describe('one message a day', () => {
  test('is the limit per recipient: a mother of two gets the second offer tomorrow', async () => {
    const [laila, malak] = [await childOf(nadia, 'Laila'), await childOf(nadia, 'Malak')];
    for (const id of [laila, malak]) await wait(nadia, id);
    const mona = await reached('Mona', '+201001234568');
    await wait(mona);
    expect(await offerFreeTimes(deps)).toBe(2);
    expect(await offered()).toMatchObject([{ id: laila }, { id: mona.id }]);
    const list = (await call('GET', '/api/offers/waiting', { cookie: admin })).json();
    expect(list).toMatchObject([{ rests: 'kept' }, { patient: { id: malak }, rests: 'today' }, {}]);
    expect(await offerFreeTimes(deps)).toBe(0);
    const [{ id }] = await sql(`select id from offers where patient_id = ${laila}`);
    const answer = { cookie: nadia.cookie, body: { answer: 'take' } };
    expect((await call('POST', `/api/offers/${id}/answer`, answer)).json()).toMatchObject({ state: 'taken' });
    expect(await offerFreeTimes(deps)).toBe(0);
    clinic.setNow(new Date(monday.getTime() + 24 * 3_600_000));
    await runTasks();
    expect((await offered()).slice(2)).toMatchObject([{ id: malak }, { id: mona.id }]);
  });

  test('is the limit for two processes at the same moment', async () => {
    const children = [await childOf(nadia, 'Laila'), await childOf(nadia, 'Malak')];
    for (const id of children) await wait(nadia, id);
    await Promise.all([1, 2, 3, 4].map(() => offerFreeTimes(deps)));
    expect(await offered()).toHaveLength(1);
  });

  test('is the limit if another process offers her daughter a time of another branch', async () => {
    const [laila, malak] = [await childOf(nadia, 'Laila'), await childOf(nadia, 'Malak')];
    const elsewhere = await makeLocation(deps.db, { name: 'Giza' });
    await wait(nadia, malak);
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const given = begun.then(() => offerFreeTimes(deps));
    await inTransaction(deps.db, async (tx) => {
      await lockPeople(tx, [nadia.id]);
      await tx.insert(offers).values({
        patientId: laila,
        locationId: elsewhere.id,
        serviceId: 1,
        localStart: '2027-06-08 15:00:00',
        localEnd: '2027-06-08 15:20:00',
        room: 1,
        reason: 'waiting',
        heldUntil: monday,
        createdAt: monday,
      });
      begin();
      await isWaitedFor(tx);
    });
    expect(await given).toBe(0);
  });
});

describe('changes after the waiting list was read', () => {
  /** Runs the task, and calls a function while it looks for free times of the first entry. */
  const grantWhile = async (happens: () => Promise<unknown>): Promise<number> => {
    const made = deps.cache.made.bind(deps.cache);
    const looked = vi.spyOn(deps.cache, 'made').mockImplementationOnce(async (...asked) => {
      await happens();
      return made(...asked);
    });
    try {
      return await offerFreeTimes(deps);
    } finally {
      looked.mockRestore();
    }
  };
  const nothingSaid = async () =>
    expect([await offered(), await sql(`select 1 from messages where template like 'offer%'`)]).toEqual([
      [],
      [],
    ]);

  test('a merged record gets the offer under its new id', async () => {
    const { id: gone } = await reached('Nadya', '+201001234569');
    // Made at the desk: she has no way to sign in.
    await sql(`update users set phone_confirmed_at = null, email_confirmed_at = null,
      created_by = (select id from users where role = 'admin') where id = ${gone}`);
    await wait({ id: gone, cookie: admin });
    const join = { keptId: nadia.id, goneId: gone, take: [] };
    const given = await grantWhile(async () => {
      const joined = await call('POST', '/api/merges', { cookie: admin, body: join });
      expect(joined.statusCode, joined.body).toBeLessThan(300);
    });
    expect(given).toBe(0);
    await nothingSaid();
    expect(await offerFreeTimes(deps)).toBe(1);
    expect(await offered()).toEqual([{ id: nadia.id }]);
  });

  const changes: Record<string, (doctorId: number, giza: number) => [string, object]> = {
    days: () => ['offers/wishes', { ...wants, fromDate: '2027-06-18' }],
    'part of the day': () => ['offers/wishes', { ...wants, parts: ['evening'] }],
    branch: (_, giza) => ['offers/wishes', { ...wants, locationIds: [giza] }],
    doctor: (doctorId) => ['offers/wishes', { ...wants, doctorId }],
    'other visit at that hour': (_, giza) => [
      'appointments',
      { service: '2', locationId: giza, appointmentDate: '2027-06-08', appointmentTime: '15:00' },
    ],
  };
  test.each(Object.entries(changes))('her %s', async (_, changeTo) => {
    const doctor = await makeUser(deps.db, { role: 'doctor' });
    const giza = await makeLocation(deps.db, { name: 'Giza' });
    await openEveryDay(deps.db, giza.id);
    await makeService(deps.db, {});
    await wait(nadia);
    const [path, body] = changeTo(doctor.id, giza.id);
    const given = await grantWhile(async () => {
      const whose = { cookie: admin, body: { ...body, userId: nadia.id } };
      const changed = await call('POST', `/api/${path}`, whose);
      expect(changed.statusCode, changed.body).toBe(201);
    });
    expect(given).toBe(0);
    await nothingSaid();
  });
});

test('the first suitable patient gets the offer, however many unsuitable ones wait before her', async () => {
  const silent = await makePatients(deps.db, 1100);
  await sql(`insert into wishes (patient_id, service_id, location_ids, from_date, to_date, created_at)
    select id, 1, '{1}', '2027-06-08', '2027-06-20', '2027-06-01' from unnest('{${silent.join(',')}}'::int[]) id`);
  await wait(nadia);
  expect(await offerFreeTimes(deps)).toBe(1);
  expect(await offered()).toMatchObject([{ id: nadia.id }]);
});

describe('with many entries that no time suits', () => {
  const many = 120;
  /** The branch has consultation hours in the afternoon only. */
  const inTheMorning = async (ids: readonly number[]) => {
    await sql(`update users set channels = '{sms}', phone_confirmed_at = now()
      where id in (${ids.join(',')})`);
    await sql(`insert into wishes
        (patient_id, service_id, location_ids, from_date, to_date, parts, created_at)
      select id, 1, '{1}', '2027-06-08', '2027-06-20', '{morning}', '2027-06-01'
      from unnest('{${ids.join(',')}}'::int[]) id`);
  };

  test('other requests run in between', async () => {
    await inTheMorning(await makePatients(deps.db, many));
    let turns = 0;
    const seen: number[] = [];
    const made = deps.cache.made.bind(deps.cache);
    const looked = vi.spyOn(deps.cache, 'made').mockImplementation((...asked) => {
      seen.push(turns);
      return made(...asked);
    });
    const count = () => {
      turns += 1;
      counted = setImmediate(count);
    };
    let counted = setImmediate(count);
    expect(await offerFreeTimes(deps)).toBe(0);
    clearImmediate(counted);
    looked.mockRestore();
    expect(seen).toHaveLength(many);
    expect((seen.at(-1) ?? 0) - (seen[1] ?? 0)).toBeGreaterThanOrEqual(4);
  });

  test('a round stops early and the next one continues there, and starts over', async () => {
    await inTheMorning(await makePatients(deps.db, 30));
    await wait(nadia);
    expect(await offerFreeTimes(deps, 0)).toBe(0);
    expect(await offerFreeTimes(deps, 0)).toBe(1);
    expect(await offered()).toEqual([{ id: nadia.id }]);
    // The first entry was changed meanwhile, so the next round handles it.
    await sql(`update wishes set parts = '{}' where id = (select min(id) from wishes)`);
    expect([await offerFreeTimes(deps, 0), await offerFreeTimes(deps, 0)]).toContain(1);
  });
});

test('an entry that fails does not delay the others', async () => {
  await wait(nadia);
  const mona = await reached('Mona', '+201001234568');
  await wait(mona);
  const late = new Error('canceling statement due to lock timeout');
  const looked = vi.spyOn(deps.cache, 'made').mockRejectedValueOnce(late);
  expect(await offerFreeTimes(deps)).toBe(1);
  looked.mockRestore();
  expect(await offered()).toEqual([{ id: mona.id }]);
  expect(await offerFreeTimes(deps)).toBe(1);
});

test('another process makes the offers a minute after the first one died unnoticed', async () => {
  const task = ofClinic.tasks.find(({ name }) => name === 'offers');
  const leaseMs = (task?.leaseSeconds ?? 0) * 1000;
  await runTasks();
  await wait(nadia);
  const at = (ms: number) => new Date(monday.getTime() + ms);
  clinic.setNow(at(10_000));
  const dies = { name: 'offers', longestMs: leaseMs };
  const asking = { database: deps.database, presence: null, now: at(10_000) };
  expect(await claimTask(asking, dies, at(10_000 + leaseMs))).toBeDefined();
  clinic.setNow(at(69_000));
  await runTasks();
  expect(await offered()).toEqual([]);
  clinic.setNow(at(70_000));
  await runTasks();
  expect(await offered()).toEqual([{ id: nadia.id }]);
});
