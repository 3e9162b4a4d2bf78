import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import type { Import } from '#shared/contract/connections/imports.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { listReachableChannels } from '#shared/domain/messages/contact-channels.ts';
import { workOnImports } from './import-task-actions.ts';
import { purgeImports } from './queries.ts';

/** A Monday noon in June 2027, so the dates in the files (2025 and 2026) are past. */
let t: TestApp;
let admin = { id: 0, cookie: '' };
let branch = 0;
let service = 0;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin' });
  const clinic = await makeClinic(t.deps.db, { rooms: 2 });
  branch = clinic.location.id;
  service = clinic.service.id;
});
afterAll(() => t.close());

const list = (name: string) => readFile(new URL(`../../testing/lists/${name}`, import.meta.url));
const { send, asked, now, rowsOf, sql, checked, run } = createImportSteps(
  () => t,
  () => admin.cookie,
);
const everybody = () => sql(`select name, phone from users where role = 'patient' order by id`);
const visits = () =>
  sql('select patient_id, local_start::text, status, room, notes from appointments order by id');
const usual = () => ({ locationId: branch, serviceId: service });

test('a workbook with merged headings is imported, and faults name the cell and the correction', async () => {
  const id = await checked(await list('libreoffice-merged.xlsx'), usual());
  const found = await now(id);
  expect(found.headings).toEqual([
    'الاسم',
    'رقم التليفون',
    'تاريخ الزيارة',
    'الساعة',
    'فرع',
    'الخدمة',
    'ملاحظات',
  ]);
  expect(found.columns).toEqual(['name', 'phone', 'visitDate', 'visitTime', 'branch', 'service', 'notes']);
  const [fatma, noha, mariam, hoda, dina] = await rowsOf(id);
  expect(fatma).toMatchObject({
    row: 4,
    verdict: 'doubtful',
    why: expect.stringMatching(
      /^Column “فرع”: No branch is called “التجمع”\. Your branches: Nasr City\. Column “الخدمة”: No service/,
    ),
  });
  expect(noha?.verdict).toBe('doubtful');
  expect(mariam).toMatchObject({
    row: 6,
    phone: '0100 000 0011',
    verdict: 'new',
    why: expect.stringMatching(/^A new patient and a visit, .*Nasr City/),
  });
  expect(hoda).toMatchObject({ verdict: 'doubtful', column: 1 });
  expect(hoda?.why).toContain(
    'Column “رقم التليفون”: “0100000005” has 10 digits, an Egyptian mobile has 11.',
  );
  expect(hoda?.why).toContain('Saved in the note of the patient’s file: رقم التليفون: 0100000005');
  expect((await rowsOf(id, 'ar'))[3]?.why).toContain(
    'عمود «رقم التليفون»: «0100000005» ١٠ أرقام، والموبايل المصري ١١ رقمًا.',
  );
  expect(dina).toMatchObject({
    verdict: 'new',
    why: 'A new patient without visits. Saved in the note of the patient’s file: بدون زيارات',
  });
  expect(found.counts).toEqual({ new: 2, same: 0, doubtful: 3, wrong: 0 });
  expect(await everybody()).toEqual([]);

  await asked('PATCH', `/api/imports/${id}`, {
    columns: ['name', 'phone', 'visitDate', 'visitTime', 'leave', 'leave', 'notes'],
  });
  await workOnImports(t.deps);
  expect((await now(id)).counts).toEqual({ new: 4, same: 0, doubtful: 1, wrong: 0 });
  const done = await run(id);
  expect(done).toMatchObject({ state: 'done', patients: 4, visits: 3, left: 0 });
  expect((await everybody()).map(({ name }) => name)).toEqual([
    'فاطمة حسن',
    'نهى عبد الله',
    'مريم عادل محمد',
    'دينا مجدي',
  ]);
  expect((await visits())[0]).toMatchObject({
    local_start: '2025-11-23 17:20:00',
    status: 'attended',
    room: 1,
    notes: 'أول زيارة',
  });
});

test('an import notifies nobody and records every row under the admin', async () => {
  const id = await checked('name,phone,visit date,time\nMona Adel,01000000010,8/6/2027,17:00\n', usual());
  await run(id);
  expect(await sql('select 1 from messages')).toEqual([]);
  const told = await sql(
    `select action, subject, actor_id, after ->> 'import' as import from events where action = 'imported' order by id`,
  );
  expect(told).toEqual([
    { action: 'imported', subject: 'users', actor_id: admin.id, import: String(id) },
    { action: 'imported', subject: 'appointments', actor_id: admin.id, import: String(id) },
  ]);
  const [visit] = await sql('select id, patient_id, status, room from appointments');
  expect(visit).toMatchObject({ status: 'confirmed', room: 1 });
  const history = (await asked('GET', `/api/appointments/${visit?.id}/history`)) as { action: string }[];
  expect(history.map(({ action }) => action)).toEqual(['imported']);
  await asked('GET', `/api/patients/${visit?.patient_id}/timeline`);
});

test('an imported patient is notified by the phone of the list, in the language of her name', async () => {
  await run(await checked('name,phone\nMona Adel,01000000010\nمنى عادل,01000000012\n', usual()));
  const patients = await sql(`select id from users where role = 'patient' order by id`);
  const reached = await Promise.all(patients.map(({ id }) => findRecipient(t.deps.db, Number(id))));
  expect(reached.map((person) => person && [person.locale, listReachableChannels(person)])).toEqual([
    ['en', [{ channel: 'sms', to: '0100 ••• 0010' }]],
    ['ar', [{ channel: 'sms', to: '0100 ••• 0012' }]],
  ]);
});

test('an imported upcoming appointment gets reminders only if requested', async () => {
  const evening = wallToInstant('2027-06-07', '18:00:00');
  const file = (phone: string, time: string) =>
    `name,phone,visit date,time\nMona,${phone},8/6/2027,${time}\n`;
  const reminded = async () => {
    t.setNow(evening);
    await queueReminders(t.deps);
    t.setNow(monday);
    return (await sql('select user_id from messages')).length;
  };
  await run(await checked(file('01000000010', '17:00'), usual()));
  expect(await reminded()).toBe(0);
  await run(await checked(file('01000000011', '17:20'), { ...usual(), remind: true }));
  expect(await reminded()).toBeGreaterThan(0);
});

test('an appointment imported without reminders gets them after it has moved', async () => {
  await run(await checked('name,phone,visit date,time\nMona,01000000010,16/6/2027,17:00\n', usual()));
  const [{ id }] = await sql('select id from appointments');
  const change = async (body: object) => {
    t.setNow(monday);
    await asked('PATCH', `/api/appointments/${id}`, body);
  };
  const reminded = (date: string, time: string) => {
    t.setNow(wallToInstant(date, time));
    return queueReminders(t.deps);
  };
  await change({ appendNote: 'Called.' });
  await change({ status: 'pending' });
  expect(await reminded('2027-06-15', '18:00:00')).toBe(0);
  await change({ appointmentDate: '2027-06-23', appointmentTime: '16:00' });
  expect(await reminded('2027-06-22', '17:00:00')).toBe(1);
});

const twoDoubtful = [
  'name,phone,visit date,time,doctor',
  'Mona Adel,01000000010,16/6/2027,17:00,',
  'Sara Adel,01000000011,17/6/2027,17:00,Heba Salem',
  'Noha Adel,01000000012,15/6/2027,07:00,Heba Salem',
].join('\n');
/** A holiday on 16 June, and an absence of the doctor on 17 June. */
async function saveHolidayAndAbsence(): Promise<void> {
  await asked('PUT', `/api/locations/${branch}/exceptions`, [{ date: '2027-06-16', isClosed: true }]);
  const [{ id: userId }] = await sql(`select id from users where name = 'Heba Salem'`);
  await asked('POST', '/api/absences', { userId, startDate: '2027-06-17', endDate: '2027-06-17' });
}

test('an appointment on a closed day or with an absent doctor is asked about', async () => {
  await makeUser(t.deps.db, { role: 'doctor', name: 'Heba Salem', worksAt: [branch] });
  await saveHolidayAndAbsence();
  const id = await checked(twoDoubtful, { ...usual(), remind: true });
  const shown = async (lang: string) =>
    (await rowsOf(id, lang)).map(({ verdict, question, why }) => [verdict, question, why]);
  expect(await shown('en')).toEqual([
    [
      'doubtful',
      'reading',
      'Column “visit date”: Nasr City is closed on 16 Jun 2027 at 5:00 PM. Choose another time. If you accept, ' +
        'the visit is imported anyway.',
    ],
    [
      'doubtful',
      'reading',
      'Column “doctor”: The doctor is away on 17 Jun 2027 at 5:00 PM. Choose another time, or another doctor. If ' +
        'you accept, the visit is imported anyway.',
    ],
    // A time outside the hours of the week is no reason.
    ['new', null, expect.stringContaining('15 Jun')],
  ]);
  expect((await shown('ar')).map(([, , why]) => why)).toEqual([
    expect.stringContaining('مغلق يوم'),
    expect.stringContaining('الطبيبة غائبة يوم'),
    expect.anything(),
  ]);
  await asked('PATCH', `/api/imports/${id}`, { accepted: ['closed'] });
  await workOnImports(t.deps);
  expect((await rowsOf(id)).map(({ verdict }) => verdict)).toEqual(['new', 'doubtful', 'new']);
  await run(id);
  expect(await visits()).toHaveLength(2);
});

test('an appointment whose day was closed or whose doctor became absent after the check is left out', async () => {
  await makeUser(t.deps.db, { role: 'doctor', name: 'Heba Salem', worksAt: [branch] });
  const id = await checked(twoDoubtful, usual());
  expect((await rowsOf(id)).map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new']);
  await saveHolidayAndAbsence();
  await run(id);
  expect((await rowsOf(id)).map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful', 'new']);
  expect(await visits()).toHaveLength(1);
});

test('a patient who typed the mobile online and did not confirm it is asked about', async () => {
  const phone = '+201000000010';
  const stranger = await makeUser(t.deps.db, { name: 'Mona Adel', phone });
  await makeUser(t.deps.db, { name: 'Dina Magdy', secondaryPhone: '+201000000077' });
  const list = ['name,phone,visit date', 'Mona Adel,0100 000 0010,1/2/2026', 'Dina Magdy,01000000077,'];
  const id = await checked(list.join('\n'), usual());
  const [row, other] = await rowsOf(id);
  expect(row).toMatchObject({
    verdict: 'doubtful',
    question: 'patient',
    why: expect.stringMatching(/^Same name and mobile as HKM-0+\d+, but the number was entered online/),
  });
  expect(other).toMatchObject({ verdict: 'doubtful', question: 'patient' });
  await asked('PATCH', `/api/imports/${id}/rows/2`, { decision: 'another' });
  expect(await run(id)).toMatchObject({ patients: 1, visits: 1 });
  const again = (await rowsOf(await checked(list.join('\n'), usual())))[0];
  expect(again?.verdict).toBe('same');
  expect(again?.why).not.toContain(String(stranger.id));
});

test('an existing patient is matched, a similar one is asked about, and one with the same phone is new', async () => {
  const mona = await makeUser(t.deps.db, {
    name: 'Mona Adel',
    phone: '+201000000010',
    phoneConfirmedAt: monday,
  });
  const id = await checked(
    [
      'name,phone,visit date',
      'Mona Adel,0100 000 0010,1/2/2026',
      'Mona Adel Hassan,01000000010,',
      'Safaa Ibrahim,01000000010,',
      'Dina Magdy,01000000077,',
      'دينا  مجدي,01000000077,',
      'Dina Magdy,01000000077,3/2/2026',
    ].join('\n'),
    usual(),
  );
  const rows = await rowsOf(id);
  expect(rows.map(({ verdict }) => verdict)).toEqual(['same', 'doubtful', 'new', 'new', 'doubtful', 'same']);
  expect(rows[0]?.why).toMatch(/^Your patient HKM-0+\d+\. The visit of .* is added\./);
  expect(rows[1]).toMatchObject({
    question: 'patient',
    why: expect.stringContaining('Same mobile as Mona Adel'),
  });
  expect(rows[4]?.why).toBe(
    'Same mobile as Dina Magdy in row 5, but a slightly different name. Same patient?',
  );
  expect(rows[5]?.why).toMatch(/^Same patient as in row 5: another visit/);
  await asked('PATCH', `/api/imports/${id}/rows/3`, { decision: 'another' });
  await asked('PATCH', `/api/imports/${id}/rows/6`, { decision: 'same' });
  expect((await rowsOf(id)).map(({ verdict }) => verdict)).toEqual([
    'same',
    'new',
    'new',
    'new',
    'same',
    'same',
  ]);
  expect(await run(id)).toMatchObject({ patients: 3, visits: 2, left: 0 });
  expect((await everybody()).map(({ name }) => name)).toEqual([
    'Mona Adel',
    'Mona Adel Hassan',
    'Safaa Ibrahim',
    'Dina Magdy',
  ]);
  expect((await visits()).map(({ patient_id }) => patient_id)).toEqual([mona.id, expect.any(Number)]);
});

test('a row is corrected in place', async () => {
  const id = await checked('name,phone\nHoda,0100000005\n');
  const mended = await asked('PATCH', `/api/imports/${id}/rows/2`, { cells: ['Hoda', '01000000055'] });
  const late = { cells: ['Huda', '01000000055'], seen: ['Hoda', ''] };
  await expect(asked('PATCH', `/api/imports/${id}/rows/2`, late)).rejects.toThrow('409');
  const columns = ['name', 'phone'];
  await expect(asked('PATCH', `/api/imports/${id}`, { columns, seen: ['phone', 'name'] })).rejects.toThrow(
    '409',
  );
  expect(mended).toMatchObject({ verdict: 'new', phone: '0100 000 0055' });
  expect((await now(id)).counts).toEqual({ new: 1, same: 0, doubtful: 0, wrong: 0 });
});

test('importing the same file again adds nothing', async () => {
  const file = 'name,phone,visit date,time\nMona,01000000010,1/2/2026,17:00\nDina,,1/2/2026,18:00\n';
  await run(await checked(file, usual()));
  const [before, seen] = [await everybody(), await visits()];
  const id = await checked(file, usual());
  expect((await rowsOf(id)).map(({ why }) => why)).toEqual([
    'This visit exists already. Nothing is added.',
    expect.stringMatching(/^No mobile here, and HKM-\d+ has the same name/),
  ]);
  expect(await run(id)).toMatchObject({ patients: 0, visits: 0 });
  expect([await everybody(), await visits()]).toEqual([before, seen]);
});

test('a held room is not given to an imported appointment, and other rooms are', async () => {
  const waiting = await makeUser(t.deps.db, {});
  const kept = await t.call('POST', '/api/offers', {
    cookie: admin.cookie,
    body: {
      userId: waiting.id,
      serviceId: service,
      locationId: branch,
      appointmentDate: '2027-06-09',
      appointmentTime: '17:00:00',
      minutes: 600,
    },
  });
  expect(kept.statusCode).toBe(201);
  const lines = ['Mona Adel,01000000010', 'Noha Samir,01000000011'].map((her) => `${her},9/6/2027,17:00`);
  const id = await checked(['name,phone,visit date,time', ...lines].join('\n'), usual());
  expect(await run(id)).toMatchObject({ visits: 1, left: 1 });
  expect(await sql('select room from appointments')).toEqual([{ room: 2 }]);
});

test('a row whose doctor is held or busy is left out with that reason, whatever room is free', async () => {
  const [her] = [await makeUser(t.deps.db, {})];
  const doctor = await makeUser(t.deps.db, { role: 'doctor', name: 'Dr. Sara Nabil' });
  const at = { locationId: branch, serviceId: service, userId: her.id, appointmentDate: '2027-06-09' };
  const kept = { ...at, appointmentTime: '17:00:00', minutes: 600 };
  const { statusCode } = await t.call('POST', '/api/offers', { cookie: admin.cookie, body: kept });
  expect(statusCode).toBe(201);
  await sql('update offers set doctor_id = $1', [doctor.id]);
  const line = (name: string, n: number, time: string, who = 'Dr. Sara Nabil') =>
    `${name},0100000001${n},9/6/2027,${time},${who}`;
  const rows = [line('Mona', 0, '17:00'), line('Hoda', 1, '17:00'), line('Nour', 2, '17:00', '')];
  const others = [line('Dina', 3, '18:00'), line('Salma', 4, '18:00')];
  const id = await checked(['name,phone,visit date,time,doctor', ...rows, ...others].join('\n'), usual());
  expect(await run(id)).toMatchObject({ visits: 2, left: 3 });
  const why = (time: string) => expect.stringContaining(`The doctor is busy on 9 Jun 2027 at ${time}`);
  expect((await rowsOf(id)).map((row) => row.why)).toEqual([
    why('5:00'),
    why('5:00'),
    expect.stringContaining('A new patient and a visit'),
    expect.stringContaining('A new patient and a visit'),
    why('6:00'),
  ]);
});

test('an upcoming appointment needs a free room, a past one does not', async () => {
  const [her] = [await makeUser(t.deps.db, {})];
  for (const room of [1, 2])
    await makeAppointment(t.deps.db, {
      patientId: room === 1 ? her.id : (await makeUser(t.deps.db, {})).id,
      locationId: branch,
      serviceId: service,
      date: '2027-06-08',
      time: '17:00:00',
      room,
    });
  const over = ['A', 'B', 'C'].map(
    (letter) => `${letter} Nabil,0100000002${letter.charCodeAt(0) % 10},1/2/2026,17:00`,
  );
  const coming = ['D', 'E', 'F'].map(
    (letter) => `${letter} Nabil,0100000002${letter.charCodeAt(0) % 10},9/6/2027,17:00`,
  );
  const id = await checked(
    ['name,phone,visit date,time', 'Mona,01000000010,8/6/2027,17:00', ...over, ...coming].join('\n'),
    usual(),
  );
  const [mona] = await rowsOf(id);
  expect(mona?.why).toMatch(/^Column “time”: Every room of Nasr City is taken on .* at 5:00\sPM/);
  expect(await run(id)).toMatchObject({ patients: 5, visits: 5, left: 1 });
  expect(
    (await sql('select room from appointments where local_start < $1 order by id', ['2027-01-01'])).map(
      ({ room }) => room,
    ),
  ).toEqual([1, 2, null]);
  const report = await t.call('GET', `/api/imports/${id}/report`, { cookie: admin.cookie });
  const lines = report.body.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(
    /8 lines = 1 header \+ 0 above it .* \+ 7 rows\. 7 rows = 5 imported or ready \+ 2 left out/,
  );
  expect(lines[1]).toBe('name,phone,visit date,time,Row,What to correct');
  expect(lines.slice(2).map((line) => line.split(',')[0])).toEqual(['Mona', 'F Nabil']);
  expect((await sql(`select count(*)::int as n from users where name in ('F Nabil', '—')`))[0]).toEqual({
    n: 0,
  });
});

test('an undo removes the whole import, and an existing patient is unchanged', async () => {
  const mona = await makeUser(t.deps.db, {
    name: 'Mona Adel',
    phone: '+201000000010',
    phoneConfirmedAt: monday,
  });
  const rows = Array.from(
    { length: 600 },
    (_, i) => `Person ${i},0110000${String(1000 + i)},${1 + (i % 28)}/2/2026`,
  );
  const id = await checked(
    ['name,phone,visit date', 'Mona Adel,01000000010,1/2/2026', ...rows].join('\n'),
    usual(),
  );
  expect(await run(id)).toMatchObject({ state: 'done', patients: 600, visits: 601 });
  await asked('POST', `/api/imports/${id}/undo`);
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'undone', patients: 0, visits: 0, left: 0 });
  expect(await visits()).toEqual([]);
  expect(await everybody()).toEqual([{ name: 'Mona Adel', phone: '+201000000010' }]);
  expect(await sql('select id from users where id = $1 and erased_at is null', [mona.id])).toHaveLength(1);
});

test('a row on which later records depend stays and is reported, the others are removed', async () => {
  const id = await checked('name,phone\nMona,01000000010\nDina,01000000011\n');
  await run(id);
  const [mona] = await sql(`select id from users where name = 'Mona'`);
  await asked('GET', `/api/users/${mona?.id}`);
  await asked('PATCH', `/api/users/${mona?.id}`, { email: 'mona@example.com' });
  await asked('POST', `/api/imports/${id}/undo`);
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'undone', patients: 0, left: 1 });
  expect(await asked('GET', `/api/imports/${id}/rows?verdict=kept`)).toMatchObject([
    { row: 2, name: 'Mona', why: 'Changed, seen or booked since the import.' },
  ]);
  expect(await everybody()).toEqual([{ name: 'Mona', phone: '+201000000010' }]);
});

test('stopping undoes everything, and the import can be started again', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `Person ${i},0110000${String(1000 + i)}`);
  const id = await checked(['name,phone', ...rows].join('\n'));
  await asked('POST', `/api/imports/${id}/run`);
  const { importNextStep: runSome } = await import('./run-actions.ts');
  const { findImport: importWithId } = await import('./queries.ts');
  const work = await importWithId(t.deps.db, id);
  if (work) await runSome(t.deps, work);
  expect(await now(id)).toMatchObject({ state: 'running', progress: 100, patients: 100 });
  await asked('POST', `/api/imports/${id}/stop`);
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'checked', patients: 0, left: 0 });
  expect(await everybody()).toEqual([]);
  expect(await run(id)).toMatchObject({ state: 'done', patients: 300 });
});

test('another process continues after one died, without duplicates', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => `Person ${i},0110000${String(1000 + i)},1/2/2026`);
  const answer = await send(Buffer.from(['name,phone,visit date', ...rows].join('\n')));
  const { id } = answer.json() as Import;
  const { readFile: readList } = { readFile: await import('./read-actions.ts') };
  const { findImport: importWithId } = await import('./queries.ts');
  const work = await importWithId(t.deps.db, id);
  if (work) {
    await readList.readImportFile(t.deps, work);
    await readList.readImportFile(t.deps, work);
  }
  await asked('PATCH', `/api/imports/${id}`, usual());
  await Promise.all([workOnImports(t.deps), workOnImports(t.deps)]);
  expect((await now(id)).counts.new).toBe(600);
  await asked('POST', `/api/imports/${id}/run`);
  await Promise.all([workOnImports(t.deps), workOnImports(t.deps)]);
  expect(await now(id)).toMatchObject({ state: 'done', patients: 600, visits: 600 });
  expect(await everybody()).toHaveLength(600);
});

test('a file that is no list is rejected with the reason, can be read differently, and can be discarded', async () => {
  const { id } = (await send(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]), 'old.xls')).json() as Import;
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({
    state: 'refused',
    refusal: expect.stringContaining('save it as .xlsx'),
  });
  await asked('DELETE', `/api/imports/${id}`);
  expect((await t.call('GET', `/api/imports/${id}`, { cookie: admin.cookie })).statusCode).toBe(404);
  const second = await checked(await list('libreoffice-windows-1256.csv'), { encoding: 'iso-8859-6' });
  expect((await now(second)).headings[0]).not.toBe('الاسم');
  await asked('PATCH', `/api/imports/${second}`, { encoding: 'windows-1256' });
  await workOnImports(t.deps);
  expect(await now(second)).toMatchObject({
    encoding: 'windows-1256',
    columns: expect.arrayContaining(['name', 'phone']),
  });
});

test('importing requires an admin with a recent proof of identity', async () => {
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  expect((await send(Buffer.from('name\nMona\n'), 'a.csv', doctor.cookie)).statusCode).toBe(403);
  const id = await checked('name\nMona\n');
  t.setNow(new Date(monday.getTime() + 16 * 60_000));
  for (const url of [`/api/imports/${id}/run`, `/api/imports/${id}/undo`]) {
    const answer = await t.call('POST', url, { cookie: admin.cookie });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'proof_needed']);
  }
  expect((await send(Buffer.from('name\nMona\n'))).json().code).toBe('proof_needed');
  admin.cookie = await createSession(t, admin.id);
  expect((await run(id)).patients).toBe(1);
});

test('data of rows that were not imported is deleted after some days, also if reading never ends', async () => {
  const done = await checked('name\nMona\n');
  await run(done);
  for (const state of ['reading', 'refused', 'checking', 'checked']) {
    const id = await checked('name\nNoha\n');
    await sql('update imports set state = $2 where id = $1', [id, state]);
  }
  await purgeImports(t.deps.db, new Date(monday.getTime() - 60_000));
  expect(await sql('select 1 from imports')).toHaveLength(5);
  await purgeImports(t.deps.db, new Date(monday.getTime() + 60_000));
  expect(await sql('select id from imports')).toEqual([{ id: done }]);
});

test('data of an erased patient is deleted from the rows', async () => {
  const id = await checked('name,phone\nMona Adel,01000000010\n');
  await run(id);
  const [mona] = await sql(`select id from users where name = 'Mona Adel'`);
  await asked('DELETE', `/api/users/${mona?.id}`);
  expect(await sql('select cells, meant, person, phone from import_rows where import_id = $1', [id])).toEqual(
    [{ cells: [], meant: null, person: null, phone: null }],
  );
});
