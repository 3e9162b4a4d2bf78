import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp({ PUBLIC_URL: 'https://hakima.example', RATE_LIMIT: 'on' });
const { call, deps } = clinic;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
});
afterAll(clinic.close);

const wish = { locationId: 1, serviceId: 1, appointmentDate: '2027-06-08', appointmentTime: '15:20' };
const book = (change: object = {}, key = 'key one') =>
  call('POST', '/api/visitor-visits', {
    body: { name: 'Mona Samir', phone: '01001234567', ...wish, ...change },
    headers: { 'idempotency-key': key.replace(' ', '-') },
  });
const tokenOf = (answer: Awaited<ReturnType<typeof book>>): string => answer.json().link.split('/').at(-1);
const sql = async (text: string) => (await deps.database.pool.query(text)).rows;

test('a visitor books by name and mobile, and her link shows, moves and cancels without being used up', async () => {
  await sql('update locations set auto_confirm = true');
  deps.cache.dropAll();
  const booked = await book();
  expect(booked.statusCode).toBe(201);
  expect(booked.json().appointment).toMatchObject({ status: 'pending' });
  const link = `/api/links/${tokenOf(booked)}`;
  for (let n = 0; n < 3; n++)
    expect((await call('GET', link)).json()).toMatchObject({
      kind: 'keep',
      actions: ['move', 'cancel'],
      visit: { status: 'pending', appointmentTime: '15:20:00', version: 1 },
    });
  expect((await call('GET', link)).body).not.toMatch(/Mona|0100/);
  expect((await call('GET', `${link}/calendar.ics`)).body).toContain('STATUS:TENTATIVE');
  const move = { action: 'move', appointmentDate: '2027-06-09', appointmentTime: '16:00', version: 1 };
  expect((await call('POST', link, { body: move })).json()).toEqual({ done: 'move' });
  const moveAgain = await call('POST', link, { body: move });
  expect(moveAgain.json()).toMatchObject({ code: 'stale' });
  expect(moveAgain.body).not.toMatch(/Mona|0100/);
  expect((await call('GET', link)).json()).toMatchObject({
    visit: { status: 'pending', appointmentDate: '2027-06-09', version: 2 },
  });
  expect((await call('POST', link, { body: { action: 'cancel', version: 2 } })).statusCode).toBe(200);
  expect((await call('GET', link)).json()).toMatchObject({ actions: [], visit: { status: 'cancelled' } });
  expect(await sql(`select count(*)::int as n from messages where channel <> 'app'`)).toEqual([{ n: 0 }]);
  clinic.setNow(new Date('2027-06-10T14:00:00Z'));
  expect((await call('GET', link)).statusCode).toBe(404);
});

test('messages reach a visitor once the desk adds a phone that it knows', async () => {
  await book();
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  const cookie = await clinic.signIn('boss');
  const [{ id }] = await sql(`select id from users where auth_provider = 'visitor'`);
  const read = () => call('GET', `/api/users/${id}`, { cookie });
  expect((await read()).json()).toMatchObject({ unreachable: true });
  const body = { phone: '01055555555' };
  const saved = await call('PATCH', `/api/users/${id}`, { cookie, body });
  expect(saved.json()).toMatchObject({ unreachable: false, channels: ['sms'] });
});

test('after the cut-off the link shows the appointment and changes nothing', async () => {
  const link = `/api/links/${tokenOf(await book())}`;
  clinic.setNow(new Date('2027-06-08T10:00:00Z'));
  expect((await call('GET', link)).json()).toMatchObject({
    actions: ['here'],
    over: 'cutoff',
    visit: { version: 1 },
  });
  const move = { action: 'move', appointmentDate: '2027-06-09', appointmentTime: '16:00' };
  for (const body of [{ action: 'cancel' }, move])
    expect((await call('POST', link, { body })).json()).toMatchObject({ code: 'past_cutoff' });
});

test('after the cut-off the link says that the appointment cannot take place', async () => {
  const link = `/api/links/${tokenOf(await book())}`;
  const doctorId = (await makeUser(deps.db, { role: 'doctor' })).id;
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  await sql(`update appointments set doctor_id = ${doctorId}`);
  clinic.setNow(new Date('2027-06-08T10:00:00Z'));
  const body = { userId: doctorId, startDate: '2027-06-08', endDate: '2027-06-08' };
  await call('POST', '/api/absences', { cookie: await clinic.signIn('boss'), body });
  expect((await call('GET', link)).json()).toMatchObject({ over: 'displaced', actions: [], day: null });
});

test('a repeated booking after a lost answer is one appointment with another link', async () => {
  const [first, again] = [await book(), await book()];
  expect(again.json().appointment).toEqual(first.json().appointment);
  expect(tokenOf(again)).not.toBe(tokenOf(first));
  expect((await call('GET', `/api/links/${tokenOf(again)}`)).statusCode).toBe(200);
  expect(await sql('select count(*)::int as n from appointments')).toEqual([{ n: 1 }]);
  expect((await book({ appointmentTime: '16:00' })).json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test('the answer does not reveal an existing record with the same name and number', async () => {
  await sql(`insert into content_versions (key, body) values ('settings', '{"noShowsBeforeCall": 1}')`);
  deps.cache.dropAll();
  const { id } = (await book()).json().appointment;
  await sql(`update users set reach = '{"calls": false, "hours": null}' where auth_provider = 'visitor'`);
  await sql(`update appointments set local_start = local_start - interval '14 days',
    local_end = local_end - interval '14 days', status = 'no_show' where id = ${id}`);
  await sql(`insert into no_shows (appointment_id, marked_at) select id, local_end from appointments`);
  const hers = await book({ appointmentTime: '16:00' }, 'key two');
  const another = await book({ appointmentTime: '16:20', phone: '01001234568' }, 'key three');
  expect(
    await sql(`select waits_for_call as waits from appointments where status = 'pending' order by id`),
  ).toEqual([{ waits: true }, { waits: false }]);
  const own = ['id', 'reference', 'appointmentTime', 'room', 'createdAt', 'updatedAt'];
  const said = Object.fromEntries(
    Object.entries(hers.json().appointment).filter(([field]) => !own.includes(field)),
  );
  expect(another.json().appointment).toMatchObject(said);
  expect(Object.keys(said).toSorted()).toEqual([
    'appointmentDate',
    'doctor',
    'doctorId',
    'doctorWish',
    'durationMinutes',
    'locationId',
    'locationName',
    'notes',
    'overbooked',
    'seriesId',
    'service',
    'serviceId',
    'status',
    'version',
  ]);
});

test('a number with withdrawn consent gets the usual answer, and nothing is booked for that record', async () => {
  const before = (await book()).json().appointment;
  await sql(`with notice as (insert into content_versions (key, body)
      values ('homepage.privacy', '{"title":"","sections":[]}') returning id)
    insert into consents (user_id, content_id, lang, at_desk, given_at, withdrawn_at)
    select patient_id, notice.id, 'ar', true, now(), now()
    from notice, appointments a where a.id = ${before.id}`);
  const again = await book({ appointmentTime: '16:00' }, 'key two');
  const other = await book({ appointmentTime: '16:20', phone: '01001234568' }, 'key three');
  const shape = (answer: typeof again) => [
    answer.statusCode,
    Object.keys(answer.json().appointment),
    answer.json().appointment.status,
  ];
  expect(shape(again)).toEqual(shape(other));
  expect(
    await sql(`select id from appointments
      where patient_id = (select patient_id from appointments where id = ${before.id})`),
  ).toHaveLength(1);
});

test('at the limit, one booking sent several times at once under one key has one answer', async () => {
  await book({ appointmentTime: '16:00' }, 'first');
  const answers = await Promise.all(Array.from({ length: 5 }, () => book()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().appointment.id)).size).toBe(1);
});

test('a number may have two open appointments, whatever the names, also with simultaneous requests', async () => {
  const times = ['15:20', '15:40', '16:00', '16:20', '16:40'];
  const codes = await Promise.all(
    times.map(
      async (appointmentTime, n) => (await book({ appointmentTime, name: `Name ${n}` }, `k${n}`)).statusCode,
    ),
  );
  expect(codes.filter((code) => code === 201)).toHaveLength(2);
  expect((await book({ appointmentTime: '17:00', name: 'Else' }, 'k9')).json()).toMatchObject({
    code: 'call_to_book',
  });
  expect(await sql("select count(*)::int as n from users where auth_provider = 'visitor'")).toEqual([
    { n: 2 },
  ]);
});

test('one sentence answers whether the hour or the number is full', async () => {
  await sql('update locations set rooms = 8');
  deps.cache.dropAll();
  const told = async (body: object, key: string) => {
    const answer = await book(body, key);
    const { requestId: _, ...said } = answer.json();
    return { status: answer.statusCode, ...said };
  };
  expect((await book()).statusCode).toBe(201);
  const sameHour = await told({}, 'again');
  expect(sameHour).toMatchObject({ status: 422, code: 'call_to_book' });
  expect((await book({ appointmentTime: '16:00' }, 'second')).statusCode).toBe(201);
  expect(await told({ appointmentTime: '17:00' }, 'third')).toEqual(sameHour);
  expect(await told({ appointmentTime: '17:00', name: 'Else' }, 'fourth')).toEqual(sameHour);
});

test('a verified number gets no booking from a stranger, and the answer does not reveal it', async () => {
  const { id } = await makeUser(deps.db, {
    name: 'Mona Samir',
    phone: '+201001234567',
    phoneConfirmedAt: new Date('2027-01-01'),
  });
  const booked = await book();
  expect(booked.statusCode).toBe(201);
  const { id: visit } = booked.json().appointment;
  expect(await sql(`select id from appointments where id = ${visit} and patient_id = ${id}`)).toEqual([]);
});

test('existing appointments of an account or a record made by the desk do not change the answer', async () => {
  await sql('update locations set rooms = 8');
  deps.cache.dropAll();
  const phone = '+201001234567';
  const proved = { phoneConfirmedAt: new Date('2027-01-01') };
  for (const [n, more] of [proved, {}].entries()) {
    const { id } = await makeUser(deps.db, { name: 'Mona Samir', phone, ...more });
    for (const time of ['15:20', '16:00'])
      await sql(`insert into appointments
        (patient_id, location_id, service_id, local_start, local_end, status, room)
        values (${id}, 1, 1, '2027-06-08 ${time}', '2027-06-08 ${time}'::timestamp + interval '20 minutes',
          'confirmed', ${n + 1})`);
  }
  const [hers, nobodys] = [await book(), await book({ phone: '01009999999' }, 'key two')];
  const shape = (answer: typeof hers) => [answer.statusCode, Object.keys(answer.json().appointment)];
  expect(shape(hers)).toEqual(shape(nobodys));
  expect(hers.statusCode).toBe(201);
});

test('a missing key, an invalid number, and a clinic that can send codes cause a rejection', async () => {
  const body = { name: 'Mona', phone: '01001234567', ...wish };
  expect((await call('POST', '/api/visitor-visits', { body })).statusCode).toBe(400);
  expect((await book({ phone: 'no number' })).json().fields).toMatchObject({ phone: expect.any(String) });
  const local = await createTestApp();
  const headers = { 'idempotency-key': 'k' };
  expect((await local.call('POST', '/api/visitor-visits', { body, headers })).statusCode).toBe(403);
  await local.close();
});

test('a time held for a patient cannot be booked by a visitor until it is released', async () => {
  const { id } = await makeUser(deps.db);
  await sql(`insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
    held_until) values (${id}, 1, 1, '2027-06-08 15:20', '2027-06-08 15:40', 1, 'desk', '2027-06-07 10:00Z'
  )`);
  expect((await book()).json()).toMatchObject({ code: 'slot_taken' });
  await sql('update offers set holds = false');
  expect((await book()).statusCode).toBe(201);
});
