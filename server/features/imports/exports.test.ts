import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { receptionWorkbook } from '#server/testing/lists/exports/reception-workbook.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Import } from '#shared/contract/connections/imports.ts';
import type { ReadingDoubt } from '#shared/domain/imports/verdicts.ts';
import { workOnImports } from './import-task-actions.ts';

let t: TestApp;
let admin = { id: 0, cookie: '' };
let usual: object;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin' });
  const { location, service } = await makeClinic(t.deps.db, { rooms: 2 });
  await sql(`update locations set name = 'Nasr City', name_ar = 'مدينة نصر'`);
  await sql(`update services set name = 'Consultation', name_ar = 'كشف'`);
  const doctor = await makeUser(t.deps.db, { role: 'doctor', name: 'Hala Mansour' });
  await sql(`update staff set name_ar = 'هالة منصور' where user_id = $1`, [doctor.id]);
  t.deps.cache.dropAll();
  usual = { locationId: location.id, serviceId: service.id };
});
afterAll(() => t.close());

const { asked, now, rowsOf, sql, checked, run, expectReportToAddUp } = createImportSteps(
  () => t,
  () => admin.cookie,
);
const read = (name: string) => readFile(new URL(`../../testing/lists/exports/${name}`, import.meta.url));

/** Checks that the lines of a file add up. */
function expectToAddUp({ account, total, counts }: Import, lines: number): void {
  if (!account) throw new Error('no account');
  const { breaks, empty, above, headings } = account;
  expect(account.lines).toBe(lines);
  expect(breaks + empty + above + headings + total).toBe(lines);
  expect(counts.new + counts.same + counts.doubtful + counts.wrong).toBe(total);
}

/** Imports a file, with these doubts accepted for all rows, and returns what the clinic has then. */
async function imported(
  name: string | Buffer,
  { lines, accepted = [] }: { lines: number; accepted?: ReadingDoubt[] },
) {
  const id = await checked(typeof name === 'string' ? await read(name) : name, usual);
  const file = await now(id);
  expectToAddUp(file, lines);
  const codes = file.reasons.filter(({ canBeAccepted }) => canBeAccepted).map(({ code }) => code);
  expect(codes.sort()).toEqual([...accepted].sort());
  if (accepted.length > 0) {
    await asked('PATCH', `/api/imports/${id}`, { accepted });
    await workOnImports(t.deps);
  }
  const done = await run(id);
  expect(done).toMatchObject({ state: 'done', left: 0 });
  await expectReportToAddUp(id);
  const patients =
    await sql(`select u.name, u.phone, u.phone2, u.email, f.birth_date::text as born, f.paper_file as file,
      coalesce(f.note, '') as note
    from users u left join patient_files f on f.patient_id = u.id where u.role = 'patient' order by u.id`);
  const visits =
    await sql(`select u.name, to_char(a.local_start, 'YYYY-MM-DD HH24:MI') as at, a.status, a.notes,
      d.name as doctor
    from appointments a join users u on u.id = a.patient_id left join users d on d.id = a.doctor_id
    order by a.local_start, a.id`);
  return { id, file, patients, visits };
}
const person = (name: string, rest: object = {}) => ({
  name,
  phone: null,
  phone2: null,
  email: null,
  born: null,
  file: null,
  note: '',
  ...rest,
});
const visit = (name: string, at: string, rest: object = {}) => ({
  name,
  at,
  status: 'attended',
  notes: '',
  doctor: 'Hala Mansour',
  ...rest,
});

test('Cliniko, patients', async () => {
  const { patients } = await imported('cliniko-patients.csv', { lines: 5 });
  expect(patients).toEqual([
    person('Salma Farid', {
      phone: '+201005550001',
      phone2: '+20223456701',
      email: 'salma.farid@example.test',
      born: '1988-02-01',
      note: 'Notes: Penicillin allergy\nPrefers mornings',
    }),
    person('Nour El Sayed', {
      phone: '+201005550002',
      born: '1995-11-23',
      note: 'Appointment notes: Bring old scans',
    }),
    person('Hala Mostafa', { phone: '+20223456702', email: 'hala@example.test' }),
  ]);
});

test('Cliniko, appointments: times are UTC, flags say who was absent', async () => {
  const { visits } = await imported('cliniko-appointments.csv', { lines: 4 });
  expect(visits).toEqual([
    visit('Salma Farid', '2026-03-05 17:00', { notes: 'First visit' }),
    visit('Nour El Sayed', '2026-07-05 18:00', { status: 'no_show' }),
    visit('Hala Mostafa', '2026-07-07 01:30', { status: 'cancelled', doctor: null }),
  ]);
});

test('SimplePractice, clients: names in three columns, American dates', async () => {
  const { patients, file } = await imported('simplepractice-clients.csv', { lines: 4 });
  expect(file.orders).toEqual({ visitDate: null, birthDate: 'mdy' });
  expect(patients).toEqual([
    person('Mariam Adel Habib', { phone: '+201005550011', email: 'mariam@example.test', born: '1990-03-14' }),
    person('Dina Kamal', {
      phone: '+201005550012',
      phone2: '+20223456711',
      email: 'dina@example.test',
      born: '1985-12-05',
      note: 'Work Phone: 02 2345 6712\nAllergic to latex, told on the phone',
    }),
    person('Rana Saad', { born: '1979-07-01' }),
  ]);
});

test('Easy!Appointments, customers', async () => {
  const { patients } = await imported('easyappointments-customers.csv', { lines: 3 });
  expect(patients).toEqual([
    person('Laila Hosny', {
      phone: '+201005550021',
      email: 'laila@example.test',
      note: 'needs a wheelchair',
    }),
    person('سارة عبد الرحمن', { phone: '+201005550022', phone2: '+20223456721' }),
  ]);
});

test('Easy!Appointments, appointments: a status that we do not have is asked about', async () => {
  const { visits } = await imported('easyappointments-appointments.csv', {
    lines: 4,
    accepted: ['statusUnknown'],
  });
  expect(visits).toEqual([
    visit('Laila Hosny', '2026-02-03 17:20', { status: 'confirmed', notes: 'follow-up of January' }),
    visit('سارة عبد الرحمن', '2026-02-04 18:00', { status: 'cancelled' }),
    visit('سارة عبد الرحمن', '2026-02-05 18:00', { notes: 'status: Rescheduled' }),
  ]);
});

test('OpenEMR, demographics: empty dates, a phone without its zero, a text in the place of an email', async () => {
  const { patients, visits } = await imported('openemr-demographics.csv', { lines: 4 });
  expect(visits).toEqual([]);
  expect(patients).toEqual([
    person('Amal Fouad Naguib', {
      phone: '+201005550031',
      phone2: '+20223456731',
      email: 'amal@example.test',
      born: '1972-09-30',
      file: 'P-1001',
    }),
    person('Yasmin Zaki', { phone: '+201005550032', file: 'P-1002' }),
    person('Test', { phone: '+201005550033', born: '1980-01-01', file: 'P-1003', note: 'email: no mail' }),
  ]);
});

test('Cal.com, bookings: a location that is no branch is asked about', async () => {
  const { visits, patients } = await imported('calcom-bookings.csv', {
    lines: 3,
    accepted: ['branchUnknown'],
  });
  expect(patients.map(({ name, email }) => [name, email])).toEqual([
    ['Farah Tarek', 'farah@example.test'],
    ['Malak Samir', 'malak@example.test'],
  ]);
  const notes = 'Location: In Person';
  expect(visits).toEqual([
    visit('Farah Tarek', '2026-04-02 17:00', { status: 'confirmed', notes, doctor: null }),
    visit('Malak Samir', '2026-04-03 17:20', { status: 'cancelled', notes, doctor: null }),
  ]);
});

test('Acuity, appointments: the start holds day and time, two visits are of one patient', async () => {
  const { visits, patients } = await imported('acuity-appointments.csv', { lines: 5 });
  expect(patients).toEqual([
    person('Jana Mahmoud', { phone: '+201005550051', email: 'jana@example.test' }),
    person('Reem Ashraf', { phone: '+201005550052' }),
  ]);
  expect(visits).toEqual([
    visit('Jana Mahmoud', '2026-03-05 15:00', { notes: 'Asked for a late slot\nComes with her mother' }),
    visit('Jana Mahmoud', '2026-03-12 18:20'),
    visit('Reem Ashraf', '2026-03-13 18:20'),
  ]);
});

test('Google contacts: several numbers in a cell, a birthday without a year', async () => {
  const { patients } = await imported('google-contacts.csv', { lines: 4 });
  expect(patients).toEqual([
    person('Heba Ramzy', {
      phone: '+201005550061',
      phone2: '+20223456761',
      email: 'heba@example.test',
      born: '1991-06-15',
    }),
    person('منى الشريف', {
      phone: '+201005550062',
      phone2: '+201105550063',
      note: 'Phone 2 - Value: 0120 555 0064\nBirthday: --05-14\nحامل في الشهر الرابع',
    }),
    person('Lab Cairo', { phone: '+20223456762' }),
  ]);
});

test('Outlook contacts: an empty date is 0/0/00, the mobile comes first', async () => {
  const { patients } = await imported('outlook-contacts.csv', { lines: 3 });
  expect(patients).toEqual([
    person('Ghada Selim', {
      phone: '+201005550071',
      phone2: '+20223456771',
      email: 'ghada@example.test',
      born: '1983-05-23',
      note: 'Sister of Abeer Selim',
    }),
    person('Abeer M. Selim', { phone: '+201005550072', phone2: '+201105550073' }),
  ]);
});

test('Vezeeta, an Arabic list of visits: weekdays, month names and Arabic digits', async () => {
  const { visits, patients } = await imported('vezeeta-visits.csv', {
    lines: 4,
    accepted: ['serviceUnknown'],
  });
  expect(patients.map(({ name, phone }) => [name, phone])).toEqual([
    ['هبة محمود', '+201005550081'],
    ['نجلاء فوزي', '+201005550082'],
    ['عبير حسن', null],
  ]);
  expect(visits).toEqual([
    visit('هبة محمود', '2026-03-05 17:30'),
    visit('نجلاء فوزي', '2026-03-06 18:00', { status: 'no_show', notes: 'اتصلت واعتذرت' }),
    visit('عبير حسن', '2026-03-07 18:20', { status: 'cancelled', notes: 'نوع الكشف: استشارة' }),
  ]);
});

test('a hospital’s web page named .xls: a birth year, a short phone, a total', async () => {
  const { patients, visits, file } = await imported('hospital.xls', { lines: 6, accepted: ['phoneShort'] });
  expect(file.reasons).toContainEqual({ code: 'total', n: 1, canBeAccepted: false });
  expect(patients).toEqual([
    person('ماجدة عبد العزيز', { phone: '+201005550091', born: '1969-01-12', file: 'H-2001' }),
    person('Nevine Rizk & daughter', { phone: '+201005550092', file: 'H-2002', note: 'Birth Date: 1988' }),
    person('سعاد لطفي', { file: 'H-2003', note: 'Mobile No: 0100555009' }),
  ]);
  expect(visits).toEqual([
    visit('ماجدة عبد العزيز', '2026-03-05 17:30', { notes: 'ضغط مرتفع\nتأخذ مسيلات' }),
    visit('Nevine Rizk & daughter', '2026-03-06 18:00'),
    visit('سعاد لطفي', '2026-03-07 18:20'),
  ]);
});

test('a receptionist’s workbook: two header rows, totals, two numbers in a cell, a visit without a time', async () => {
  const { id, patients, visits, file } = await imported(await receptionWorkbook(), { lines: 11 });
  expect(file.account).toEqual({
    lines: 11,
    breaks: 0,
    empty: 3,
    above: 1,
    headings: 2,
    hiddenSheets: ['قوائم'],
  });
  expect(file.headings).toEqual(['الاسم', 'التليفون', 'التاريخ', 'الساعة', 'نوع الكشف', 'السن', 'ملاحظات']);
  expect(file.reasons).toEqual([{ code: 'total', n: 1, canBeAccepted: false }]);
  expect(patients).toEqual([
    person('فاتن سمير', { phone: '+201005550101', phone2: '+201105550102' }),
    person('إيمان رؤوف', { phone: '+201005550103' }),
    person('سهام فؤاد', { note: 'حساسية من البنسلين' }),
  ]);
  expect(visits).toEqual([
    visit('فاتن سمير', '2026-03-05 17:20', { notes: 'أول زيارة\nتتصل قبلها بيوم', doctor: null }),
    visit('إيمان رؤوف', '2026-03-15 15:00', {
      notes: 'ساعة الزيارة غير مذكورة في القائمة المنقولة',
      doctor: null,
    }),
    visit('فاتن سمير', '2026-03-19 18:00', { doctor: null }),
  ]);
  expect((await rowsOf(id)).map(({ why }) => why)[1]).toContain('The list has no time for this visit; 3:00');
});
