import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
let nour: number;
const email = 'nour@example.org';
const kept = '+201001234567';
const phone = '0100 123 4567';
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(async () => {
  await t.reset();
  const contacts = { email, emailConfirmedAt: monday, phone: kept, phoneConfirmedAt: monday };
  nour = await addAccount(t.deps, 'nour', contacts);
});
afterAll(() => t.close());

const from = async (network: string, path: string, payload: object, cookie = '') =>
  t.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    payload,
    remoteAddress: `${network}.7`,
    headers: cookie ? { cookie } : {},
  });
const ask = async (network: string, to: { email?: string } = {}, cookie = '') =>
  (await from(network, 'auth/phone/request-otp', { phone, ...to }, cookie)).statusCode;
const elsewhere = (n: number) => `10.0.${n}`;
const atOnce = async (n: number, asking: (i: number) => Promise<number>) =>
  (await Promise.all(Array.from({ length: n }, (_, i) => asking(i)))).sort((a, b) => a - b);
const oneByOne = async (n: number, asking: (i: number) => Promise<number>) => {
  const answers: number[] = [];
  for (let i = 0; i < n; i++) answers.push(await asking(i));
  return answers;
};
const sent = async (template: string) =>
  (await t.deps.database.pool.query('select 1 from messages where template = $1', [template])).rowCount;

test('of five simultaneous requests only the sent code is counted, so four more can be sent', async () => {
  expect(await atOnce(5, () => ask('203.0.113'))).toEqual([200, 429, 429, 429, 429]);
  expect(await oneByOne(5, (i) => ask(elsewhere(i)))).toEqual([200, 200, 200, 200, 429]);
});

test('rejected requests are not counted, whatever the number of networks', async () => {
  const crowd = (i: number) => ask(elsewhere(i % 6));
  const went = (await atOnce(30, crowd)).filter((status) => status === 200).length;
  // One is refunded, like after a rejected code of another person.
  await t.deps.database.pool.query(`update throttles set points = points - 1 where key like 'code-sent-%'`);
  const left = await oneByOne(7 - went, (i) => ask(elsewhere(10 + i)));
  expect(left).toEqual([...Array(6 - went).fill(200), 429]);
});

test('of five simultaneous requests only the sent mail is counted', async () => {
  expect(await atOnce(5, () => ask('203.0.113', { email }))).toEqual([200, 429, 429, 429, 429]);
  expect(await oneByOne(5, (i) => ask(elsewhere(i), { email }))).toEqual([200, 200, 200, 200, 429]);
});

test('sign-in mails do not use up reset links', async () => {
  expect(await oneByOne(6, (i) => ask(elsewhere(i), { email }))).toEqual([200, 200, 200, 200, 200, 429]);
  const forgot = () => from('203.0.113', 'auth/forgot-password', { email });
  expect((await forgot()).statusCode).toBe(200);
  expect(await sent('resetLink')).toBe(1);
});

test('a known browser gets up to five codes an hour, whatever others request', async () => {
  const login = await from('203.0.113', 'auth/login', { username: 'nour', password: testPassword });
  const mark = `known-device=${login.cookies.find(({ name }) => name === 'known-device')?.value}`;
  for (const to of [{}, { email }])
    expect(await oneByOne(6, (i) => ask(elsewhere(i), to))).toEqual([200, 200, 200, 200, 200, 429]);
  const invented = `known-device=${'a'.repeat(43)}`;
  expect([await ask('203.0.113', {}, invented), await ask('203.0.113', {}, mark)]).toEqual([429, 200]);
  const hers = (i: number) => ask(elsewhere(10 + i), { email }, mark);
  expect(await oneByOne(5, hers)).toEqual([200, 200, 200, 200, 429]);
  // The code belongs to one number: at another one it is unknown.
  await addAccount(t.deps, 'mona', { phone: '+201112345678', phoneConfirmedAt: monday });
  const other = (i: number, cookie = '') =>
    from(elsewhere(i), 'auth/phone/request-otp', { phone: '01112345678' }, cookie);
  for (let i = 0; i < 5; i++) expect((await other(i)).statusCode).toBe(200);
  expect((await other(6, mark)).statusCode).toBe(429);
});

async function code(path: string, { cookie }: SignedIn, body: object) {
  return (await from('203.0.113', path, body, cookie)).statusCode;
}

test('codes that confirm a number are counted when sent', async () => {
  await t.deps.database.pool.query('update users set phone_confirmed_at = null where id = $1', [nour]);
  const her = { id: nour, cookie: await createSession(t, nour) };
  const asking = () => code('auth/confirmations', her, { channel: 'phone' });
  expect(await atOnce(4, asking)).toEqual([200, 429, 429, 429]);
  expect(await oneByOne(5, (i) => ask(elsewhere(i)))).toEqual([200, 200, 200, 200, 429]);
});

test('codes for an account of her own are counted when sent, and rejected requests are not', async () => {
  const mariam = await createSignedInUser(t, {
    role: 'patient',
    phone: '+201112345678',
    phoneConfirmedAt: monday,
  });
  const added = await from(
    '203.0.113',
    `patients/${mariam.id}/family`,
    { name: 'Fatma', relation: 'mother' },
    mariam.cookie,
  );
  const id = added.json().caresFor[0].id;
  expect(await atOnce(3, () => code(`patients/${id}/own-account/code`, mariam, { phone }))).toEqual([
    204, 429, 429,
  ]);
  expect(await code(`patients/${nour}/own-account/code`, mariam, { phone })).toBe(404);
  expect(await oneByOne(5, (i) => ask(elsewhere(i)))).toEqual([200, 200, 200, 200, 429]);
});
