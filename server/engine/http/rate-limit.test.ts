import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addAccount, givePassword } from '#server/testing/people.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import type { Refusal } from '#shared/errors.ts';
import { ipv6SiteOf, networkOf, throttle } from './rate-limit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(async () => {
  await t.reset();
  await addAccount(t.deps, 'nour');
});
afterAll(() => t.close());

const from = (ip: string, path: string, body: object, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url: path, payload: body, remoteAddress: ip, headers });
const login = (ip: string, password = testPassword, headers = {}) =>
  from(ip, '/api/auth/login', { username: 'Nour', password }, headers);
const guess = (ip: string, headers = {}) => login(ip, 'not this one', headers);
const times = async (n: number, act: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let i = 0; i < n; i++) statuses.push((await act()).statusCode);
  return statuses;
};

test('an address belongs to its network', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113');
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0db8:0001::6')).toBe('2001:db8:1:0');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(ipv6SiteOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1/48');
  expect(ipv6SiteOf('::ffff:203.0.113.77')).toBeNull();
  expect(ipv6SiteOf('203.0.113.77')).toBeNull();
});

test('a phone gets a limited number of codes per hour, whatever the requesting networks', async () => {
  let i = 0;
  const ask = () => from(`10.0.${i++}.1`, '/api/auth/phone/request-otp', { phone: '01001234567' });
  expect(await times(7, ask)).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('an address gets a limited number of mails per half hour, and reset links are counted separately', async () => {
  let i = 0;
  const email = 'Stranger@Example.com';
  const forgot = () => from(`10.0.${i++}.1`, '/api/auth/forgot-password', { email });
  const register = () =>
    from(`10.0.${i++}.1`, '/api/auth/register', {
      username: `visitor${i}`,
      password: 'a quiet river',
      email: 'stranger@example.com',
    });
  expect(await times(5, forgot)).toEqual([200, 200, 200, 200, 200]);
  expect(await times(6, register)).toEqual([201, 201, 201, 201, 201, 429]);
  const refused = await forgot();
  expect([refused.statusCode, Number(refused.headers['retry-after']) <= 1800]).toEqual([429, true]);
  const { rows } = await t.deps.db.execute<{ n: number }>(sql`select count(*)::int as n from messages`);
  expect(rows[0]?.n).toBeLessThanOrEqual(5);
});

test('the networks of one IPv6 site are also counted together', async () => {
  const rule = { name: 'site-test', network: { points: 2, seconds: 60 } };
  const tries = (ip: string) =>
    throttle(t.deps, { ip }, rule).then(...([() => 'ok', (error: Refusal) => error.code] as const));
  const answers: string[] = [];
  for (let i = 0; i < 9; i++) answers.push(await tries(`2001:db8:1:${i}::1`));
  expect(answers).toEqual([...Array(8).fill('ok'), 'rate_limited']);
  expect(await tries('2001:db8:2::1')).toBe('ok');
});

test('password guesses are rejected after ten, with a time to retry', async () => {
  expect(await times(11, () => guess('203.0.113.5'))).toEqual([...Array(10).fill(401), 429]);
  const refused = await login('203.0.113.99');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
});

test('all spellings of a phone are one subject', async () => {
  const spellings = [
    '01001234567',
    '0100 123 4567',
    '+20 100 123 4567',
    '00201001234567',
    '٠١٠٠١٢٣٤٥٦٧',
    '(0100) 1234567',
  ];
  let i = 0;
  const tries = () =>
    from('203.0.113.5', '/api/auth/login', { username: spellings[i++ % 6], password: 'not this one' });
  expect(await times(11, tries)).toEqual([...Array(10).fill(401), 429]);
});

test('all names and spellings of an account are one subject', async () => {
  const now = t.deps.now();
  await addAccount(t.deps, 'patient', {
    email: 'mona@example.com',
    emailConfirmedAt: now,
    phone: '+201112345678',
    phoneConfirmedAt: now,
  });
  const names = ['patient', 'PATIENT', 'patİent', 'ｐａｔｉｅｎｔ', 'Mona@Example.com', '0111 234 5678'];
  let i = 0;
  const tries = () =>
    from('203.0.113.5', '/api/auth/login', { username: names[i++ % 6], password: 'not this one' });
  expect(await times(11, tries)).toEqual([...Array(10).fill(401), 429]);
});

test('signing in to an account with another person’s phone clears none of that person’s counts', async () => {
  const phone = '+201112345678';
  const mona = await addAccount(t.deps, 'mona', { phone, phoneConfirmedAt: t.deps.now() });
  await givePassword(t.deps, mona, 'a river of her own');
  // Made before such usernames were rejected.
  await addAccount(t.deps, '01112345678');
  const guessing = (password: string) =>
    from('203.0.113.5', '/api/auth/login', { username: '01112345678', password });
  const asMona = () => from('203.0.113.5', '/api/auth/login', { username: 'mona', password: 'not this one' });
  await times(9, () => guessing('not this one'));
  await times(3, () => guessing(testPassword));
  expect(await times(2, asMona)).toEqual([401, 429]);
});

test('existing and unknown names are counted alike', async () => {
  const unknown = () =>
    from('203.0.113.5', '/api/auth/login', { username: 'nobody', password: 'not this one' });
  expect(await times(11, unknown)).toEqual([...Array(10).fill(401), 429]);
});

test('a stranger elsewhere cannot lock out the owner, and no header changes the stranger’s network', async () => {
  const spoofed = (i: number) =>
    guess('203.0.113.5', {
      'x-forwarded-for': `198.51.100.${i}`,
      'x-real-ip': `198.51.100.${i}`,
      forwarded: `for=198.51.100.${i}`,
    });
  let i = 0;
  expect((await times(12, () => spoofed(i++))).slice(10)).toEqual([429, 429]);
  expect((await login('198.51.100.7')).statusCode).toBe(200);
});

test('the owner’s known browser can sign in beside a stranger in the same network', async () => {
  const first = await login('203.0.113.5');
  const device = first.cookies.find(({ name }) => name === 'known-device');
  expect(device).toMatchObject({ httpOnly: true, path: '/' });
  await times(12, () => guess('203.0.113.6'));
  expect((await login('203.0.113.5')).statusCode).toBe(429);
  const headers = { cookie: `known-device=${device?.value}` };
  expect((await login('203.0.113.5', testPassword, headers)).statusCode).toBe(200);
  expect(await times(11, () => guess('203.0.113.5', headers))).toEqual([...Array(10).fill(401), 429]);
});

test('a correct password does not count as an attempt', async () => {
  for (let round = 0; round < 3; round++) {
    await times(6, () => guess('203.0.113.5'));
    expect((await login('203.0.113.5')).statusCode).toBe(200);
  }
});

test('registrations, forgotten passwords and codes are counted too', async () => {
  let i = 0;
  const register = () =>
    from('203.0.113.5', '/api/auth/register', { username: `visitor${i++}`, password: 'a quiet river' });
  expect((await times(31, register)).slice(29)).toEqual([201, 429]);
  const forgot = () => from('203.0.113.5', '/api/auth/forgot-password', { email: 'nobody@example.com' });
  expect(await times(6, forgot)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('stored counters contain no names', async () => {
  await guess('203.0.113.5');
  const { rows } = await t.deps.db.execute<{ key: string }>(sql`select key from throttles`);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('nour');
});

test('a network above its limit causes no database queries', async () => {
  const rule = { name: 'flood', network: { points: 3, seconds: 60 } } as const;
  const { pool } = t.deps.database;
  const query = vi.spyOn(pool, 'query');
  const tries = () =>
    throttle(t.deps, { ip: '203.0.113.5' }, rule).then(
      () => ({ statusCode: 200 }),
      () => ({ statusCode: 429 }),
    );
  expect(await times(50, tries)).toEqual([...Array(3).fill(200), ...Array(47).fill(429)]);
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('simultaneous attempts are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => guess('203.0.113.5')));
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
});
