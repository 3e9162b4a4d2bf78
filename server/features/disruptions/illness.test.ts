import { afterAll, expect, test } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { type Child, startChild } from '#server/testing/child-process.ts';
import { findDatabaseUrl } from '#server/testing/databases/test-databases.ts';
import { makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { offerUntilKilled } from '#server/testing/offering.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { DisplacedRow, DisplacedVisit } from '#shared/contract/disruptions.ts';
import type { Offer } from '#shared/contract/offers.ts';
import { addMinutes, splitLocal } from '#shared/domain/clinic-time.ts';
import { makeRequestedOffers } from './offer-actions.ts';

/** Number of doctors who fall ill together, each with 40 appointments on two days. */
const doctors = Number(process.env.ILLNESSES ?? 1);
const visitsEach = 40;
const days = ['2027-06-08', '2027-06-09'];
const seed = Number(process.env.SEED ?? 20_270_607);

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
function seeded(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/**
 * Reactions of patients to the message: the number of patients of ten, and the resulting state of the appointment.
 */
const people = [
  { does: 'takes', of: 3, ends: 'taken' },
  { does: 'takes twice at once', of: 1, ends: 'taken' },
  { does: 'chooses', of: 1, ends: 'another' },
  { does: 'cancels', of: 1, ends: 'cancelled' },
  { does: 'asks for a call', of: 1, ends: 'asked' },
  { does: 'moves it herself', of: 1, ends: 'moved' },
  { does: 'is moved by the desk', of: 1, ends: 'given' },
  { does: 'nothing', of: 1, ends: 'silent' },
] as const;
type Does = (typeof people)[number]['does'];
const mix = people.flatMap(({ does, of }) => Array.from({ length: of }, () => does));

const clinic = await createTestApp();
const { call, deps } = clinic;
afterAll(clinic.close);
const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const runTasks = () => new TaskRunner(deps, ofClinic.tasks).poke();

async function anotherServer(): Promise<Child> {
  const where = JSON.stringify({ databaseUrl: await findDatabaseUrl(deps.database), at: monday });
  const child = await startChild(
    `import { ${offerUntilKilled.name} as run } from '#server/testing/offering.ts'; await run(${where});`,
  );
  await child.until('ready');
  return child;
}

test(
  `an illness with ${doctors * visitsEach} appointments ends in one state each, without duplicate messages or holds`,
  async () => {
    const random = seeded(seed);
    await makeClinic(deps.db, { rooms: 2 * doctors });
    await sql('update location_hours set closes = 22 * 60');
    const admin = await createSignedInUser(clinic, { role: 'admin' });
    const send = async (method: string, path: string, body?: unknown, cookie = admin.cookie) =>
      (await call(method, path, { cookie, body })).json();
    const patients = await makePatients(deps.db, doctors * visitsEach);
    await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where role = 'patient'`);
    // One in ten gets no message.
    await sql(`update users set phone_confirmed_at = null where role = 'patient' and id % 10 = 0`);

    const start = Date.now();
    const planned = new Map<number, { patient: number; does: Does }>();
    const ids: number[] = [];
    // All accounts are made before any booking, because direct inserts bypass the cache.
    const ill: number[] = [];
    for (let d = 0; d < doctors; d++) ill.push((await makeUser(deps.db, { role: 'doctor' })).id);
    for (const [d, doctorId] of ill.entries()) {
      for (let n = 0; n < visitsEach; n++) {
        const patient = patients[d * visitsEach + n] ?? 0;
        const { date, time } = splitLocal(addMinutes(`${days[n % 2]} 15:00:00`, 20 * Math.floor(n / 2)));
        const at = { appointmentDate: date, appointmentTime: time, locationId: 1, service: '1', doctorId };
        const { id } = await send('POST', '/api/appointments', { userId: patient, ...at });
        planned.set(id, { patient, does: mix[Math.floor(random() * mix.length)] ?? 'nothing' });
      }
      const absence = { userId: doctorId, startDate: days[0], endDate: days[1] };
      ids.push((await send('POST', '/api/absences', absence)).disruptionId);
    }
    expect(planned.size).toBe(doctors * visitsEach);

    // The desk sends the offers; another server does the same, and is killed halfway.
    const other = await anotherServer();
    const presses = ids.map(async (id) => {
      const { visits } = await send('GET', `/api/disruptions/${id}/proposals`);
      const wanted = visits.map(({ visit, proposals: [first] }: DisplacedVisit) => {
        const { kind: _kind, ...time } = first ?? { kind: 'same' };
        return { appointmentId: visit.id, ...(first ? { time } : {}) };
      });
      expect(
        await send('POST', `/api/disruptions/${id}/acts`, { act: 'offer', visits: wanted }),
      ).toMatchObject({
        done: visitsEach,
      });
    });
    if (other) {
      const offered = async () => Number((await sql('select count(*)::int as n from offers'))[0]?.n);
      while ((await offered()) < (doctors * visitsEach) / 3)
        await new Promise((resolve) => setTimeout(resolve, 2));
      other.process.kill('SIGKILL');
      await other.ended;
    }
    await Promise.all(presses);
    await makeRequestedOffers(deps);

    const free = async (date: string): Promise<string[]> =>
      (await send('GET', `/api/locations/1/availability?date=${date}`)).slots.map(
        ({ time }: { time: string }) => time,
      );
    async function act(appointmentId: number, { patient, does }: { patient: number; does: Does }) {
      const cookie = await createSession(clinic, patient);
      const [offer] = (await send('GET', '/api/offers/mine', undefined, cookie)) as Offer[];
      const answer = (body: object) => send('POST', `/api/offers/${offer?.id}/answer`, body, cookie);
      const elsewhere = async (put: (date: string, time: string) => Promise<{ code?: string }>) => {
        for (let day = 14 + Math.floor(random() * 14); ; day++) {
          const date = `2027-07-${String(day % 28 || 1).padStart(2, '0')}`;
          const times = await free(date);
          const time = times[Math.floor(random() * times.length)];
          if (time && (await put(date, time)).code === undefined) return;
        }
      };
      if (does === 'takes') await answer({ answer: 'take' });
      if (does === 'takes twice at once')
        await Promise.all([answer({ answer: 'take' }), answer({ answer: 'take' })]);
      if (does === 'cancels') await answer({ answer: 'cancel' });
      if (does === 'asks for a call') await answer({ answer: 'call' });
      if (does === 'chooses')
        await elsewhere((appointmentDate, appointmentTime) =>
          answer({ answer: 'another', locationId: 1, appointmentDate, appointmentTime }),
        );
      if (does === 'moves it herself')
        await elsewhere((appointmentDate, appointmentTime) =>
          send('PATCH', `/api/appointments/${appointmentId}`, { appointmentDate, appointmentTime }, cookie),
        );
      if (does === 'is moved by the desk')
        for (const id of ids)
          await send('POST', `/api/disruptions/${id}/acts`, { act: 'move', visits: [{ appointmentId }] });
    }
    const together = 8;
    const waiting = [...planned];
    await Promise.all(
      Array.from({ length: together }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await act(...next);
      }),
    );
    // A day later every offer has expired and is released, although the process with the task's lease is dead.
    clinic.setNow(new Date(monday.getTime() + 24.1 * 3_600_000));
    await runTasks();

    const dayLater = await createSession(clinic, admin.id);
    const rows: DisplacedRow[] = [];
    for (const id of ids)
      rows.push(...(await send('GET', `/api/disruptions/${id}`, undefined, dayLater)).rows);
    const endOf = ({ does, patient }: { does: Does; patient: number }) => {
      const ends = people.find((one) => one.does === does)?.ends;
      return ends === 'silent' && patient % 10 === 0 ? 'unreached' : ends;
    };
    expect(
      Object.fromEntries(rows.map(({ appointmentId, state, why }) => [appointmentId, why ?? state])),
    ).toEqual(Object.fromEntries([...planned].map(([id, plan]) => [id, endOf(plan)])));
    // The call list: only patients who asked for a call, cannot be reached, or did not answer.
    const toCall = [...planned].filter(([, { does }]) => does === 'nothing' || does === 'asks for a call');
    expect(
      new Set(rows.filter(({ state }) => state === 'call').map(({ appointmentId }) => appointmentId)),
    ).toEqual(new Set(toCall.map(([id]) => id)));
    // Each patient who can be reached got one message about her offer, from whichever server.
    const texts = await sql(`select user_id, count(*)::int as n from messages
    where template = 'offerDisplaced' and channel = 'sms' group by user_id order by user_id`);
    expect(texts).toEqual(
      patients.filter((patient) => patient % 10 !== 0).map((patient) => ({ user_id: patient, n: 1 })),
    );
    // No time is held for two patients, and nothing is held any more.
    const both = await sql(`select a.id, b.id from appointments a join appointments b on a.id < b.id
      and a.location_id = b.location_id and (a.room = b.room or a.doctor_id = b.doctor_id)
      and tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)
    where a.status not in ('cancelled', 'no_show') and b.status not in ('cancelled', 'no_show')`);
    expect(both).toEqual([]);
    expect(await sql(`select state from offers where holds and state <> 'call'`)).toEqual([]);
    expect(await sql(`select id from displaced where wanted_at is not null`)).toEqual([]);
    // The history has every offer and its outcome.
    expect(
      await sql(`select o.id from offers o where (select count(*) from events e
      where e.subject = 'offers' and e.subject_id = o.id) < case when o.state = 'open' then 1 else 2 end`),
    ).toEqual([]);
    if (process.env.ILLNESSES)
      process.stdout.write(`${rows.length} visits, seed ${seed}: ${Date.now() - start} ms\n`);
  },
  30_000 + doctors * 60_000,
);
