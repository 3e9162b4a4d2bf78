import { afterAll, beforeEach, expect, test } from 'vitest';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { addMilliseconds, wallToInstant } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp({ PUBLIC_URL: 'https://hakima.example', RATE_LIMIT: 'on' });
const { call, deps } = clinic;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
});
afterAll(clinic.close);

const phone = '01001234567';
const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const book = async (name: string, appointmentTime: string) => {
  const body = { name, phone, locationId: 1, serviceId: 1, appointmentDate: '2027-06-08', appointmentTime };
  const headers = { 'idempotency-key': appointmentTime.replace(':', '') };
  const { appointment, link } = (await call('POST', '/api/visitor-visits', { body, headers })).json();
  return { id: appointment.id as number, token: link.split('/').at(-1) as string };
};
async function sendCode(): Promise<string> {
  await call('POST', '/api/auth/phone/request-otp', { body: { phone } });
  const [sent] = await sql(
    "select secrets->>'code' as otp from messages where template = 'code' order by id desc limit 1",
  );
  return sent?.otp;
}
async function signInByPhone(name?: string) {
  const body = { phone, otp: await sendCode(), ...(name ? { name } : {}) };
  return (await call('POST', '/api/auth/phone/verify', { body })).json().user as { id: number };
}
const visitsOf = async (id: number) =>
  (await sql(`select id from appointments where patient_id = ${id} order by id`)).map((row) => row.id);

test('appointments booked with a number move to the account that proves it, other names’ do not', async () => {
  const hers = await book('Mona  Samir', '15:20');
  const daughters = await book('Nour Samir', '16:00');
  const mona = await signInByPhone('mona samir');
  expect(await visitsOf(mona.id)).toEqual([hers.id]);
  expect((await call('GET', `/api/links/${hers.token}`)).json().visit).toMatchObject({ version: 2 });
  expect((await call('GET', `/api/links/${daughters.token}`)).json().visit).toMatchObject({ version: 1 });
  expect(await sql("select name from users where auth_provider = 'visitor' order by id")).toEqual([
    { name: '—' },
    { name: 'Nour Samir' },
  ]);
  expect(await sql(`select subject_id from events where action = 'visit_joined'`)).toEqual([
    { subject_id: hers.id },
  ]);
});

test('an account without a name gets appointments of one name only, and takes that name', async () => {
  const hers = await book('Mona', '15:20');
  const again = await book('Mona Samir', '17:00');
  const mona = await signInByPhone();
  expect(await visitsOf(mona.id)).toEqual([hers.id, again.id]);
  expect(mona).toMatchObject({ name: 'Mona Samir' });
});

test('an account without a name gets no appointments of a family’s several names', async () => {
  const unnamed = await signInByPhone();
  await book('Mother One', '15:20');
  await book('Daughter Two', '17:00');
  clinic.setNow(addMilliseconds(deps.now(), 61_000));
  expect(await signInByPhone()).toMatchObject({ id: unnamed.id, name: '0100 123 4567' });
  expect(await visitsOf(unnamed.id)).toEqual([]);
  expect(await sql("select name from users where auth_provider = 'visitor' order by id")).toEqual([
    { name: 'Mother One' },
    { name: 'Daughter Two' },
  ]);
});

test('a new account of a number with several names is asked for the name and gets the appointments under it', async () => {
  await book('Mother One', '15:20');
  const hers = await book('Daughter Two', '17:00');
  const otp = await sendCode();
  const asked = await call('POST', '/api/auth/phone/verify', { body: { phone, otp } });
  expect(asked.statusCode).toBe(400);
  expect(asked.json().fields).toEqual({ name: expect.stringContaining('Several patients') });
  const another = await call('POST', '/api/auth/phone/verify', { body: { phone, otp, name: 'Son Three' } });
  expect(another.json().fields).toEqual({ name: expect.stringContaining('None of the patients') });
  const body = { phone, otp, name: 'daughter two' };
  const { user } = (await call('POST', '/api/auth/phone/verify', { body })).json();
  expect(await visitsOf(user.id)).toEqual([hers.id]);
});

test('confirming the number in the profile does the same, and an overlapping appointment stays', async () => {
  const { id } = await makeUser(deps.db, { username: 'mona', name: 'Mona Samir', phone: '+201001234567' });
  const cookie = await clinic.signIn('mona');
  await sql('update locations set rooms = 2');
  deps.cache.dropAll();
  const other = { userId: id, locationId: 1, service: '1', appointmentDate: '2027-06-08' };
  await call('POST', '/api/appointments', { cookie, body: { ...other, appointmentTime: '15:20' } });
  const busy = await book('Mona Samir', '15:20');
  const free = await book('Mona Samir', '17:00');
  await call('POST', '/api/auth/confirmations', { cookie, body: { channel: 'phone' } });
  const [sent] = await sql("select secrets->>'code' as otp from messages where template = 'confirmPhone'");
  const body = { otp: sent?.otp };
  expect((await call('POST', '/api/auth/confirmations/verify', { cookie, body })).statusCode).toBe(200);
  expect(await visitsOf(id)).toContain(free.id);
  expect(await visitsOf(id)).not.toContain(busy.id);
  expect(await sql("select name from users where auth_provider = 'visitor'")).toEqual([
    { name: 'Mona Samir' },
  ]);
});

test('a signed-in user can add the appointment of a link to her account, and nobody else', async () => {
  const { id, token } = await book('Mona Samir', '15:20');
  const look = async (cookie?: string) =>
    (await call('GET', `/api/links/${token}`, cookie ? { cookie } : {})).json().actions;
  const press = (cookie?: string) =>
    call('POST', `/api/links/${token}`, { body: { action: 'join' }, ...(cookie ? { cookie } : {}) });
  await makeUser(deps.db, { username: 'doctor', role: 'doctor' });
  const mona = await makeUser(deps.db, { username: 'mona', name: 'Mona' });
  const [doctor, cookie] = [await clinic.signIn('doctor'), await clinic.signIn('mona')];
  expect(await look()).toEqual(['move', 'cancel']);
  expect((await press()).json()).toMatchObject({ code: 'not_signed_in' });
  expect((await press(doctor)).statusCode).toBe(400);
  expect(await look(cookie)).toEqual(['move', 'cancel', 'join']);
  expect(await visitsOf(mona.id)).toEqual([]);
  // The second press repeats one whose answer was lost.
  for (let time = 0; time < 2; time++) expect((await press(cookie)).json()).toEqual({ done: 'join' });
  expect(await visitsOf(mona.id)).toEqual([id]);
  expect(await look(cookie)).toEqual(['move', 'cancel']);
});

test.each([
  ['before its reminder', 0, 1],
  ['after its reminder', 1, 0],
])('an appointment that moves to an account %s is reminded of once', async (_, before, after) => {
  await book('Mona Samir', '15:20');
  clinic.setNow(wallToInstant('2027-06-07', '15:25:00'));
  if (before > 0) expect(await queueReminders(deps)).toBe(before);
  await signInByPhone('Mona Samir');
  expect(await queueReminders(deps)).toBe(after);
  clinic.setNow(wallToInstant('2027-06-08', '12:20:00'));
  expect(await queueReminders(deps)).toBe(1);
});

test('an account with its own way to sign in keeps its appointments', async () => {
  const { id } = await book('Mona Samir', '15:20');
  await sql("update users set username = 'mona.samir' where auth_provider = 'visitor'");
  const mona = await signInByPhone('Mona Samir');
  expect(await visitsOf(mona.id)).toEqual([]);
  expect(
    await sql(
      "select a.id from appointments a join users u on u.id = patient_id where username = 'mona.samir'",
    ),
  ).toEqual([{ id }]);
});

test('appointments move to no staff account that proves the number', async () => {
  await book('Mona Samir', '15:20');
  const who = { username: 'mona', name: 'Mona Samir', phone: '+201001234567' };
  const { id } = await makeUser(deps.db, { ...who, role: 'doctor' });
  const cookie = await clinic.signIn('mona');
  await call('POST', '/api/auth/confirmations', { cookie, body: { channel: 'phone' } });
  const [sent] = await sql("select secrets->>'code' as otp from messages where template = 'confirmPhone'");
  const body = { otp: sent?.otp };
  expect((await call('POST', '/api/auth/confirmations/verify', { cookie, body })).statusCode).toBe(200);
  expect(await visitsOf(id)).toEqual([]);
});

test('clinical data of a record without an account moves along with its appointments', async () => {
  const { id } = await book('Mona Samir', '15:20');
  const [visit] = await sql(`select patient_id from appointments where id = ${id}`);
  await makeUser(deps.db, { username: 'doctor', role: 'doctor' });
  const cookie = await clinic.signIn('doctor');
  const body = { kind: 'allergy', text: 'Penicillin' };
  await call('POST', `/api/patients/${visit?.patient_id}/alerts`, { cookie, body });
  const mona = await signInByPhone('Mona Samir');
  expect(await visitsOf(mona.id)).toEqual([id]);
  const alerts = await call('GET', `/api/patients/alerts?ids=${visit?.patient_id}`, { cookie });
  expect(alerts.json()).toMatchObject([{ alerts: [{ text: 'Penicillin' }] }]);
});
