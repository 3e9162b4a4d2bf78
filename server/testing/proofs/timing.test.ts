import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { addAccount } from '#server/testing/people.ts';
import { signedIn } from '#server/testing/signed-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { addDays, timeOfMinutes } from '#shared/domain/clinic-time.ts';

/**
 * Responses that must not reveal whether an account, a number or an appointment exists take the same time for
 * known and unknown ones: the ranges between the first and the third quartile of 200 calls each overlap. Known and
 * unknown calls alternate, so that a slow moment of the machine affects both.
 */
const calls = 200;
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
let poster = '';
let asking = { id: 0, cookie: '' };

beforeAll(async () => {
  t = await testApp();
  const { location, service } = await makeClinic(t.deps.db);
  for (let i = 0; i < calls; i++) {
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
  const desk = await signedIn(t, { role: 'receptionist' });
  const body = { locationId: location.id, kind: 'poster' };
  const made = await t.call('POST', '/api/screens', { cookie: desk.cookie, body });
  poster = made.json().link.replace('/here/', '');
  asking = await signedIn(t, { role: 'patient', phone: '+201234567890', phoneConfirmedAt: t.deps.now() });
}, 120_000);
afterAll(() => t.close());

const endpoints: Record<string, (person: Person) => [path: string, body: object, cookie?: string]> = {
  'sign-in with a wrong password': ({ username }) => [
    '/api/auth/login',
    { username, password: 'not her password' },
  ],
  'forgotten password': ({ email }) => ['/api/auth/forgot-password', { email }],
  'code by phone': ({ phone }) => ['/api/auth/phone/request-otp', { phone }],
  'number typed at a poster': ({ phone }) => [`/api/screens/${poster}/here`, { phone }],
  'request to look after somebody': ({ phone }) => [
    `/api/patients/${asking.id}/family/code`,
    { contact: phone },
    asking.cookie,
  ],
  'booking by name and number': ({ username: name, phone, appointmentDate, appointmentTime }) => [
    '/api/visitor-visits',
    { name, phone, locationId: 1, serviceId: 1, appointmentDate, appointmentTime },
  ],
};

test.each(Object.keys(endpoints))(
  'the time of "%s" does not tell known from unknown',
  async (name) => {
    const measure = async (person: Person) => {
      const [path, body, cookie] = endpoints[name]?.(person) ?? ['', {}];
      const started = performance.now();
      const answer = await t.call('POST', path, { body, ...(cookie ? { cookie } : {}) });
      return { ms: performance.now() - started, status: answer.statusCode };
    };
    const times: [number[], number[]] = [[], []];
    const statuses: [number[], number[]] = [[], []];
    for (let i = 0; i < calls; i++)
      for (const side of i % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { ms, status } = await measure(side === 0 ? known(i) : unknown(i));
        times[side].push(ms);
        statuses[side].push(status);
      }
    expect(statuses[0]).toEqual(statuses[1]);
    expect(new Set(statuses.flat())).toEqual(new Set(statuses[0].slice(0, 1)));
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
