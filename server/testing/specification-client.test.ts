import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAppointment, makeClinic } from './factories.ts';
import { addAccount } from './people.ts';
import { createTestApp, type TestApp, testPassword } from './test-app.ts';

/* A client written from the specification alone: a cookie jar, JSON, the paths and payloads of section 7, and
   no other header. */

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(async () => {
  await t.reset();
  await makeClinic(t.deps.db);
});
afterAll(() => t.close());

type Body = Record<string, unknown>;
interface Answer {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

class Client {
  readonly #jar = new Map<string, string>();

  async send(method: string, url: string, payload?: Body): Promise<Answer> {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await t.app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(cookie && { cookie }),
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0 || value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  }

  get = (url: string) => this.send('GET', url);
  post = (url: string, payload?: Body) => this.send('POST', url, payload);
  patch = (url: string, payload: Body) => this.send('PATCH', url, payload);
  put = (url: string, payload: Body) => this.send('PUT', url, payload);
  delete = (url: string) => this.send('DELETE', url);

  async login(username: string, password = testPassword) {
    const { status, body } = await this.post('/api/auth/login', { username, password });
    expect([status, body.message], `login of ${username}`).toEqual([200, undefined]);
    return body.user as { id: number; name: string; username: string; role: string; email: string };
  }
}

const statusOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return status < 300 ? status : [status, body.code];
};
const minutesLater = (minutes: number) => t.setNow(new Date(t.deps.now().getTime() + minutes * 60_000));
/** One hour with activity, because an idle session would expire earlier. */
async function hourLater(...clients: Client[]) {
  for (let quarter = 0; quarter < 4; quarter++) {
    minutesLater(15);
    for (const client of clients) expect((await client.get('/api/auth/user')).status).toBe(200);
  }
}

/** The newest secret of a template: a link's token or a code. */
async function secretIn(template: string): Promise<string> {
  const { rows } = await t.deps.db.execute<{ secret: string }>(sql`
    select coalesce(substring(secrets->>'link' from 'token=(.*)'), secrets->>'code') as secret
    from messages where template = ${template} order by id desc limit 1`);
  return rows[0]?.secret ?? '';
}

const consultation = 'Gynecological Consultations';
const tuesday = '2027-06-08';
const booking = (userId: number, appointmentTime: string, more: Body = {}): Body => ({
  userId,
  locationId: 1,
  appointmentDate: tuesday,
  appointmentTime,
  service: consultation,
  status: 'pending',
  notes: 'Booked via website',
  ...more,
});
const mona = {
  username: 'mona',
  password: 'lotus and arch',
  email: 'mona@example.com',
  phone: '01001234567',
  name: 'Mona Samir',
  authProvider: 'email',
};

test('a visitor reads the public lists, has no account, and her browser sends reports', async () => {
  const visitor = new Client();
  expect((await visitor.get('/api/auth/user')).status).toBe(401);
  expect((await visitor.get('/api/services')).body).toMatchObject([{ id: 1, name: consultation }]);
  expect((await visitor.get('/api/locations')).body).toMatchObject([
    { id: 1, name: 'Nasr City', openHours: 'Daily' },
  ]);
  const days = (await visitor.get('/api/locations/1/schedules')).body as Body[];
  expect(days).toHaveLength(7);
  expect(days[0]).toMatchObject({ dayOfWeek: 0, isAvailable: true, startTime: '15:00:00' });
  const timestamp = t.deps.now().toISOString();
  const message = { type: 'error', message: 'TypeError', details: 'at line 1', timestamp };
  expect((await visitor.post('/api/message-logs', message)).status).toBe(204);
  for (const page of [{ path: '/book' }, { page: '/book' }]) {
    const entry = { timestamp, type: 'button_click', ...page, action: 'click', target: 'Book', details: {} };
    expect((await visitor.post('/api/user-interactions', { logs: [entry] })).status).toBe(204);
  }
  const { rows } = await t.deps.db.execute(sql`select page from client_logs where kind = 'interaction'`);
  expect(rows).toEqual([{ page: '/book' }, { page: '/book' }]);
  for (const path of ['/api/appointments', '/api/users', '/api/appointments/user/1'])
    expect(await statusOf(visitor.get(path)), path).toEqual([401, 'not_signed_in']);
});

describe('a patient', () => {
  const her = new Client();
  let id = 0;
  beforeEach(async () => {
    expect(await statusOf(her.post('/api/auth/register', mona))).toBe(201);
    ({ id } = await her.login('mona', mona.password));
  });

  test('registers, books, is rejected elsewhere, and signs out', async () => {
    expect((await her.get('/api/auth/user')).body.user).toMatchObject({
      id,
      name: 'Mona Samir',
      role: 'patient',
    });
    const booked = await her.post('/api/appointments', booking(id, '15:20:00'));
    expect([booked.status, booked.body.status, booked.body.notes]).toEqual([
      201,
      'pending',
      'Booked via website',
    ]);
    expect((await her.get(`/api/appointments/user/${id}`)).body).toMatchObject([{ id: booked.body.id }]);
    expect(await statusOf(her.post('/api/appointments', booking(id + 7, '15:40:00')))).toEqual([
      403,
      'foreign_user',
    ]);
    expect(await statusOf(her.get('/api/appointments'))).toEqual([403, 'forbidden']);
    expect(await statusOf(her.patch(`/api/users/${id}`, { role: 'admin' }))).toEqual([403, 'forbidden']);
    expect(await statusOf(her.post('/api/auth/logout'))).toBe(204);
    expect((await her.get('/api/auth/user')).status).toBe(401);
  });

  test('changes details and password with the specification’s payloads', async () => {
    const details = {
      name: 'Mona S.',
      email: 'mona.s@example.com',
      phone: '01007654321',
      secondaryPhone: '01111111111',
    };
    const changed = await her.patch(`/api/users/${id}`, details);
    expect([changed.status, changed.body.name, changed.body.email]).toEqual([200, 'Mona S.', details.email]);
    const password = { currentPassword: mona.password, newPassword: 'another lotus' };
    expect(await statusOf(her.put(`/api/users/${id}/password`, password))).toBe(200);
    expect((await her.get('/api/auth/user')).status).toBe(200);
    await new Client().login('mona', 'another lotus');
  });

  test('needs the password an hour after sign-in to change e-mail or phone, once', async () => {
    await hourLater(her);
    expect(await statusOf(her.patch(`/api/users/${id}`, { name: 'Mona S.' }))).toBe(200);
    const answer = await her.patch(`/api/users/${id}`, { email: 'mona.s@example.com' });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      403,
      'password_needed',
      'Please type your current password to change your email or phone.',
    ]);
    expect(await statusOf(her.post('/api/appointments', booking(id, '15:20:00')))).toBe(201);
    await her.login('mona', mona.password);
    expect(await statusOf(her.patch(`/api/users/${id}`, { email: 'mona.s@example.com' }))).toBe(200);
    expect(await statusOf(her.patch(`/api/users/${id}`, { phone: '01007654321' }))).toBe(200);
  });

  test('signs in by e-mail five minutes after registering, and the link confirms the address', async () => {
    minutesLater(5);
    const other = new Client();
    expect(await statusOf(other.post('/api/auth/forgot-password', { email: mona.email }))).toBe(200);
    const token = await secretIn('resetLink');
    expect(
      await statusOf(other.post('/api/auth/reset-password', { token, newPassword: 'a quiet river' })),
    ).toBe(200);
    const user = await other.login(mona.email, 'a quiet river');
    expect([user.id, user]).toEqual([id, expect.objectContaining({ emailConfirmed: true })]);
    expect((await her.get('/api/auth/user')).status).toBe(401);
    const again = await other.post('/api/auth/reset-password', { token, newPassword: 'a third river' });
    expect([again.status, again.body.message]).toEqual([400, expect.stringMatching(/\w/)]);
  });

  test('signs in by phone code five minutes after registering, which removes the unproven password', async () => {
    await her.post('/api/appointments', booking(id, '15:20:00'));
    minutesLater(5);
    const other = new Client();
    expect(await statusOf(other.post('/api/auth/phone/request-otp', { phone: mona.phone }))).toBe(200);
    const otp = await secretIn('code');
    const { body } = await other.post('/api/auth/phone/verify', { phone: mona.phone, otp });
    expect(body.user).toMatchObject({ id, phoneConfirmed: true });
    expect((await other.get(`/api/appointments/user/${id}`)).body).toHaveLength(1);
    expect((await her.get('/api/auth/user')).status, 'older sessions end').toBe(401);
    const login = { username: 'mona', password: mona.password };
    expect(await statusOf(new Client().post('/api/auth/login', login))).toEqual([401, 'wrong_credentials']);
  });
});

describe('a doctor', () => {
  const doctor = new Client();
  let visit = 0;
  let patient = 0;
  beforeEach(async () => {
    await addAccount(t.deps, 'doctor', { role: 'doctor', name: 'Laila Kamal' });
    patient = await addAccount(t.deps, 'mona', { name: 'Mona Samir' });
    const made = { patientId: patient, locationId: 1, serviceId: 1, notes: 'First visit' };
    visit = (await makeAppointment(t.deps.db, { ...made, date: '2027-06-06', time: '15:20:00' })).id;
    await doctor.login('doctor');
  });

  const runs: [string, () => Promise<void>][] = [
    ['at once', async () => undefined],
    ['after an hour', () => hourLater(doctor)],
  ];
  test.each(runs)(
    'sees the clinic, changes status, adds notes, creates patients and appointments %s',
    async (_, wait) => {
      await wait();
      expect((await doctor.get('/api/appointments')).body).toMatchObject([
        { id: visit, notes: 'First visit' },
      ]);
      const people = (await doctor.get('/api/users')).body as Body[];
      expect(people.map(({ role }) => role)).toEqual(['patient']);
      const line = 'Status updated to "attended" by Laila Kamal on Jun 7, 2027 12:00 PM';
      const change = { status: 'attended', notes: `First visit\n\n${line}` };
      const { body } = await doctor.patch(`/api/appointments/${visit}`, change);
      expect(body.status).toBe('attended');
      expect(body.notes.match(/Status updated/g)).toHaveLength(1);
      expect(body.notes).toMatch(/^First visit\n\nStatus updated to "attended" by Laila Kamal on /);
      const noted = `${body.notes}\n\n[Jun 7, 2027 12:01 PM] Blood test`;
      const after = (await doctor.patch(`/api/appointments/${visit}`, { notes: noted })).body.notes as string;
      expect(after.match(/Blood test/g)).toHaveLength(1);
      const newPatient = {
        name: 'Heba Adel',
        username: 'heba.adel7',
        phone: '01012345678',
        secondaryPhone: '',
        email: '',
        password: 'kq7f-m2xa-9tuc',
        role: 'patient',
      };
      const made = await doctor.post('/api/patients', newPatient);
      expect([made.status, made.body.id]).toEqual([201, expect.any(Number)]);
      const booked = await doctor.post('/api/appointments', {
        ...booking(made.body.id, '3:30 PM'),
        status: 'confirmed',
        notes: 'Appointment created by Laila Kamal on Jun 7, 2027 12:00 PM',
      });
      expect([booked.status, booked.body.status, booked.body.appointmentTime]).toEqual([
        201,
        'confirmed',
        '15:30:00',
      ]);
    },
  );
});

describe('an admin', () => {
  const admin = new Client();
  let patient = 0;
  beforeEach(async () => {
    await addAccount(t.deps, 'admin', { role: 'admin', isSuperAdmin: true });
    patient = await addAccount(t.deps, 'mona', { name: 'Mona Samir' });
    await admin.login('admin');
  });

  const bookVisit = async (time: string) => {
    const body = { ...booking(patient, time), status: 'confirmed', notes: 'Created via admin dashboard' };
    const made = await admin.post('/api/appointments', body);
    expect([made.status, made.body.notes]).toEqual([201, 'Created via admin dashboard']);
    return made.body.id as number;
  };
  const branch = {
    name: 'Shobra',
    address: '1 Street',
    phone: '0220000000',
    openHours: 'Sunday - Thursday: 9am - 7pm\nFriday: 9am - 3pm',
    imageUrl: '',
    thumbnailUrl: '',
  };
  const doctor = {
    name: 'Hoda Selim',
    email: 'hoda@example.com',
    phone: '01112345678',
    username: 'hoda',
    password: 'handed over 12',
    role: 'doctor',
  };

  const runs: [string, () => Promise<void>][] = [
    ['at once', async () => undefined],
    ['after an hour', () => hourLater(admin)],
  ];
  test.each(runs)('manages appointments, patients and branches %s', async (_, wait) => {
    await wait();
    const visit = await bookVisit('15:00:00');
    expect((await admin.patch(`/api/appointments/${visit}`, { notes: 'Bring results' })).body.notes).toBe(
      'Bring results',
    );
    const line = 'Status updated to "cancelled" on Jun 7, 2027 12:00 PM';
    const cancelled = await admin.patch(`/api/appointments/${visit}`, { status: 'cancelled', notes: line });
    expect(cancelled.body.notes).toMatch(/^Bring results\n\nStatus updated to "cancelled" by admin on /);
    expect(cancelled.body.notes.match(/Status updated/g)).toHaveLength(1);
    expect((await admin.patch(`/api/appointments/${visit}`, { status: 'pending' })).body.status).toBe(
      'pending',
    );
    expect(await statusOf(admin.delete(`/api/appointments/${visit}`))).toBe(204);

    const made = await admin.post('/api/locations', branch);
    expect(made.status).toBe(201);
    const place = `/api/locations/${made.body.id}`;
    expect((await admin.patch(place, { ...branch, name: 'Shobra el-kheima' })).body.name).toBe(
      'Shobra el-kheima',
    );
    const foreign = await admin.patch(place, { imageUrl: 'https://pictures.example/a.jpg' });
    expect([foreign.status, foreign.body.fields.imageUrl]).toEqual([
      400,
      'Upload the picture: addresses of other sites are not accepted',
    ]);
    expect(await statusOf(admin.delete(place))).toBe(204);

    const newPatient = {
      name: 'Heba Adel',
      username: 'heba',
      phone: '01012345678',
      password: 'kq7f-m2xa-9tuc',
    };
    const { body } = await admin.post('/api/patients', { ...newPatient, role: 'patient' });
    const changed = await admin.patch(`/api/users/${body.id}`, {
      email: 'heba@example.com',
      phone: '01012345679',
    });
    expect(changed.body.email).toBe('heba@example.com');
  });

  test('sees everybody, creates doctors and admins, gives and removes roles', async () => {
    const made = await admin.post('/api/users', doctor);
    expect([made.status, made.body.role]).toEqual([201, 'doctor']);
    const second = {
      ...doctor,
      username: 'second',
      email: '',
      phone: '',
      role: 'admin',
      authProvider: 'local',
    };
    const { body } = await admin.post('/api/users', second);
    const everybody = (await admin.get('/api/users')).body as Body[];
    expect(everybody.map(({ role }) => String(role))).toEqual(
      expect.arrayContaining(['admin', 'admin', 'doctor', 'patient']),
    );
    expect((await admin.patch(`/api/users/${body.id}`, { role: 'user' })).body.role).toBe('user');
    expect((await admin.patch(`/api/users/${patient}`, { role: 'admin' })).body.role).toBe('admin');
    expect(await statusOf(admin.delete(`/api/users/${body.id}`))).toBe(204);
    const own = { currentPassword: testPassword, newPassword: 'a quiet river' };
    expect(await statusOf(admin.post('/api/users/1/change-password', own))).toBe(200);
    expect((await admin.get('/api/auth/user')).status).toBe(200);
  });

  test('creates a doctor, who replaces the password by the specification’s form and works', async () => {
    const { body } = await admin.post('/api/users', doctor);
    const hoda = new Client();
    await hoda.login('hoda', doctor.password);
    expect(await statusOf(hoda.get('/api/appointments'))).toEqual([403, 'new_secret_required']);
    const change = { currentPassword: doctor.password, newPassword: 'her own words 9' };
    expect(await statusOf(hoda.put(`/api/users/${body.id}/password`, change))).toBe(200);
    expect(await statusOf(hoda.get('/api/appointments'))).toBe(200);
  });

  test('needs a fresh sign-in an hour later only for roles and deletions', async () => {
    const visit = await bookVisit('15:00:00');
    await hourLater(admin);
    const roleOf = () => admin.patch(`/api/users/${patient}`, { role: 'admin' });
    const asking = [
      () => admin.post('/api/users', doctor),
      roleOf,
      () => admin.delete(`/api/users/${patient}`),
    ];
    for (const ask of asking) expect(await statusOf(ask())).toEqual([403, 'proof_needed']);
    const user = { ...doctor, username: 'plain', role: 'patient' };
    expect(await statusOf(admin.post('/api/users', user))).toBe(201);
    expect(await statusOf(admin.delete(`/api/appointments/${visit}`))).toBe(204);
    await admin.login('admin');
    expect(await statusOf(admin.post('/api/users', doctor))).toBe(201);
    expect(await statusOf(roleOf())).toBe(200);
  });
});
