import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Letter, render } from '#server/engine/delivery/render.ts';
import { testLetterhead } from '#server/testing/letterhead.ts';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { langs } from '#shared/domain/languages.ts';

let t: TestApp;
let boss: string;
let admin: string;
let doctor: string;
let patient: string;
let ids: Record<'boss' | 'owner' | 'admin' | 'doctor' | 'patient' | 'other', number>;

beforeAll(async () => {
  t = await createTestApp({ OWNER_USERNAME: 'Madam' });
});
beforeEach(async () => {
  await t.reset();
  ids = {
    boss: await addAccount(t.deps, 'boss', { role: 'admin', isSuperAdmin: true }),
    owner: await addAccount(t.deps, 'madam', { role: 'patient', name: 'Amal Owner' }),
    admin: await addAccount(t.deps, 'desk', { role: 'admin' }),
    doctor: await addAccount(t.deps, 'doctor', { role: 'doctor' }),
    patient: await addAccount(t.deps, 'nour', {
      name: 'نور عادل',
      phone: '+201001234567',
      email: 'nour@example.com',
    }),
    other: await addAccount(t.deps, 'mona', { name: 'Mona Said' }),
  };
  boss = await t.signIn('boss');
  admin = await t.signIn('desk');
  doctor = await t.signIn('doctor');
  patient = await t.signIn('nour');
});
afterAll(() => t.close());

const names = async (cookie: string, query = '') => {
  const answer = await t.call('GET', `/api/users${query}`, { cookie });
  expect(answer.statusCode).toBe(200);
  return (answer.json() as { username: string }[]).map(({ username }) => username);
};
const patch = (id: number, body: unknown, cookie: string) =>
  t.call('PATCH', `/api/users/${id}`, { body, cookie });
const codeOf = async (answer: Promise<{ statusCode: number; json(): { code?: string } }>) => {
  const { statusCode, json } = await answer;
  return [statusCode, statusCode >= 400 ? json().code : undefined];
};

describe('the list', () => {
  test('has patients in order of name, and the owner for nobody else', async () => {
    expect(await names(doctor)).toEqual(['mona', 'nour']);
    expect(await names(admin)).toEqual(['mona', 'boss', 'desk', 'doctor', 'nour']);
    expect(await names(admin, '?role=admin,doctor')).toEqual(['boss', 'desk', 'doctor']);
    // A person that the viewer may not open is not found either.
    expect(await names(doctor, '?role=admin,doctor')).toEqual(['doctor']);
    expect(await names(doctor, '?role=admin&q=boss')).toEqual([]);
    expect(await names(await t.signIn('boss'), '?q=madam')).toEqual([]);
    expect(await codeOf(t.call('GET', `/api/users/${ids.owner}`, { cookie: boss }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await codeOf(t.call('GET', '/api/users', { cookie: patient }))).toEqual([403, 'forbidden']);
    expect(await codeOf(t.call('GET', '/api/users'))).toEqual([401, 'not_signed_in']);
  });

  test('finds Arabic in any spelling, phones in any notation, and reference codes', async () => {
    for (const q of [
      'نُور',
      'نورعادل',
      '0100 123',
      '٠١٠٠١٢٣٤٥٦٧',
      '+20 100 1234567',
      '1234567',
      `HKM-${ids.patient}`,
      'NOUR@EX',
    ]) {
      expect(await names(admin, `?q=${encodeURIComponent(q)}`), q).toEqual(['nour']);
    }
    for (const q of ['100%', 'n_ur', '|', '\\'])
      expect(await names(doctor, `?q=${encodeURIComponent(q)}`), q).toEqual(
        q === '|' ? ['mona', 'nour'] : [],
      );
  });

  test('is sorted by exact match, prefix, then part, without gaps or duplicates between pages', async () => {
    await addAccount(t.deps, 'sara', { name: 'Sara' });
    await addAccount(t.deps, 'saraya', { name: 'Ann Saraya' });
    await addAccount(t.deps, 'x-sara', { name: 'Aa' });
    await addAccount(t.deps, 'sarah', { name: 'Sarah', role: 'user' });
    const all = ['sara', 'sarah', 'saraya', 'x-sara'];
    expect(await names(admin, '?q=sara&sort=match')).toEqual(all);
    const walk = async (sort: string) => {
      const [seen, totals]: [string[], unknown[]] = [[], []];
      let url: string | undefined = `/api/users?q=sara&sort=${sort}&limit=1`;
      while (url) {
        const answer = await t.call('GET', url, { cookie: admin });
        totals.push(answer.headers['x-total-count']);
        seen.push(...(answer.json() as { username: string }[]).map((row) => row.username));
        url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      return [seen, totals];
    };
    const counted = ['4', '4', '4', '4'];
    // Exact matches fill the page, so nobody is counted beyond it.
    expect(await walk('match')).toEqual([all, ['1+', '1+', '1+', '4']]);
    expect(await walk('name')).toEqual([['x-sara', 'saraya', 'sara', 'sarah'], counted]);
    expect(await walk('newest')).toEqual([['sarah', 'x-sara', 'saraya', 'sara'], counted]);
    for (const cursor of [
      'x',
      'WzFd',
      Buffer.from('["a","b"]').toString('base64url'),
      Buffer.from('["a",3000000000]').toString('base64url'),
    ]) {
      expect(await codeOf(t.call('GET', `/api/users?cursor=${cursor}`, { cookie: admin }))).toEqual([
        400,
        'malformed',
      ]);
    }
  });
});

test('without a limit has the newest 500 in ascending order', async () => {
  await t.deps.db.execute(sql`insert into users (role, name, username)
    select 'patient', 'Aa ' || i, 'many' || i from generate_series(1, 600) i`);
  const { headers, json } = await t.call('GET', '/api/users', { cookie: doctor });
  const listed = (json() as { username: string }[]).map(({ username }) => username);
  expect(listed).toEqual(Array.from({ length: 500 }, (_, i) => `many${i + 101}`));
  expect([headers['x-total-count'], headers.link]).toEqual(['602', undefined]);
});

test('has the same order and pages for many matches as for few', async () => {
  // The clinic's statement timeout applies here too.
  for (let from = 1; from <= 20_500; from += 4_100)
    await t.deps.db.execute(sql`insert into users (role, name, username) select
      case when i % 3 = 0 then 'user' else 'patient' end,
      case when i % 40 = 0 then 'Sara' when i % 40 = 1 then 'Zahra Sara ' || i
        else 'Sara ' || i end, 'many' || i from generate_series(${from}::int, ${from + 4_099}::int) i`);
  for (const sort of ['match', 'name', 'newest']) {
    const seen: string[] = [];
    let url: string | undefined = `/api/users?q=sara&sort=${sort}&limit=500`;
    for (let pages = 0; url && pages < 4; pages++) {
      const answer = await t.call('GET', url, { cookie: admin });
      expect(answer.headers['x-total-count']).toBe({ match: '500+', name: '10000+', newest: '1000+' }[sort]);
      seen.push(...(answer.json() as { id: number }[]).map(({ id }) => String(id)));
      url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    const order = {
      match: sql`case when name = 'Sara' then 0 when name like 'Sara%' then 1 else 2 end,
        case when name like 'Sara%' then search end collate "C",
        case when name like 'Sara%' then id else -id end`,
      name: sql`name, id`,
      newest: sql`id desc`,
    }[sort];
    const { rows } = await t.deps.db.execute<{ id: number }>(
      sql`select id from users where name like '%Sara%' order by ${order} limit 2000`,
    );
    expect(seen).toEqual(rows.map(({ id }) => String(id)));
  }
}, 60_000);

describe('one person', () => {
  test('opened by staff is recorded once a day', async () => {
    for (let i = 0; i < 2; i++)
      expect((await t.call('GET', `/api/users/${ids.patient}`, { cookie: doctor })).statusCode).toBe(200);
    await t.call('GET', `/api/users/${ids.patient}`, { cookie: patient });
    const { rows } = await t.deps.db.execute(
      sql`select actor_id, patient_id from events where action = 'file_opened'`,
    );
    expect(rows).toEqual([{ actor_id: ids.doctor, patient_id: ids.patient }]);
  });

  test.each([
    ['history', (id: number) => `/api/users/${id}/history`],
    ['visits', (id: number) => `/api/appointments/user/${id}`],
    ['filtered list', (id: number) => `/api/appointments?userId=${id}`],
  ])('her %s is her file, too', async (_name, path) => {
    for (let i = 0; i < 2; i++)
      expect((await t.call('GET', path(ids.patient), { cookie: doctor })).statusCode).toBe(200);
    const { rows } = await t.deps.db.execute(
      sql`select actor_id, patient_id from events where action = 'file_opened'`,
    );
    expect(rows).toEqual([{ actor_id: ids.doctor, patient_id: ids.patient }]);
  });

  test('is not found by another patient, and colleagues not by a doctor', async () => {
    expect(await codeOf(t.call('GET', `/api/users/${ids.other}`, { cookie: patient }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await codeOf(patch(ids.other, { name: 'X' }, patient))).toEqual([404, 'not_found']);
    expect(await codeOf(t.call('GET', `/api/users/${ids.admin}`, { cookie: doctor }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await codeOf(t.call('GET', '/api/users/1e3', { cookie: admin }))).toEqual([400, 'malformed']);
  });
});

describe('changing', () => {
  test('a user changes her own details, and a new e-mail or phone is unconfirmed', async () => {
    await t.deps.db.execute(
      sql`update users set email_confirmed_at = now(), phone_confirmed_at = now() where id = ${ids.patient}`,
    );
    const renamed = await patch(ids.patient, { name: '  Nour   Adel ' }, patient);
    expect(renamed.json()).toMatchObject({ name: 'Nour Adel', emailConfirmed: true, phoneConfirmed: true });
    const moved = await patch(
      ids.patient,
      {
        email: 'new@example.com',
        phone: '01112345678',
        secondaryPhone: '',
        currentPassword: testPassword,
      },
      patient,
    );
    expect(moved.json()).toMatchObject({
      email: 'new@example.com',
      phone: '0111 234 5678',
      emailConfirmed: false,
      phoneConfirmed: false,
    });
    const { rows } = await t.deps.db.execute(
      sql`select template, channel, address from messages where template like '%Changed' order by id`,
    );
    expect(rows).toEqual([
      { template: 'emailChanged', channel: 'email', address: 'nour@example.com' },
      { template: 'phoneChanged', channel: 'sms', address: '+201001234567' },
      { template: 'phoneChanged', channel: 'email', address: 'nour@example.com' },
    ]);
    const { rows: trail } = await t.deps.db.execute(
      sql`select after::text as after from events where action = 'user_changed' order by id`,
    );
    expect(JSON.stringify(trail)).not.toContain('example.com');
  });

  const twice = (text: string) => [text, text];
  test('the messages about a removed e-mail and phone do not say that there is a new one', async () => {
    await t.deps.db.execute(
      sql`update users set email_confirmed_at = now(), phone_confirmed_at = now() where id = ${ids.patient}`,
    );
    await patch(ids.patient, { email: '', phone: '', currentPassword: testPassword }, patient);
    const { rows } = await t.deps.db.execute<Pick<Letter, 'template' | 'params'> & Record<string, unknown>>(
      sql`select template, params from messages where template like '%Changed' order by id`,
    );
    const subjects = langs.map((locale) =>
      rows.map((row) => render({ ...row, locale, secrets: null }, testLetterhead).subject),
    );
    expect(subjects).toEqual([
      [
        'The email of your account was changed or removed',
        ...twice('The phone number of your account was changed or removed'),
      ],
      ['تم تغيير بريد حسابك أو حذفه', ...twice('تم تغيير رقم موبايل حسابك أو حذفه')],
    ]);
  });

  test('patients set no role, and staff only within their rights', async () => {
    expect(await codeOf(patch(ids.patient, { role: 'admin' }, patient))).toEqual([403, 'forbidden']);
    expect(await codeOf(patch(ids.patient, { role: 'user' }, doctor))).toEqual([403, 'forbidden']);
    expect(await codeOf(patch(ids.patient, { isSuperAdmin: true }, patient))).toEqual([
      400,
      'field_not_allowed',
    ]);
    expect(await codeOf(patch(ids.admin, { name: 'X' }, doctor))).toEqual([404, 'not_found']);
    expect((await patch(ids.patient, { name: 'By doctor' }, doctor)).json().name).toBe('By doctor');
  });

  test('super admin, owner and oneself are protected, and admins from other admins', async () => {
    expect(await codeOf(patch(ids.boss, { name: 'X' }, admin))).toEqual([403, 'protected_account']);
    expect(await codeOf(patch(ids.boss, { role: 'user' }, boss))).toEqual([403, 'protected_account']);
    expect(await codeOf(patch(ids.admin, { role: 'user' }, admin))).toEqual([403, 'protected_account']);
    expect(await codeOf(patch(ids.owner, { name: 'X' }, boss))).toEqual([404, 'not_found']);
    const second = await addAccount(t.deps, 'second', { role: 'admin' });
    expect(await codeOf(patch(second, { email: 'evil@example.com' }, admin))).toEqual([
      403,
      'protected_account',
    ]);
    expect((await patch(second, { email: 'fine@example.com' }, boss)).statusCode).toBe(200);
    const handOver = (id: number, cookie: string) =>
      t.call('POST', `/api/users/${id}/hand-over-password`, { body: { password: 'a quiet river' }, cookie });
    expect(await codeOf(handOver(second, admin))).toEqual([403, 'protected_account']);
    expect(await codeOf(handOver(ids.boss, admin))).toEqual([403, 'protected_account']);
    for (const id of [ids.boss, ids.admin])
      expect(await codeOf(t.call('DELETE', `/api/users/${id}`, { cookie: admin }))).toEqual([
        403,
        'protected_account',
      ]);
  });

  test('an account that lost the admin role cannot be taken over or deleted by a plain admin', async () => {
    const second = await addAccount(t.deps, 'second', { role: 'admin', email: 'second@example.com' });
    const body = { password: 'a quiet river' };
    const remove = (cookie: string) => t.call('DELETE', `/api/users/${second}`, { cookie });
    const refused = async (...answers: Parameters<typeof codeOf>[0][]) => {
      for (const answer of answers) expect(await codeOf(answer)).toEqual([403, 'protected_account']);
    };
    await refused(
      remove(admin),
      patch(second, { role: 'doctor' }, admin),
      patch(second, { role: 'patient' }, admin),
    );
    expect((await patch(second, { role: 'user' }, admin)).json().role).toBe('user');
    await refused(
      remove(admin),
      t.call('POST', `/api/users/${second}/hand-over-password`, { body, cookie: admin }),
      t.call('POST', `/api/users/${second}/hand-over-password`, { body, cookie: doctor }),
      patch(second, { email: 'evil@example.com' }, doctor),
      patch(second, { username: 'mine' }, admin),
      patch(second, { role: 'admin' }, admin),
    );
    expect((await patch(second, { name: 'Still nameable' }, admin)).statusCode).toBe(200);
    expect((await patch(second, { role: 'admin' }, boss)).json().role).toBe('admin');
    expect(
      (await t.call('POST', `/api/users/${second}/hand-over-password`, { body, cookie: boss })).statusCode,
    ).toBe(200);
    expect((await remove(boss)).statusCode).toBe(204);
  });

  test('handing over a password removes other ways to sign in and notifies confirmed contacts', async () => {
    await t.deps.db.execute(sql`update users set phone_confirmed_at = now() where id = ${ids.patient}`);
    await t.deps.db.execute(
      sql`insert into identities (provider, subject, user_id) values ('facebook', 'f-1', ${ids.patient})`,
    );
    const handOver = (id: number) =>
      t.call('POST', `/api/users/${id}/hand-over-password`, {
        body: { password: 'a quiet river' },
        cookie: doctor,
      });
    expect((await handOver(ids.patient)).statusCode).toBe(200);
    expect((await handOver(ids.other)).statusCode).toBe(200);
    const { rows: ways } = await t.deps.db.execute(sql`select provider from identities`);
    expect(ways).toEqual([]);
    const { rows } = await t.deps.db.execute(sql`select channel, address, template from messages`);
    expect(rows).toEqual([{ channel: 'sms', address: '+201001234567', template: 'passwordChanged' }]);
  });

  test('a new role ends the sessions', async () => {
    expect((await patch(ids.patient, { role: 'doctor' }, admin)).json().role).toBe('doctor');
    expect(await codeOf(t.call('GET', '/api/auth/user', { cookie: patient }))).toEqual([
      401,
      'not_signed_in',
    ]);
  });

  test('of two simultaneous changes the second gets the current state', async () => {
    expect((await patch(ids.patient, { name: 'First', version: 1 }, doctor)).statusCode).toBe(200);
    const late = await patch(ids.patient, { name: 'Second', version: 1 }, admin);
    expect([late.statusCode, late.json().code, late.json().current.name]).toEqual([409, 'stale', 'First']);
    expect(await codeOf(patch(ids.patient, { username: 'MONA' }, patient))).toEqual([409, 'username_taken']);
    expect(await codeOf(patch(ids.patient, { username: 'Madam' }, patient))).toEqual([409, 'username_taken']);
  });
});

describe('making and removing', () => {
  test('staff create a patient with a username from her name and a one-time password', async () => {
    const made = await t.call('POST', '/api/patients', {
      body: { name: 'Hala El Sayed', phone: '01001112222', password: 'kq7f-m2xa-9tuc', username: '' },
      cookie: doctor,
    });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ name: 'Hala El Sayed', role: 'patient', requires: ['new-secret'] });
    expect(made.json().username).toMatch(/^hala\.el\.sayed\d{1,3}$/);
    const cookie = await t.signIn(made.json().username, 'kq7f-m2xa-9tuc');
    expect(await codeOf(t.call('GET', `/api/users/${made.json().id}`, { cookie }))).toEqual([
      403,
      'new_secret_required',
    ]);
    const chosen = await t.call('POST', '/api/auth/new-secret', {
      body: { newPassword: 'a quiet river' },
      cookie,
    });
    expect(chosen.json().user.requires).toEqual([]);
    expect(await codeOf(t.call('GET', '/api/auth/user', { cookie }))).toEqual([401, 'not_signed_in']);
    await t.signIn(made.json().username, 'a quiet river');
  });

  test('only admins set roles, and staff need longer passwords', async () => {
    const body = { name: 'New', username: 'newcomer', password: 'a quiet river', role: 'doctor' };
    expect(await codeOf(t.call('POST', '/api/users', { body, cookie: doctor }))).toEqual([403, 'forbidden']);
    expect(await codeOf(t.call('POST', '/api/patients', { body, cookie: doctor }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(
      await codeOf(t.call('POST', '/api/users', { body: { ...body, password: 'quiet 42' }, cookie: admin })),
    ).toEqual([400, 'malformed']);
    expect((await t.call('POST', '/api/users', { body, cookie: admin })).json()).toMatchObject({
      role: 'doctor',
    });
    expect(await codeOf(t.call('POST', '/api/users', { body, cookie: admin }))).toEqual([
      409,
      'username_taken',
    ]);
  });

  test('an account without appointments is deleted, one with appointments keeps its id only', async () => {
    expect((await t.call('DELETE', `/api/users/${ids.other}`, { cookie: admin })).statusCode).toBe(204);
    await t.deps.db.execute(sql`insert into services (name) values ('Check-up')`);
    await t.deps.db.execute(
      sql`insert into locations (name, address, open_hours) values ('Maadi', 'Street 9', '9-5')`,
    );
    await t.deps.db.execute(sql`insert into appointments (patient_id, location_id, service_id, local_start,
      local_end, room, status)
      values (${ids.patient}, 1, 1, '2027-05-02 15:00', '2027-05-02 15:20', 1, 'attended')`);
    const remove = () => t.call('DELETE', `/api/users/${ids.patient}`, { cookie: admin });
    await t.deps.db.execute(sql`insert into appointments (patient_id, location_id, service_id, local_start,
      local_end, room, status)
      values (${ids.patient}, 1, 1, '2027-06-09 15:00', '2027-06-09 15:20', 1, 'confirmed')`);
    const expected = await remove();
    expect([expected.statusCode, expected.json().code]).toEqual([409, 'patient_has_future_appointments']);
    expect(expected.json().message).toContain('still has 1 appointment to come. Cancel it first.');
    await t.deps.db.execute(
      sql`update appointments set status = 'cancelled', room = null where status = 'confirmed'`,
    );
    expect((await remove()).statusCode).toBe(204);
    const { rows } = await t.deps.db.execute(
      sql`select name, username, email, phone, search from users where id in (${ids.patient}, ${ids.other})`,
    );
    expect(rows).toEqual([
      { name: '—', username: null, email: null, phone: null, search: expect.not.stringContaining('nour') },
    ]);
    expect(await codeOf(t.call('GET', '/api/auth/user', { cookie: patient }))).toEqual([
      401,
      'not_signed_in',
    ]);
    expect(await codeOf(t.call('GET', `/api/users/${ids.patient}`, { cookie: admin }))).toEqual([
      404,
      'not_found',
    ]);
    expect(
      await codeOf(t.call('POST', '/api/auth/login', { body: { username: 'nour', password: testPassword } })),
    ).toEqual([401, 'wrong_credentials']);
    expect(await names(doctor)).toEqual([]);
  });
});
