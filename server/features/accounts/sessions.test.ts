import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  await addAccount(t.deps, 'nour');
  await addAccount(t.deps, 'mona');
});
afterAll(() => t.close());

const list = async (cookie: string) =>
  (await t.call('GET', '/api/auth/sessions', { cookie })).json() as { id: string; current: boolean }[];
const alive = async (cookie: string) =>
  (await t.call('GET', '/api/auth/user', { cookie })).statusCode === 200;

test('a user sees her devices and signs one out', async () => {
  const [here, phone] = [await t.signIn('nour'), await t.signIn('nour')];
  const stranger = await t.signIn('mona');
  const devices = await list(here);
  expect(devices.filter(({ current }) => current)).toHaveLength(1);
  expect(devices).toHaveLength(2);
  const other = devices.find(({ current }) => !current)?.id ?? '';
  expect((await t.call('DELETE', `/api/auth/sessions/${other}`, { cookie: stranger })).statusCode).toBe(404);
  expect((await t.call('DELETE', `/api/auth/sessions/${other}`, { cookie: here })).statusCode).toBe(204);
  expect([await alive(here), await alive(phone), await alive(stranger)]).toEqual([true, false, true]);
});

test('all other devices are signed out at once', async () => {
  const cookies = [await t.signIn('nour'), await t.signIn('nour'), await t.signIn('nour')];
  const [here = ''] = cookies;
  expect((await t.call('DELETE', '/api/auth/sessions', { cookie: here })).statusCode).toBe(204);
  expect(await Promise.all(cookies.map(alive))).toEqual([true, false, false]);
});

test('an admin ends another user’s sessions, and only the super admin those of another admin', async () => {
  const ids = {
    boss: await addAccount(t.deps, 'boss', { role: 'admin', isSuperAdmin: true }),
    desk: await addAccount(t.deps, 'desk', { role: 'admin' }),
    second: await addAccount(t.deps, 'second', { role: 'admin' }),
    doctor: await addAccount(t.deps, 'doctor', { role: 'doctor' }),
    lina: await addAccount(t.deps, 'lina'),
  };
  const [boss, desk, second] = [await t.signIn('boss'), await t.signIn('desk'), await t.signIn('second')];
  const [doctor, lina, phone] = [await t.signIn('doctor'), await t.signIn('lina'), await t.signIn('lina')];
  const end = async (id: number, cookie: string) =>
    (await t.call('DELETE', `/api/users/${id}/sessions`, { cookie })).statusCode;
  const calendar = await t.call('POST', '/api/calendars/mine', { cookie: lina, body: { titles: 'full' } });
  expect(await end(ids.lina, doctor)).toBe(403);
  expect(await end(ids.lina, desk)).toBe(204);
  expect([await alive(lina), await alive(phone), await alive(doctor)]).toEqual([false, false, true]);
  expect((await t.call('GET', calendar.json().link)).statusCode).toBe(404);
  expect(await end(ids.doctor, desk)).toBe(204);
  expect(await alive(doctor)).toBe(false);
  for (const id of [ids.second, ids.boss, ids.desk]) expect(await end(id, desk)).toBe(403);
  expect([await alive(second), await alive(boss), await alive(desk)]).toEqual([true, true, true]);
  expect(await end(ids.second, boss)).toBe(204);
  expect(await alive(second)).toBe(false);
  // Her password still works.
  await t.signIn('lina');
  const { rows } = await t.deps.db.execute(sql`select actor_id, subject_id, patient_id from events
    where action = 'all_sessions_ended' order by id`);
  expect(rows).toEqual([
    { actor_id: ids.desk, subject_id: ids.lina, patient_id: ids.lina },
    { actor_id: ids.desk, subject_id: ids.doctor, patient_id: null },
    { actor_id: ids.boss, subject_id: ids.second, patient_id: null },
  ]);
});

test('background requests of a page do not extend the session', async () => {
  const cookie = await t.signIn('nour');
  const start = t.deps.now();
  const ask = async (minutes: number, headers: Record<string, string>) => {
    t.setNow(new Date(start.getTime() + minutes * 60_000));
    return (await t.call('GET', '/api/notifications', { cookie, headers })).statusCode;
  };
  expect(await ask(100, {})).toBe(200);
  expect(await ask(190, { 'x-passive': '1' })).toBe(200);
  expect(await ask(230, { 'x-passive': '1' })).toBe(401);
});

test('keeping alive extends the idle limit, never the absolute one', async () => {
  const cookie = await t.signIn('nour');
  const start = t.deps.now();
  const until = (await t.call('POST', '/api/auth/keep-alive', { cookie })).json().expiresAt;
  t.setNow(new Date(start.getTime() + 110 * 60_000));
  expect((await t.call('POST', '/api/auth/keep-alive', { cookie })).json()).toEqual({
    idleSeconds: 7200,
    expiresAt: until,
  });
  t.setNow(new Date(start.getTime() + 220 * 60_000));
  expect(await alive(cookie)).toBe(true);
});

test('a staff session ends after twelve hours, and after half an hour without use', async () => {
  await addAccount(t.deps, 'desk', { role: 'receptionist' });
  const [busy, idle] = [await t.signIn('desk'), await t.signIn('desk')];
  const start = t.deps.now().getTime();
  const at = (minutes: number) => t.setNow(new Date(start + minutes * 60_000));
  at(29);
  expect(await alive(busy)).toBe(true);
  at(31);
  expect([await alive(busy), await alive(idle)]).toEqual([true, false]);
  for (let minutes = 50; minutes < 12 * 60; minutes += 25) {
    at(minutes);
    expect(await alive(busy), `${minutes}`).toBe(true);
  }
  at(12 * 60 + 1);
  expect(await alive(busy)).toBe(false);
});

test('sign-ins, failures and sign-outs are recorded with the account, never with the typed text', async () => {
  const attempt = (username: string) =>
    t.call('POST', '/api/auth/login', { body: { username, password: 'not hers at all' } });
  expect([(await attempt('NOUR')).statusCode, (await attempt('nobody-here')).statusCode]).toEqual([401, 401]);
  const cookie = await t.signIn('nour');
  expect((await t.call('POST', '/api/auth/logout', { cookie })).statusCode).toBe(204);
  expect((await t.call('POST', '/api/auth/logout', { cookie })).statusCode).toBe(204);
  const { rows } = await t.deps.db.execute<{ action: string; known: boolean; actor: boolean; whole: string }>(
    sql`select action, subject_id is not null as known, actor_id is not null as actor, row_to_json(e)::text as whole from events e order by id`,
  );
  expect(rows.map(({ action, known, actor }) => ({ action, known, actor }))).toEqual([
    { action: 'sign_in_failed', known: true, actor: false },
    { action: 'sign_in_failed', known: false, actor: false },
    { action: 'signed_in', known: true, actor: true },
    { action: 'signed_out', known: true, actor: true },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/nobody-here|not hers/);
});

test('a read-only database still answers reads', async () => {
  const cookie = await t.signIn('nour');
  t.setNow(new Date(t.deps.now().getTime() + 5 * 60_000));
  // A read-only connection is closed, and the next ones are read-only too.
  const { pool } = t.deps.database;
  const setAll = async (value: 'on' | 'off') => {
    const all = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    for (const client of all) await client.query(`set default_transaction_read_only = ${value}`);
    for (const client of all) client.release();
  };
  const onlyRead = (client: pg.PoolClient) => void client.query('set default_transaction_read_only = on');
  pool.on('connect', onlyRead);
  await setAll('on');
  try {
    expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(200);
    expect((await t.call('POST', '/api/auth/logout', { cookie })).statusCode).toBe(503);
  } finally {
    pool.off('connect', onlyRead);
    await setAll('off');
  }
});

test('quick exit signs out with the next request of the browser, even if its own request was lost', async () => {
  const [here, phone] = [await t.signIn('nour'), await t.signIn('nour')];
  const away = await t.call('GET', '/api/auth/user', { cookie: `${here}; left=1` });
  expect(away.statusCode).toBe(401);
  expect([await alive(here), await alive(phone)]).toEqual([false, true]);
  // Quick exit is recorded like any sign-out, and removes the marker.
  const said = await t.call('POST', '/api/auth/logout', { cookie: `${phone}; left=1` });
  expect(said.cookies.filter(({ name, value }) => name === 'left' && value === '')).toHaveLength(1);
  expect(await alive(phone)).toBe(false);
  const { rows } = await t.deps.db.execute(sql`select action from events where action = 'signed_out'`);
  expect(rows).toHaveLength(1);
  const again = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { cookie: 'left=1' },
    payload: { username: 'nour', password: testPassword },
  });
  expect(again.cookies.find(({ name }) => name === 'left')?.value).toBe('');
});

test('the device list shows networks and at most thirty devices, and ending the others ends all', async () => {
  const here = await t.signIn('nour');
  const { rows } = await t.deps.db.execute<{ id: number }>(sql`select id from users where username = 'nour'`);
  const id = rows[0]?.id ?? 0;
  for (let n = 0; n < 32; n++) await createSession(t, id);
  const answer = await t.call('GET', '/api/auth/sessions', { cookie: here });
  const devices = answer.json() as { network: string }[];
  expect(devices).toHaveLength(30);
  expect(answer.body).not.toContain('127.0.0.1');
  expect(new Set(devices.map(({ network }) => network)).has('this')).toBe(true);
  expect((await t.call('DELETE', '/api/auth/sessions', { cookie: here })).statusCode).toBe(204);
  expect(await list(here)).toHaveLength(1);
  await t.deps.db.execute(sql`update sessions set ip = '203.0.113.7' where user_id = ${id}`);
  const [only] = (await t.call('GET', '/api/auth/sessions', { cookie: here })).json() as typeof devices;
  expect(only?.network).toBe('another');
});
