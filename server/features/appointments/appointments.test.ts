import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClinicClient } from '#server/engine/db/clinic-pool.ts';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { mapStatuses } from '#shared/domain/visits/appointment-status.ts';
import { mergeCountDeltas } from './count-queries.ts';

const clinic = await createTestApp();
const { owner } = await testDatabase();
const { call, deps } = clinic;
let admin = '';
let mona = 0;
let sara = 0;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  await makeLocation(deps.db, { name: 'Heliopolis', rooms: 2 });
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  mona = (await makeUser(deps.db, { name: 'مُنى أحمد', username: 'mona.a', phone: '+201001234567' })).id;
  sara = (await makeUser(deps.db, { name: 'Sara Ali', username: 'sara' })).id;
  admin = await clinic.signIn('boss');
});
afterAll(clinic.close);

const visit = (date: string, more: object = {}) =>
  makeAppointment(deps.db, { patientId: mona, locationId: 1, serviceId: 1, date, ...more });
const get = (url: string, cookie = admin) => call('GET', url, { cookie });
const ids = async (query: string): Promise<number[]> => {
  const answer = await get(`/api/appointments?${query}`);
  expect(answer.statusCode).toBe(200);
  const found = answer.json().map(({ id }: { id: number }) => id);
  expect(answer.headers['x-total-count']).toBe(String(found.length));
  return found;
};

describe('the list of appointments', () => {
  beforeEach(async () => {
    await visit('2027-06-09');
    await visit('2027-06-08', { time: '16:00:00', status: 'pending' });
    await visit('2027-06-08', { patientId: sara, locationId: 2, status: 'no_show', notes: '=1+1' });
    await visit('2027-05-31', { patientId: sara, status: 'attended' });
  });

  test('is ordered by date, time and id, in both directions', async () => {
    expect(await ids('')).toEqual([4, 3, 2, 1]);
    expect(await ids('sort=-date')).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['status=pending', [2]],
    ['locationId=2', [3]],
    ['locationId=1&status=confirmed', [1]],
    ['locationId=1&from=2027-06-08', [2, 1]],
    ['from=2027-06-08&to=2027-06-08', [3, 2]],
    ['to=2027-05-31', [4]],
    ['from=2027-06-08&status=no_show', [3]],
    ['q=sara', [4, 3]],
    ['q=SA ra', [4, 3]],
    ['q=sa', [4, 3]],
    [`q=${encodeURIComponent('منى احمد')}`, [2, 1]],
    [`q=${encodeURIComponent('٠١٠٠١٢٣')}`, [2, 1]],
    ['q=0100 123', [2, 1]],
    ['q=%2B201001234567', [2, 1]],
    ['q=hkm 1', [1]],
    ['q=1', [1]],
    ['q=1234', [2, 1]],
    ['q=nobody', []],
    ['q=%25', []],
    ['q=sara&status=attended', [4]],
    ['q=%20', [4, 3, 2, 1]],
  ])('is filtered by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
    await mergeCountDeltas(deps.db);
    expect(await ids(query)).toEqual(expected);
  });

  test('returns the newest 500 in order without a limit', async () => {
    await deps.db.execute(sql`
      insert into appointments (patient_id, location_id, service_id, local_start, local_end, status)
      select ${mona}, 1, 1, day, day + interval '20 minutes', 'cancelled'
      from generate_series('2028-01-01 15:00'::timestamp, '2029-12-31 15:00', '1 day') day limit 600`);
    const { headers, json } = await get('/api/appointments');
    const days = json().map(({ appointmentDate }: { appointmentDate: string }) => appointmentDate);
    expect([days.length, days[0], days.at(-1)]).toEqual([500, '2028-04-10', '2029-08-22']);
    expect([headers['x-total-count'], headers.link]).toEqual(['604', undefined]);
  });

  test('finds a patient by her id too', async () => {
    expect(await ids(`q=HKM-${String(sara).padStart(6, '0')}`)).toEqual(expect.arrayContaining([4, 3]));
    expect(await ids(`userId=${sara}`)).toEqual([4, 3]);
  });

  test.each(['', 'q=a', 'locationId=1', 'sort=-date'])(
    'continues page by page with the count (%s)',
    async (query) => {
      const whole = await ids(query);
      const paged: number[] = [];
      let next: string | undefined = `/api/appointments?limit=1&${query}`;
      while (next) {
        const answer = await get(next);
        paged.push(...answer.json().map(({ id }: { id: number }) => id));
        expect(answer.headers['x-total-count']).toBe(String(whole.length));
        next = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      expect(paged).toEqual(whole);
    },
  );

  test('counts and pages matches of more people than are looked up individually', async () => {
    await owner.query(`with made as (insert into users (role, name)
        select 'patient', 'Sara ' || i from generate_series(1, 4001) i returning id)
      insert into appointments (patient_id, location_id, service_id, local_start, local_end, status)
      select id, 1, 1, '2027-06-10 12:00', '2027-06-10 12:20', 'cancelled' from made`);
    const answer = await get('/api/appointments?limit=2&q=sara');
    expect(answer.json().map(({ id }: { id: number }) => id)).toEqual([4, 3]);
    expect(answer.headers['x-total-count']).toBe('4003');
  });

  test('is complete although an appointment disappears between finding and reading', async () => {
    const ask = ClinicClient.prototype.query;
    const spy = vi.spyOn(ClinicClient.prototype, 'query').mockImplementation(async function (
      this: ClinicClient,
      ...asked
    ) {
      const found = await ask.apply(this, asked);
      if (String(asked[0].text).includes('as ids')) {
        spy.mockRestore();
        await ask.apply(this, ['delete from appointments where id = 4']);
      }
      return found;
    });
    const answer = await get('/api/appointments?limit=2');
    expect(answer.json().map(({ id }: { id: number }) => id)).toEqual([3, 2]);
    expect(answer.headers.link).toContain('next');
    expect(answer.headers['x-total-count']).toBe('3');
  });

  test.each([
    'status=banana',
    'locationId=1e3',
    'from=2027-02-30',
    'limit=0',
    'limit=501',
    'cursor=x',
    'cursor=WzEsMl0',
    'sort=name',
    'q=%00',
  ])('rejects %s', async (query) => {
    expect((await get(`/api/appointments?${query}`)).statusCode).toBe(400);
  });

  test('of one person shows the newest first, to herself and to staff', async () => {
    const cookie = await clinic.signIn('sara');
    for (const who of [cookie, admin]) {
      const found = (await get(`/api/appointments/user/${sara}`, who)).json();
      expect(found.map(({ id }: { id: number }) => id)).toEqual([3, 4]);
    }
    expect((await get('/api/appointments/user/999')).statusCode).toBe(404);
  });

  test('is exported as filtered CSV, also in Arabic, without executable formulas', async () => {
    const csv = await get('/api/appointments/export?q=sara&format=csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toMatch(
      /^attachment; filename="appointments-2027-06-07\.csv"$/,
    );
    const [heading, ...lines] = csv.body.slice(1).trim().split('\r\n');
    expect(csv.body.codePointAt(0)).toBe(0xfeff);
    expect(heading).toMatch(/^Appt ID,Patient,/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("'=1+1");
    const arabic = await call('GET', '/api/appointments/export', {
      cookie: admin,
      headers: { 'accept-language': 'ar' },
    });
    expect(arabic.body).toContain('مُنى أحمد');
    expect(arabic.body.split('\r\n')).toHaveLength(6);
    await deps.db.execute(sql`update locations set name_ar = 'مدينة نصر' where id = 1`);
    await deps.db.execute(sql`update services set name_ar = 'استشارة' where id = 1`);
    deps.cache.dropAll();
    const named = await call('GET', '/api/appointments/export', {
      cookie: admin,
      headers: { 'accept-language': 'ar' },
    });
    expect(named.body).toContain('مدينة نصر');
    expect(named.body).toContain('استشارة');
    expect((await get('/api/appointments/export')).body).not.toContain('مدينة نصر');
    const book = await get('/api/appointments/export?format=xlsx&q=sara');
    expect(book.headers['content-type']).toContain('spreadsheetml');
    expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK');
    await makeUser(deps.db, { role: 'doctor', username: 'doctor' });
    expect((await get('/api/appointments/export', await clinic.signIn('doctor'))).statusCode).toBe(403);
  });

  test('has counts for the tiles and the month, before and after folding', async () => {
    clinic.setNow(new Date('2027-06-08T12:30:00Z'));
    const cookie = await clinic.signIn('boss');
    const expected = {
      total: 4,
      upcoming: 2,
      ...mapStatuses(() => 0),
      pending: 1,
      confirmed: 1,
      attended: 1,
      noShow: 1,
    };
    const summary = async (query = '') => (await get(`/api/appointments/summary${query}`, cookie)).json();
    expect(await summary()).toEqual({ ...expected, month: { month: '2027-06', total: 3, future: 2 } });
    await mergeCountDeltas(deps.db);
    expect(await summary('?month=2027-05')).toEqual({
      ...expected,
      month: { month: '2027-05', total: 1, future: 0 },
    });
    await call('DELETE', '/api/appointments/4', { cookie });
    expect(await summary('?month=2027-05')).toMatchObject({ total: 3, attended: 0, month: { total: 0 } });
    await mergeCountDeltas(deps.db);
    expect(await summary()).toMatchObject({ total: 3, attended: 0 });
  });
});

test('the calendar counts every day of whole weeks and names the first three appointments', async () => {
  for (const time of ['16:00:00', '15:00:00', '15:20:00', '17:00:00']) await visit('2027-06-08', { time });
  await visit('2027-06-09', { patientId: sara, locationId: 2 });
  const { days } = (await get('/api/appointments/calendar?month=2027-06')).json();
  expect([days.length, days[0].date, days.at(-1).date]).toEqual([35, '2027-05-30', '2027-07-03']);
  const tuesday = days.find(({ date }: { date: string }) => date === '2027-06-08');
  expect(tuesday.total).toBe(4);
  expect(tuesday.first.map(({ time }: { time: string }) => time)).toEqual([
    '15:00:00',
    '15:20:00',
    '16:00:00',
  ]);
  expect(tuesday.first[0]).toEqual({
    id: 2,
    userId: mona,
    time: '15:00:00',
    patient: 'مُنى أحمد',
    status: 'confirmed',
    room: 1,
    locationId: 1,
  });
  const elsewhere = (await get('/api/appointments/calendar?month=2027-06&locationId=2')).json().days;
  expect(elsewhere.map(({ total }: { total: number }) => total).reduce((a: number, b: number) => a + b)).toBe(
    1,
  );
  expect((await get('/api/appointments/calendar')).statusCode).toBe(400);
});

test('a branch’s day has its hours, rooms and appointments', async () => {
  await visit('2027-06-08');
  await visit('2027-06-09');
  expect((await get('/api/appointments/day?date=2027-06-08&locationId=1')).json()).toMatchObject({
    date: '2027-06-08',
    rooms: 1,
    windows: [{ startTime: '15:00:00', endTime: '19:00:00' }],
    appointments: [{ id: 1 }],
  });
  expect((await get('/api/appointments/day?date=2027-06-08&locationId=9')).statusCode).toBe(404);
});

test('days and months at the limits of the calendar are answered or rejected without a server error', async () => {
  for (const month of ['1901-01', '2198-12'])
    expect((await get(`/api/appointments/calendar?month=${month}`)).statusCode, month).toBe(200);
  for (const month of ['1900-01', '1900-12', '2199-01', '2199-12', '2027-13'])
    expect((await get(`/api/appointments/calendar?month=${month}`)).statusCode, month).toBe(400);
  for (const date of ['1901-01-01', '2198-12-31'])
    expect((await get(`/api/appointments?from=${date}&to=${date}`)).statusCode, date).toBe(200);
  for (const date of ['1900-01-01', '2199-12-31'])
    expect((await get(`/api/appointments?to=${date}`)).statusCode, date).toBe(400);
});

test('a calendar file of an appointment has time and place but neither service nor clinic', async () => {
  await visit('2027-06-08');
  const cookie = await clinic.signIn('mona.a');
  const answer = await get('/api/appointments/1/calendar.ics', cookie);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(answer.body).toContain('SUMMARY:Appointment\r\n');
  expect(answer.body).not.toMatch(/Women|gyn/i);
  expect(answer.body).toContain('DTSTART:20270608T120000Z\r\nDURATION:PT20M\r\n');
  expect(answer.body).toContain('LOCATION:Nasr City\\, 12 Abbas El-Akkad St\r\n');
  expect(answer.body).not.toContain('Gynecological');
  const inArabic = await call('GET', '/api/appointments/1/calendar.ics', {
    cookie,
    headers: { 'accept-language': 'ar' },
  });
  expect(inArabic.body).toContain('مدينة نصر');
  expect(inArabic.body).toContain('SUMMARY:موعد\r\n');
  expect(inArabic.body).not.toMatch(/حكيمة|المرأة/);
  expect((await get('/api/appointments/9/calendar.ics')).statusCode).toBe(404);
});

test('a patient’s file lists every change, newest first and page by page', async () => {
  await visit('2027-06-06');
  await call('PATCH', '/api/appointments/1', { cookie: admin, body: { notes: 'one' } });
  await call('PATCH', '/api/appointments/1', { cookie: admin, body: { status: 'attended' } });
  const first = await get(`/api/users/${mona}/history?limit=1`);
  expect(first.json()).toMatchObject([{ action: 'attended', before: { notes: 'one' }, actorRole: 'admin' }]);
  expect(first.headers['x-total-count']).toBe('2');
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  expect((await get(next)).json()).toMatchObject([{ action: 'changed', after: { notes: 'one' } }]);
  expect((await get(`/api/users/${sara}/history`)).json()).toEqual([]);
  expect((await get('/api/users/999/history')).statusCode).toBe(404);
  expect((await get('/api/appointments/9/history')).statusCode).toBe(404);
});
