import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearCounters } from '#server/engine/http/rate-limit.ts';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { addAccount } from '#server/testing/people.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { addDays, timeOfMinutes } from '#shared/domain/clinic-time.ts';

/**
 * Responses that must not reveal whether an account, a number or an appointment exists take the same time for
 * known and unknown ones: the ranges between the first and the third quartile of 200 calls each overlap. Known and
 * unknown calls alternate, so that a slow moment of the machine affects both.
 */
const callsEach = 200;
/** Two of them, one known and one unknown, book the same time in turn. */
const timesPerDay = 10;
const timeOf = (i: number) => ({
  appointmentDate: addDays('2027-06-08', Math.floor(i / timesPerDay)),
  appointmentTime: timeOfMinutes(900 + 20 * (i % timesPerDay)),
});
const known = (i: number) => ({
  username: `known-${i}`,
  email: `known-${i}@example.com`,
  phone: `010${String(10_000_000 + i)}`,
  ...timeOf(i),
});
const unknown = (i: number) => ({
  username: `nobody-${i}`,
  email: `nobody-${i}@example.com`,
  phone: `011${String(10_000_000 + i)}`,
  ...timeOf(i),
});
type Person = ReturnType<typeof known>;

let t: TestApp;
/** Can send no codes, so strangers book by name and number. */
let withoutCodes: TestApp;
let poster = '';
let asking = { id: 0, cookie: '' };

beforeAll(async () => {
  t = await createTestApp();
  withoutCodes = await createTestApp({ PUBLIC_URL: 'https://hakima.example', RATE_LIMIT: 'on' });
  const { location, service } = await makeClinic(t.deps.db, { rooms: 2 });
  for (let i = 0; i < callsEach; i++) {
    const { username, email, phone } = known(i);
    const id = await addAccount(t.deps, username, {
      email,
      emailConfirmedAt: t.deps.now(),
      phone: `+2${phone}`,
      phoneConfirmedAt: t.deps.now(),
    });
    const place = { locationId: location.id, serviceId: service.id, patientId: id };
    await makeAppointment(t.deps.db, { ...place, date: '2027-06-07', time: '15:00:00', room: i + 1 });
  }
  const desk = await createSignedInUser(t, { role: 'receptionist' });
  const body = { locationId: location.id, kind: 'poster' };
  const made = await t.call('POST', '/api/screens', { cookie: desk.cookie, body });
  poster = made.json().link.replace('/here/', '');
  asking = await createSignedInUser(t, {
    role: 'patient',
    phone: '+201234567890',
    phoneConfirmedAt: t.deps.now(),
  });
}, 120_000);
afterAll(async () => {
  await withoutCodes.close();
  await t.close();
});

interface Call {
  readonly path: string;
  readonly body: object;
  readonly cookie?: string;
  readonly to?: TestApp;
  /** The status of every answer, to a known and to an unknown person. */
  readonly status: number;
}

/** A code that differs from the one sent to the phone. */
async function wrongCodeFor(phone: string): Promise<string> {
  await t.call('POST', '/api/auth/phone/request-otp', { body: { phone } });
  const { rows } = await t.deps.db.execute<{ code: string }>(
    sql`select secrets->>'code' as code from messages where address = ${`+2${phone}`} and secrets ? 'code' order by id desc limit 1`,
  );
  expect(rows[0]?.code).toMatch(/^\d{6}$/);
  return String((Number(rows[0]?.code) + 1) % 1_000_000).padStart(6, '0');
}

const calls: Record<string, (person: Person) => Call | Promise<Call>> = {
  'sign-in with a wrong password': ({ username }) => ({
    path: '/api/auth/login',
    body: { username, password: 'not her password' },
    status: 401,
  }),
  'forgotten password': ({ email }) => ({ path: '/api/auth/forgot-password', body: { email }, status: 200 }),
  'code by phone': ({ phone }) => ({ path: '/api/auth/phone/request-otp', body: { phone }, status: 200 }),
  'wrong code by phone': async ({ phone }) => ({
    path: '/api/auth/phone/verify',
    body: { phone, otp: await wrongCodeFor(phone) },
    status: 400,
  }),
  'number typed at a poster': ({ phone }) => ({
    path: `/api/screens/${poster}/here`,
    body: { phone },
    status: 200,
  }),
  'request to look after somebody': ({ phone }) => ({
    path: `/api/patients/${asking.id}/family/code`,
    body: { contact: phone },
    cookie: asking.cookie,
    status: 200,
  }),
  'booking by name and number': ({ username: name, phone, appointmentDate, appointmentTime }) => ({
    to: withoutCodes,
    path: '/api/visitor-visits',
    body: { name, phone, locationId: 1, serviceId: 1, appointmentDate, appointmentTime },
    status: 201,
  }),
  'new account with an email': ({ username, email }) => ({
    path: '/api/auth/register',
    body: { username: `new-${username}`, password: 'a quiet river', email },
    status: 201,
  }),
};

test.each(Object.entries(calls))(
  'the time of "%s" does not tell known from unknown',
  async (_name, callFor) => {
    const measure = async (person: Person, key: string) => {
      const { to = t, path, body, cookie, status } = await callFor(person);
      const headers = { 'idempotency-key': key };
      clearCounters(to.deps.database);
      const started = performance.now();
      const answer = await to.call('POST', path, { body, headers, ...(cookie ? { cookie } : {}) });
      const ms = performance.now() - started;
      expect(answer.statusCode, answer.body).toBe(status);
      return ms;
    };
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < callsEach; i++)
      for (const side of i % 2 ? ([0, 1] as const) : ([1, 0] as const))
        times[side].push(await measure(side === 0 ? known(i) : unknown(i), `call-${i}-${side}-of-the-test`));
    const [a, b] = times.map(quartiles) as [Quartiles, Quartiles];
    expect(a.first, `known ${describe(a)}, unknown ${describe(b)}`).toBeLessThan(b.third);
    expect(b.first, `known ${describe(a)}, unknown ${describe(b)}`).toBeLessThan(a.third);
  },
  900_000,
);

interface Quartiles {
  first: number;
  third: number;
}

function quartiles(times: number[]): Quartiles {
  const sorted = times.toSorted((x, y) => x - y);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { first: at(0.25), third: at(0.75) };
}

const describe = ({ first, third }: Quartiles): string => `${first.toFixed(1)}-${third.toFixed(1)} ms`;
