import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { waitForLocks, withHeldLocks } from '#server/testing/locks.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

/* Requests that deadlock are retried after a second: slow, but no reply shows it. So these tests check the
   locks themselves. */

const clinic = await createTestApp();
const { call, deps } = clinic;
let mother = 0;
let daughter: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  // The mother is created first, so that her id is the lower one.
  mother = (await makeUser(deps.db, { role: 'patient', authProvider: 'cared', name: 'Samira' })).id;
  daughter = await createSignedInUser(clinic, {
    role: 'patient',
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
  const care = [mother, daughter.id, 'mother', monday];
  await deps.database.pool.query(
    'insert into guardians (patient_id, guardian_id, relation, since) values ($1, $2, $3, $4)',
    care,
  );
});
afterAll(clinic.close);

type Answer = Awaited<ReturnType<typeof call>>;

/** Holds the mother's row and checks that `act` waits for it before it locks the other row. */
async function waitsWithout(taken: string, id: number, act: () => PromiseLike<Answer>): Promise<Answer> {
  const held = `select from users where id = ${mother} for no key update`;
  const { acted } = await withHeldLocks(deps.database, held, async (other) => {
    const acted = Promise.resolve(act());
    await waitForLocks(deps.database);
    const free = await other.query(`select 1 from ${taken} = $1 for no key update nowait`, [id]);
    expect(free.rows).toHaveLength(1);
    return { acted };
  });
  return acted;
}

const visit = { locationId: 1, appointmentDate: '2027-06-10', appointmentTime: '15:00:00' };

test('booking for a mother locks both rows in the order of ids', async () => {
  const body = { ...visit, userId: mother, service: '1' };
  const booked = await waitsWithout('users where id', daughter.id, () =>
    call('POST', '/api/appointments', { cookie: daughter.cookie, body }),
  );
  expect(booked.statusCode, booked.body).toBe(201);
});

test('answering an offer for her does too, and making it locks her row before the branch', async () => {
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  const body = { ...visit, userId: mother, serviceId: 1 };
  const offered = await waitsWithout('locations where id', 1, () =>
    call('POST', '/api/offers', { cookie, body }),
  );
  expect(offered.statusCode, offered.body).toBe(201);
  const taken = await waitsWithout('users where id', daughter.id, () =>
    call('POST', `/api/offers/${offered.json().id}/answer`, {
      cookie: daughter.cookie,
      body: { answer: 'take' },
    }),
  );
  expect(taken.statusCode, taken.body).toBe(200);
});

test('ending her guardianship locks her row first', async () => {
  const ended = await waitsWithout('guardians where patient_id', mother, () =>
    call('DELETE', `/api/patients/${mother}/guardian`, { cookie: daughter.cookie }),
  );
  expect(ended.statusCode, ended.body).toBe(204);
});
