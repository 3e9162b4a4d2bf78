import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { PatientFile, TimelineEntry } from '#shared/contract/patients.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let doctor: SignedIn;
let patient: SignedIn;
let place = { locationId: 0, serviceId: 0 };

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db);
  place = { locationId: location.id, serviceId: service.id };
  doctor = await createSignedInUser(clinic, { role: 'doctor', name: 'Laila Kamal' });
  patient = await createSignedInUser(clinic, { role: 'patient', name: 'Rania Khaled' });
});
afterAll(clinic.close);

const visitOn = (date: string, more: object = {}) =>
  makeAppointment(deps.db, { patientId: patient.id, ...place, date, ...more });
const write = (text: string, appointmentId: number | null = null) =>
  call('POST', `/api/patients/${patient.id}/clinical-notes`, {
    cookie: doctor.cookie,
    body: { text, appointmentId },
  });
const page = async (query = '', as = doctor) => {
  const answer = await call('GET', `/api/patients/${patient.id}/timeline${query}`, { cookie: as.cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  const next = /cursor=([^&>]+)/.exec(String(answer.headers.link ?? ''))?.[1];
  return { entries: answer.json() as TimelineEntry[], next, total: answer.headers['x-total-count'] };
};
const said = (entries: TimelineEntry[]) =>
  entries.map((entry) =>
    entry.kind === 'visit'
      ? `visit ${entry.at.slice(0, 10)}`
      : entry.kind === 'note'
        ? `note ${entry.note.text}`
        : entry.change.action,
  );

test('the timeline has appointments, notes and changes, newest first and page by page', async () => {
  const past = await visitOn('2027-05-03', { status: 'attended' });
  const coming = await visitOn('2027-06-20');
  await write('Of no visit');
  await write('Of the past one', past.id);
  await deps.db.execute(sql`insert into events (at, actor_role, action, subject, subject_id, location_id,
    patient_id) values ('2027-05-01 10:00+03', 'system', 'moved', 'appointments', ${past.id},
    ${place.locationId}, ${patient.id}), ('2027-05-02 10:00+03', 'doctor', 'file_opened', 'users',
    ${patient.id}, null, ${patient.id})`);
  const whole = ['visit 2027-06-20', 'note Of no visit', 'visit 2027-05-03', 'moved'];
  const { entries, total } = await page();
  expect([said(entries), total]).toEqual([whole, '4']);
  expect(entries[2]).toMatchObject({ notes: [{ text: 'Of the past one' }], visit: { id: past.id } });
  const paged: string[] = [];
  let from: string | undefined;
  do {
    const one = await page(`?limit=1${from ? `&cursor=${from}` : ''}`);
    expect([one.entries.length, one.total]).toEqual([1, '4']);
    paged.push(...said(one.entries));
    from = one.next;
  } while (from);
  expect(paged).toEqual(whole);
  expect(coming.id).toBeGreaterThan(0);
  expect(
    (
      await call('GET', `/api/patients/${patient.id}/timeline?cursor=WyJ4Il0`, {
        cookie: doctor.cookie,
      })
    ).statusCode,
  ).toBe(400);
});

test('the search finds appointments and notes in any spelling', async () => {
  const visit = await visitOn('2027-05-03', { notes: 'تطلب تقرير إجازة' });
  await visitOn('2027-05-10');
  await write('Fetal movement good', visit.id);
  await write('أشعة طبيعية');
  expect(said((await page('?q=MOVEMENT')).entries)).toEqual(['visit 2027-05-03']);
  expect(said((await page(`?q=${encodeURIComponent('اجازه')}`)).entries)).toEqual(['visit 2027-05-03']);
  expect(said((await page(`?q=${encodeURIComponent('اشعه')}`)).entries)).toEqual(['note أشعة طبيعية']);
  expect(said((await page('?q=100%25')).entries)).toEqual([]);
  const admin = await createSignedInUser(clinic, { role: 'admin' });
  expect(said((await page('?q=movement', admin)).entries)).toEqual([]);
});

test('a receptionist reads the appointments of her branches and no clinical notes', async () => {
  const elsewhere = await makeLocation(deps.db, { name: 'Maadi' });
  const visit = await visitOn('2027-05-03', { notes: 'Brings the scan' });
  await visitOn('2027-05-10', { locationId: elsewhere.id });
  await write('For doctors', visit.id);
  await write('Of no visit');
  const { id } = await makeUser(deps.db, { role: 'receptionist', worksAt: [place.locationId] });
  const desk = { id, cookie: await createSession(clinic, id) };
  const { entries, total } = await page('', desk);
  expect([said(entries), total]).toEqual([['visit 2027-05-03'], '1']);
  expect(entries[0]).toMatchObject({ visit: { notes: 'Brings the scan' }, notes: [] });
});

test('every staff member changes the facts of a file, and the history only names the fields', async () => {
  await visitOn('2027-05-03', { status: 'attended' });
  await visitOn('2027-05-04', { status: 'no_show' });
  const desk = await createSignedInUser(clinic, { role: 'receptionist' });
  const address = `/api/patients/${patient.id}/file`;
  const facts = { birthDate: '1992-03-12', paperFile: '2218/B' };
  await call('PATCH', address, { cookie: desk.cookie, body: facts });
  const file = (await call('GET', address, { cookie: doctor.cookie })).json() as PatientFile;
  expect(file).toMatchObject({
    ...facts,
    user: { name: 'Rania Khaled' },
    seen: 1,
    missed: 1,
    usualBranch: { name: 'Nasr City' },
  });
  const { rows } = await deps.database.pool.query("select after from events where action = 'user_changed'");
  expect(rows).toEqual([{ after: { fields: ['birthDate', 'paperFile'] } }]);
  const late = await call('PATCH', address, { cookie: desk.cookie, body: { birthDate: '2027-06-08' } });
  expect(late.statusCode).toBe(400);
  const staff = await call('GET', `/api/patients/${doctor.id}/file`, { cookie: doctor.cookie });
  expect(staff.statusCode).toBe(404);
});

test('alerts are shown beside names until they end, and a pregnancy counts its weeks', async () => {
  const other = await createSignedInUser(clinic, { role: 'patient' });
  const add = (body: object) =>
    call('POST', `/api/patients/${patient.id}/alerts`, { cookie: doctor.cookie, body });
  const listed = async () =>
    (
      await call('GET', `/api/patients/alerts?ids=${patient.id},${other.id}`, { cookie: doctor.cookie })
    ).json();
  const allergy = (await add({ kind: 'allergy', text: 'Penicillin' })).json();
  await add({ kind: 'pregnancy', week: 22 });
  expect(allergy).toMatchObject({ kind: 'allergy', text: 'Penicillin', week: null });
  clinic.setNow(new Date(deps.now().getTime() + 14 * 24 * 3_600_000));
  doctor = { ...doctor, cookie: await createSession(clinic, doctor.id) };
  expect(await listed()).toMatchObject([
    { patientId: patient.id, alerts: [{ text: 'Penicillin' }, { kind: 'pregnancy', week: 24 }] },
  ]);
  const end = () =>
    call('DELETE', `/api/patients/${patient.id}/alerts/${allergy.id}`, { cookie: doctor.cookie });
  expect([(await end()).statusCode, (await end()).statusCode]).toEqual([204, 404]);
  expect((await listed())[0].alerts).toHaveLength(1);
  for (const wrong of [{ kind: 'allergy' }, { kind: 'pregnancy', text: 'soon' }, { kind: 'cold', text: 'x' }])
    expect((await add(wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
});
