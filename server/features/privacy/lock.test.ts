import { afterAll, beforeEach, expect, test } from 'vitest';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { formatAppointmentTarget, insertLinks } from '#server/features/notifications/link-queries.ts';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { addAccount } from '#server/testing/people.ts';
import { createSession, readSessionCookie } from '#server/testing/signed-in.ts';
import { createTestApp, monday, testPassword } from '#server/testing/test-app.ts';

const clinic = await createTestApp({ RATE_LIMIT: 'on' });
const { call, deps } = clinic;
let id = 0;
let here = '';
let phone = '';

beforeEach(async () => {
  await clinic.reset();
  clinic.setNow(monday);
  await makeClinic(deps.db);
  id = await addAccount(deps, 'nour');
  [here, phone] = [await createSession(clinic, id), await createSession(clinic, id)];
});
afterAll(clinic.close);

const send = async (method: string, what: string, body?: object, cookie = here) => {
  const answer = await call(method, `/api/privacy/${id}/${what}`, { cookie, ...(body ? { body } : {}) });
  return answer.statusCode === 204 ? 204 : [answer.statusCode, answer.json().code];
};
const visits = async (cookie: string) => {
  const answer = await call('GET', `/api/appointments/user/${id}`, { cookie });
  return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code];
};
const lockOf = async (cookie: string) =>
  (await call('GET', '/api/auth/user', { cookie })).json().session.lock as string | null;
const wait = (minutes: number) => clinic.setNow(new Date(deps.now().getTime() + minutes * 60_000));
const shut = [403, 'visits_locked'];

test('locked appointments open with the PIN in that session only', async () => {
  expect([await visits(here), await lockOf(here)]).toEqual([200, null]);
  expect(await send('PUT', 'lock', { pin: '٢٤٦٨' })).toBe(204);
  expect([await visits(here), await visits(phone)]).toEqual([200, shut]);
  expect([await lockOf(here), await lockOf(phone)]).toEqual(['open', 'shut']);
  expect(await send('POST', 'unlock', { pin: '1357' }, phone)).toEqual([400, 'wrong_pin']);
  expect(await send('POST', 'unlock', { pin: '2468' }, phone)).toBe(204);
  expect(await visits(phone)).toBe(200);
  expect(await send('POST', 'shut', undefined, phone)).toBe(204);
  expect([await visits(phone), await visits(here)]).toEqual([shut, 200]);
  const answer = await call('GET', `/api/appointments/user/${id}`, { cookie: here });
  expect(answer.headers['x-locked']).toBe('1');
});

test('the family is named only while the visits are open', async () => {
  await call('POST', `/api/patients/${id}/family`, {
    cookie: here,
    body: { name: 'Salma Nour', relation: 'daughter' },
  });
  await send('PUT', 'lock', { pin: '2468' });
  const named = async (cookie: string) => [
    (await call('GET', '/api/auth/user', { cookie })).body.includes('Salma'),
    (await call('PATCH', `/api/users/${id}`, { cookie, body: { locale: 'ar' } })).body.includes('Salma'),
  ];
  expect([await named(here), await named(phone)]).toEqual([
    [true, true],
    [false, false],
  ]);
  const entered = await call('POST', '/api/auth/login', {
    body: { username: 'nour', password: testPassword },
  });
  expect(entered.json().user).toMatchObject({ id, caresFor: [] });
});

test('links in messages and the calendar address work while locked', async () => {
  const visit = await makeAppointment(deps.db, {
    patientId: id,
    locationId: 1,
    serviceId: 1,
    date: '2027-06-10',
  });
  const token = randomToken();
  await insertLinks(deps.db, [
    { kind: 'visit', hash: hashToken(token), userId: id, target: formatAppointmentTarget(visit.id) },
  ]);
  const made = await call('POST', '/api/calendars/mine', { cookie: here, body: { titles: 'discreet' } });
  await send('PUT', 'lock', { pin: '2468' });
  await send('POST', 'shut');
  expect(await visits(here)).toEqual(shut);
  const link = await call('GET', `/api/links/${token}`, { cookie: here });
  expect(link.json()).toMatchObject({ kind: 'visit', current: { appointmentDate: '2027-06-10' } });
  expect((await call('GET', made.json().link)).body).toContain('BEGIN:VEVENT');
});

test('the desk is not affected, and nobody else sets or opens a lock', async () => {
  await send('PUT', 'lock', { pin: '2468' });
  await addAccount(deps, 'mona');
  await addAccount(deps, 'desk', { role: 'receptionist' });
  const [mona, desk] = [await clinic.signIn('mona'), await clinic.signIn('desk')];
  expect(await visits(desk)).toBe(200);
  for (const cookie of [mona, desk]) {
    expect(await send('POST', 'unlock', { pin: '2468' }, cookie)).toEqual([404, 'not_found']);
    expect(await send('DELETE', 'lock', undefined, cookie)).toEqual([404, 'not_found']);
  }
});

test('the lock closes after ten minutes without use', async () => {
  await send('PUT', 'lock', { pin: '2468' });
  for (let n = 0; n < 3; n++) {
    wait(8);
    expect(await visits(here)).toBe(200);
  }
  wait(10.1);
  expect(await visits(here)).toEqual(shut);
});

test('five wrong PINs end the attempts everywhere, and the password opens the lock', async () => {
  await send('PUT', 'lock', { pin: '2468' });
  wait(3);
  for (let n = 0; n < 5; n++)
    expect(await send('POST', 'unlock', { pin: '1111' }, phone)).toEqual([400, 'wrong_pin']);
  expect(await send('POST', 'unlock', { pin: '2468' }, phone)).toEqual([429, 'rate_limited']);
  const third = await createSession(clinic, id);
  expect(await send('POST', 'unlock', { pin: '2468' }, third)).toEqual([429, 'rate_limited']);
  expect(await send('POST', 'unlock', {}, phone)).toEqual([403, 'proof_needed']);
  const proved = await call('POST', '/api/auth/two-step/proof', {
    cookie: phone,
    body: { password: testPassword },
  });
  expect(proved.statusCode).toBe(204);
  const renewed = readSessionCookie(proved);
  expect(await send('POST', 'unlock', {}, renewed)).toBe(204);
  expect(await visits(renewed)).toBe(200);
});

test('a lock is changed or removed only while open, and a new PIN closes it in other sessions', async () => {
  await send('PUT', 'lock', { pin: '2468' });
  expect(await send('PUT', 'lock', { pin: '8642' }, phone)).toEqual(shut);
  expect(await send('DELETE', 'lock', undefined, phone)).toEqual(shut);
  await send('POST', 'unlock', { pin: '2468' }, phone);
  expect(await send('PUT', 'lock', { pin: '9753' }, here)).toBe(204);
  expect(await visits(phone)).toEqual(shut);
  expect(await send('DELETE', 'lock', undefined, here)).toBe(204);
  expect([await visits(phone), await lockOf(phone)]).toEqual([200, null]);
  const told = await deps.database.pool.query(
    "select action from events where action like 'lock%' order by id",
  );
  expect(told.rows.map(({ action }) => action)).toEqual(['lock_set', 'lock_set', 'lock_ended']);
});

test('an easy PIN is rejected, and the PIN is stored as a hash', async () => {
  for (const pin of ['123', '1234', '0000', '98765', 'abcd', '123456789'])
    expect(await send('PUT', 'lock', { pin }), pin).toEqual([400, 'malformed']);
  await send('PUT', 'lock', { pin: '2468' });
  const { rows } = await deps.database.pool.query('select pin_hash from visit_locks');
  expect(rows).toEqual([{ pin_hash: expect.stringMatching(/^\$argon2id\$/) }]);
});

test('twenty wrong PINs a day end the attempts', async () => {
  await send('PUT', 'lock', { pin: '2468' });
  const nextQuarter = () =>
    deps.database.pool.query("delete from throttles where key like 'pin-%' and key not like 'pin-day-%'");
  for (let n = 0; n < 20; n++) {
    expect(await send('POST', 'unlock', { pin: '1111' }, phone)).toEqual([400, 'wrong_pin']);
    await nextQuarter();
  }
  expect(await send('POST', 'unlock', { pin: '2468' }, phone)).toEqual([429, 'rate_limited']);
  await nextQuarter();
  expect(await send('POST', 'unlock', { pin: '2468' }, here)).toEqual([429, 'rate_limited']);
});

test('a user with a password must type it, because a code to the phone proves nothing', async () => {
  await send('PUT', 'lock', { pin: '2468' });
  const byCode = await createSession(clinic, id);
  expect(await send('POST', 'unlock', {}, byCode)).toEqual([403, 'proof_needed']);
  clinic.setNow(new Date(deps.now().getTime() + 1000));
  const body = { password: testPassword };
  const proved = await call('POST', '/api/auth/two-step/proof', { cookie: byCode, body });
  expect(proved.statusCode).toBe(204);
  expect(await send('POST', 'unlock', {}, readSessionCookie(proved))).toBe(204);
});

test('a PIN needs a password or passkey, because a code to the phone opens no lock', async () => {
  await deps.database.pool.query('delete from credentials where user_id = $1', [id]);
  expect(await send('PUT', 'lock', { pin: '2468' })).toEqual([400, 'malformed']);
  await deps.database.pool.query(
    "insert into visit_locks (user_id, pin_hash, set_at) values ($1, 'x', now())",
    [id],
  );
  expect(await send('POST', 'unlock', {}, await createSession(clinic, id))).toEqual([403, 'proof_needed']);
});

test('without a PIN only the passkey locks and opens, and the last passkey cannot be removed', async () => {
  const query = (text: string) => deps.database.pool.query(text);
  /** Stands for the dialog that asks for a proof of identity, here by a passkey. */
  const prove = async (minutes = 1) => {
    wait(minutes);
    await query(`update sessions set proved_at = '${deps.now().toISOString()}' where user_id = ${id}`);
  };
  const drop = async (cookie: string) => {
    const answer = await call('DELETE', '/api/auth/two-step/passkeys/aGVycw', { cookie });
    return answer.statusCode === 204 ? 204 : [answer.statusCode, answer.json().code];
  };
  const byPin = async () => (await call('GET', '/api/auth/user', { cookie: here })).json().session.lockHasPin;
  expect(await send('PUT', 'lock', {})).toEqual([403, 'proof_needed']);
  await prove();
  expect(await send('PUT', 'lock', {}), 'without a passkey').toEqual([400, 'malformed']);
  await query(`delete from credentials where user_id = ${id}`);
  await query(`insert into passkeys (id, user_id, public_key, name) values ('hers', ${id}, '', 'phone')`);
  expect(await send('PUT', 'lock', {})).toBe(204);
  expect([await visits(here), await visits(phone), await byPin()]).toEqual([200, shut, false]);
  expect(await send('POST', 'shut')).toBe(204);
  expect(await send('POST', 'unlock', {}), 'who is handed the phone').toEqual([403, 'proof_needed']);
  await prove();
  expect(await send('POST', 'unlock', {})).toBe(204);

  wait(5);
  expect(await send('POST', 'unlock', { pin: '2468' }, phone)).toEqual([400, 'wrong_pin']);
  expect(await send('POST', 'unlock', {}, phone)).toEqual([403, 'proof_needed']);
  expect([await drop(phone), await drop(here)]).toEqual([shut, [409, 'opens_lock']]);
  await prove();
  expect(await send('POST', 'unlock', {}, phone)).toBe(204);
  expect(await visits(phone)).toBe(200);
  expect(await send('PUT', 'lock', { pin: '2468' }, phone)).toBe(204);
  expect(await drop(phone), 'nothing else opens it if the PIN is forgotten').toEqual([409, 'opens_lock']);
  await query(`insert into credentials (user_id, password_hash) values (${id}, 'x')`);
  expect(await drop(phone)).toBe(204);
});

const newPasswordByMail = async (newPassword: string) => {
  await call('POST', '/api/auth/forgot-password', { body: { email: 'nour@example.com' } });
  const { rows } = await deps.database.pool.query(
    "select secrets->>'link' as link from messages where template = 'resetLink' order by id desc limit 1",
  );
  const token = new URL(rows[0].link, 'https://clinic.example').searchParams.get('token');
  const answer = await call('POST', '/api/auth/reset-password', { body: { token, newPassword } });
  expect(answer.statusCode).toBe(200);
};
/** Status of reading the appointments after a proof with this password: 200 if they are open. */
const byPassword = async (cookie: string, password: string) => {
  wait(0.1);
  const answer = await call('POST', '/api/auth/two-step/proof', { cookie, body: { password } });
  if (answer.statusCode !== 204) return answer.json().code;
  const renewed = readSessionCookie(answer);
  expect(await send('POST', 'unlock', {}, renewed)).toBe(204);
  return visits(renewed);
};
const mailIsHers = () =>
  deps.database.pool.query(
    "update users set email = 'nour@example.com', email_confirmed_at = now() where id = $1",
    [id],
  );

test('a password set by mail opens no older lock, nor does one chosen after it', async () => {
  await mailIsHers();
  await send('PUT', 'lock', { pin: '2468' });
  wait(5);
  await newPasswordByMail('a quiet river');
  phone = await clinic.signIn('nour', 'a quiet river');
  expect(await byPassword(phone, 'a quiet river')).toBe('reset_since_locked');
  expect(await send('POST', 'unlock', {}, phone)).toEqual([403, 'proof_needed']);
  const own = { currentPassword: 'a quiet river', newPassword: 'another river' };
  const changed = await call('POST', `/api/users/${id}/change-password`, { cookie: phone, body: own });
  expect(changed.statusCode).toBe(200);
  phone = await clinic.signIn('nour', 'another river');
  expect([await byPassword(phone, 'another river'), await visits(phone)]).toEqual([
    'reset_since_locked',
    shut,
  ]);
  expect(await send('POST', 'unlock', { pin: '2468' }, phone), 'her number does').toBe(204);
  expect(await send('PUT', 'lock', { pin: '8642' }, phone)).toBe(204);
  expect(await send('POST', 'shut', undefined, phone)).toBe(204);
  expect(await byPassword(phone, 'another river'), 'it is older than this lock').toBe(200);
});

test('nor with a passkey lock, but a change with the old password and one given by the desk do', async () => {
  await mailIsHers();
  await deps.database.pool.query('insert into visit_locks (user_id, set_at) values ($1, $2)', [
    id,
    deps.now(),
  ]);
  const own = { currentPassword: testPassword, newPassword: 'a quiet river' };
  wait(1);
  const changed = await call('POST', `/api/users/${id}/change-password`, { cookie: phone, body: own });
  expect(changed.statusCode).toBe(200);
  expect(await byPassword(await clinic.signIn('nour', 'a quiet river'), 'a quiet river')).toBe(200);
  await newPasswordByMail('another river');
  const again = await clinic.signIn('nour', 'another river');
  expect(await byPassword(again, 'another river')).toBe('reset_since_locked');
  await addAccount(deps, 'doctor', { role: 'doctor' });
  const handed = await call('POST', `/api/users/${id}/hand-over-password`, {
    cookie: await clinic.signIn('doctor'),
    body: { password: 'from the doctor' },
  });
  expect(handed.statusCode).toBe(200);
  const first = await clinic.signIn('nour', 'from the doctor');
  await call('POST', '/api/auth/new-secret', { cookie: first, body: { newPassword: 'a third river' } });
  const hers = await clinic.signIn('nour', 'a third river');
  expect(await byPassword(hers, 'a third river')).toBe(200);
});

test('nor for resets before they were stored, which the history knows', async () => {
  const query = async (text: string) => (await deps.database.pool.query(text)).rows;
  const noting = ownMigrations().find(({ name }) => name.startsWith('0070'))?.sql ?? '';
  const noted = async () => {
    await query('update credentials set reset_at = null');
    await query(noting);
    return (await query('select reset_at is not null as noted from credentials'))[0].noted;
  };
  const happened = (action: string, at: string) =>
    query(`insert into events (at, actor_role, action, subject, subject_id)
      values ('${at}', 'visitor', '${action}', 'users', ${id})`);
  await happened('password_reset', '2027-06-07T08:00Z');
  await send('PUT', 'lock', { pin: '2468' });
  expect(await noted(), 'a reset from before the lock').toBe(false);
  await happened('password_reset', '2027-06-07T10:00Z');
  expect(await noted()).toBe(true);
  wait(120);
  phone = await createSession(clinic, id);
  expect(await byPassword(phone, testPassword)).toBe('reset_since_locked');
  await happened('password_handed_over', '2027-06-07T11:00Z');
  expect(await noted()).toBe(false);
});

test('e-mail and phone cannot change while locked, with or without a password', async () => {
  const change = async (body: object, cookie: string) => {
    const answer = await call('PATCH', `/api/users/${id}`, { cookie, body });
    return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code];
  };
  await send('PUT', 'lock', { pin: '2468' });
  const [email, currentPassword] = ['thief@example.com', testPassword];
  expect(await change({ email, currentPassword }, phone)).toEqual(shut);
  expect(await change({ phone: '01112345678', currentPassword }, phone)).toEqual(shut);
  expect(await change({ name: 'Nour' }, phone)).toBe(200);
  expect(await change({ email, currentPassword }, here)).toBe(200);
  await deps.database.pool.query('delete from credentials where user_id = $1', [id]);
  expect(await change({ email: 'other@example.com' }, phone)).toEqual(shut);
  expect(await change({ email: 'other@example.com' }, here)).toBe(200);
});

test('whoever proves the number of an unproven account is not locked out by the PIN of whoever registered it', async () => {
  await deps.database.pool.query("update users set phone = '+201001234567' where id = $1", [id]);
  expect(await send('PUT', 'lock', { pin: '2468' })).toBe(204);
  const body = { phone: '01001234567' };
  await call('POST', '/api/auth/phone/request-otp', { body });
  const { rows } = await deps.database.pool.query(
    "select secrets->>'code' as otp from messages where template = 'code'",
  );
  const entered = await call('POST', '/api/auth/phone/verify', { body: { ...body, ...rows[0] } });
  expect(entered.json().user.id).toBe(id);
  expect(await visits(readSessionCookie(entered))).toBe(200);
});

test('the first reset by e-mail ends the lock together with the passkeys', async () => {
  await deps.database.pool.query("update users set email = 'nour@mail.example' where id = $1", [id]);
  await deps.database.pool.query(
    `insert into passkeys (id, user_id, public_key, name) values ('hers', ${id}, '', 'phone')`,
  );
  await deps.database.pool.query('insert into visit_locks (user_id, set_at) values ($1, $2)', [
    id,
    deps.now(),
  ]);
  await call('POST', '/api/auth/forgot-password', { body: { email: 'nour@mail.example' } });
  const { rows } = await deps.database.pool.query(
    "select split_part(secrets->>'link', 'token=', 2) as token from messages where template = 'resetLink'",
  );
  const body = { ...rows[0], newPassword: 'my-own-lotus-74' };
  expect((await call('POST', '/api/auth/reset-password', { body })).statusCode).toBe(200);
  const { rows: left } = await deps.database.pool.query(
    'select (select count(*)::int from passkeys) as passkeys, (select count(*)::int from visit_locks) as locks',
  );
  expect(left).toEqual([{ passkeys: 0, locks: 0 }]);
});
