import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { addDays, addMinutes, splitLocal } from '#shared/domain/clinic-time.ts';

/**
 * Offers hold times while an import of the same days runs. Only the database decides what either sees of the
 * other. A round has four days of its own and takes ten times as long as one of `offers-race.test.ts`.
 */
const rounds = Math.min(75, Math.ceil(Number(process.env.RACE_ROUNDS ?? 20) / 10));

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let patients: number[] = [];
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  patients = await makePatients(deps.db, 24);
});
afterAll(clinic.close);

const { sql, checked, run } = createImportSteps(
  () => clinic,
  () => admin,
);
const usual = { locationId: 1, serviceId: 1 };
const times = Array.from(
  { length: 12 },
  (_, n) => splitLocal(addMinutes('2027-06-10 15:00:00', 20 * n)).time,
);
const daysOf = (round: number) => [0, 1, 2, 3].map((n) => addDays('2027-06-10', 4 * round + n));

/** Two new patients for the two rooms, for each time of these days. */
const listFor = (round: number, days: readonly string[]) => [
  'name,phone,visit date,time',
  ...days
    .flatMap((date) =>
      times.flatMap((time) => [`${date},${time.slice(0, 5)}`, `${date},${time.slice(0, 5)}`]),
    )
    .map((at, n) => `Woman ${n} of list ${round},010${String(10_000_000 + round * 100 + n)},${at}`),
];

test(`no time is held and imported at once, and none stays unused (${rounds} rounds)`, {
  timeout: 30_000 + rounds * 10_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const days = daysOf(round);
    const lines = listFor(round, days);
    const id = await checked(lines.join('\n'), usual);
    let coming: ReturnType<typeof run> | undefined;
    let answered = 0;
    let late = 0;
    // Four desks make one offer after the other; the import starts with the first offer.
    const desk = async (hers: readonly number[]) => {
      for (const [n, userId] of hers.entries()) {
        const at = { appointmentDate: days[n % 4], appointmentTime: times[userId % 12], minutes: 2880 };
        const body = { userId, ...usual, ...at };
        const { statusCode } = await call('POST', '/api/offers', { cookie: admin, body });
        // On an overloaded machine the database may reject the request with a retry.
        expect([201, 409, 503]).toContain(statusCode);
        if (statusCode === 201) answered += 1;
        if (statusCode === 503) late += 1;
        coming ??= run(id);
      }
    };
    await Promise.all([0, 6, 12, 18].map((first) => desk(patients.slice(first, first + 6))));
    const done = await coming;
    // Counts the stored state, because a request that was told to retry may have been saved.
    const stands = async (what: string) => {
      const [{ n }] = await sql(
        `select count(*)::int as n from ${what} and local_start::date = any($1::date[])`,
        [days],
      );
      return n as number;
    };
    const kept = await stands('offers where holds');
    expect(answered).toBeGreaterThan(0);
    expect(kept).toBeGreaterThanOrEqual(answered);
    expect(kept).toBeLessThanOrEqual(answered + late);
    expect(await stands('appointments where room is not null')).toBe(lines.length - 1 - kept);
    expect(done).toMatchObject({ visits: lines.length - 1 - kept, left: kept });
  }
  const had = await sql(`select at.local_start::text as start, count(*)::int as n from (
    select local_start from offers where holds union all
    select local_start from appointments where room is not null) at group by 1 having count(*) <> 2`);
  expect(had).toEqual([]);
});
