import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { render } from '#server/engine/delivery/render.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { testLetterhead } from '#server/testing/letterhead.ts';
import { runBlockedBy } from '#server/testing/locks.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let desk = '';
let mona = 0;
let origin = 0;
let place = { locationId: 0, serviceId: 0 };

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db);
  place = { locationId: location.id, serviceId: service.id };
  await makeUser(deps.db, { role: 'receptionist', username: 'sara' });
  desk = await clinic.signIn('sara');
  mona = (await makeUser(deps.db, { username: 'mona' })).id;
  origin = (
    await makeAppointment(deps.db, { ...place, patientId: mona, date: '2027-06-07', status: 'attended' })
  ).id;
});
afterAll(clinic.close);

const other = async () => (await makeUser(deps.db)).id;
/** Another patient has this time, in the branch's only room. */
const taken = async (date: string, time = '15:00:00') =>
  makeAppointment(deps.db, { ...place, patientId: await other(), date, time });
const rows = async (query: string) => (await deps.database.pool.query(query)).rows;
const plan = async (query: string) =>
  (await call('GET', `/api/appointments/${origin}/follow-ups?${query}`, { cookie: desk })).json();
const book = (visits: { date: string; time: string }[], more: object = {}, key?: string) =>
  call('POST', `/api/appointments/${origin}/follow-ups`, {
    cookie: desk,
    body: { visits, together: true, ...more },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const at = (date: string, time = '15:00:00') => ({ date, time });
const weekly = ['2027-06-14', '2027-06-21', '2027-06-28'];
const inApp = async () =>
  (
    await rows(
      `select template, params from messages where channel = 'app' and user_id = ${mona} order by id`,
    )
  ).map(({ template, params }) => [template, params.n ?? 1]);
const starts = async () =>
  (
    await rows(`select to_char(local_start, 'YYYY-MM-DD HH24:MI') || ' ' || status as at from appointments
      where series_id is not null order by local_start`)
  ).map((row) => row.at);

describe('the plan', () => {
  test('for one appointment in six weeks keeps the time of day', async () => {
    expect(await plan('weeks=6&times=1')).toEqual({
      serviceId: place.serviceId,
      visits: [{ date: '2027-07-19', time: '15:00:00', conflict: null, alternatives: [] }],
    });
  });

  test('shows the conflicts of each time, with the nearest free times', async () => {
    await taken('2027-06-14');
    await makeAppointment(deps.db, {
      ...place,
      patientId: mona,
      date: '2027-06-21',
      time: '14:50:00',
      room: null,
    });
    const closed = { isClosed: true, date: '2027-06-28' };
    const boss = await makeUser(deps.db, { role: 'admin', username: 'boss' });
    await call('PUT', `/api/locations/${place.locationId}/exceptions`, {
      cookie: await clinic.signIn(boss.username ?? ''),
      body: [closed],
    });
    const { visits } = await plan('weeks=1&times=4');
    expect(visits.map(({ conflict }: { conflict: string }) => conflict)).toEqual([
      'taken',
      'patient_busy',
      'closed',
      null,
    ]);
    expect(visits[0].alternatives).toEqual([
      at('2027-06-14', '15:20:00'),
      at('2027-06-14', '15:30:00'),
      at('2027-06-15'),
    ]);
    // No times of her other appointments and no times on the closed day are proposed.
    expect(visits[1].alternatives[0]).toEqual(at('2027-06-21', '15:20:00'));
    expect(visits[2].alternatives).toEqual([at('2027-06-29'), at('2027-06-27'), at('2027-06-30')]);
  });

  test('marks a taken public start as taken', async () => {
    origin = (
      await makeAppointment(deps.db, { ...place, patientId: mona, date: '2027-06-08', time: '15:20:00' })
    ).id;
    await taken('2027-06-15', '15:20:00');
    expect((await plan('weeks=1&times=1')).visits[0].conflict).toBe('taken');
    await rows(`update appointments set local_start = '2027-06-08 15:25' where id = ${origin}`);
    expect((await plan('weeks=1&times=1')).visits[0].conflict).toBe('off_grid');
  });

  test('keeps the doctor, who has no overlapping appointments', async () => {
    const { id: doctorId } = await makeUser(deps.db, { role: 'doctor' });
    await rows(`update appointments set doctor_id = ${doctorId} where id = ${origin}`);
    const elsewhere = await makeLocation(deps.db, { name: 'Giza' });
    const there = { ...place, locationId: elsewhere.id, patientId: await other(), doctorId };
    await makeAppointment(deps.db, { ...there, date: '2027-06-14' });
    const { visits } = await plan('weeks=1&times=2');
    expect(visits.map(({ conflict }: { conflict: string }) => conflict)).toEqual(['doctor_busy', null]);
    expect((await book([at('2027-06-14')])).json().booked).toEqual([]);
    expect((await book([at('2027-06-21')])).json().booked).toMatchObject([{ doctorId }]);
  });

  test('is limited to twelve, and to visible appointments', async () => {
    const ask = (query: string, id = origin) =>
      call('GET', `/api/appointments/${id}/follow-ups?${query}`, { cookie: desk });
    expect((await ask('weeks=1&times=13')).statusCode).toBe(400);
    expect((await ask('weeks=53&times=1')).statusCode).toBe(400);
    expect((await ask('weeks=1&times=1', 99)).statusCode).toBe(404);
    await rows(`insert into locations (name, address, open_hours) values ('Giza', 'Street 1', '9-5')`);
    await rows(`insert into staff_locations (user_id, location_id)
      select u.id, l.id from users u, locations l where u.username = 'sara' and l.name = 'Giza'`);
    const elsewhere = await clinic.signIn('sara');
    const url = `/api/appointments/${origin}/follow-ups`;
    expect((await call('GET', `${url}?weeks=1&times=1`, { cookie: elsewhere })).statusCode).toBe(404);
    const body = { visits: [at('2027-06-14')], together: true };
    expect((await call('POST', url, { cookie: elsewhere, body })).statusCode).toBe(404);
  });
});

describe('booking', () => {
  test('confirms a series in one message, with a history for each appointment', async () => {
    const answer = (await book(weekly.map((date) => at(date)))).json();
    expect(answer.refused).toEqual([]);
    expect(answer.booked).toHaveLength(3);
    expect(new Set(answer.booked.map(({ seriesId }: { seriesId: number }) => seriesId)).size).toBe(1);
    expect(await starts()).toEqual(weekly.map((date) => `${date} 15:00 confirmed`));
    expect(await inApp()).toEqual([['seriesBooked', 3]]);
    expect(await rows(`select action, patient_id from events where subject = 'appointments'`)).toEqual(
      weekly.map(() => ({ action: 'created', patient_id: mona })),
    );
  });

  test('one follow-up sends the usual message', async () => {
    await book([at('2027-07-19')]);
    expect(await inApp()).toEqual([['confirmed', 1]]);
  });

  test('all or none: one taken time books and sends nothing', async () => {
    await taken('2027-06-21');
    const answer = await book(weekly.map((date) => at(date)));
    expect(answer.json()).toMatchObject({
      booked: [],
      refused: [
        { date: '2027-06-21', time: '15:00:00', message: expect.stringContaining('just been taken') },
      ],
    });
    expect(await starts()).toEqual([]);
    expect(await rows('select * from series')).toEqual([]);
    expect(await inApp()).toEqual([]);
  });

  test('books those that are possible, if chosen', async () => {
    await taken('2027-06-21');
    const answer = (
      await book(
        weekly.map((date) => at(date)),
        { together: false },
      )
    ).json();
    expect(answer.booked).toHaveLength(2);
    expect(answer.refused.map(({ date }: { date: string }) => date)).toEqual(['2027-06-21']);
    expect(await inApp()).toEqual([['seriesBooked', 2]]);
  });

  test('repeats of a request, also simultaneous ones, are one booking', async () => {
    await taken('2027-06-21');
    const visits = weekly.map((date) => at(date));
    const ask = () => book(visits, { together: false }, 'k1');
    const answers = [...(await Promise.all([ask(), ask()])), await ask()].map((answer) => answer.json());
    for (const answer of answers) {
      expect(answer.booked.map(({ id }: { id: number }) => id)).toEqual(
        answers[0].booked.map(({ id }: { id: number }) => id),
      );
      expect(answer.refused).toEqual(answers[0].refused);
    }
    expect(await starts()).toHaveLength(2);
    expect(await inApp()).toEqual([['seriesBooked', 2]]);
    expect((await book([at('2027-07-19')], {}, 'k1')).json().code).toBe('idempotency_key_reused');
  });

  test('two at the same time are rejected, because they overlap', async () => {
    const twice = [at('2027-06-14'), at('2027-06-14', '15:10:00')];
    expect((await book(twice)).json().booked).toEqual([]);
    expect(await starts()).toEqual([]);
  });
});

describe('changing a series from one appointment on', () => {
  let ids: number[] = [];
  beforeEach(async () => {
    const { booked } = (await book(weekly.map((date) => at(date)))).json();
    ids = booked.map(({ id }: { id: number }) => id);
  });
  const following = (index: number, body: object) =>
    call('PATCH', `/api/appointments/${ids[index]}/following`, { cookie: desk, body });

  test('moves the second and the third, which takes the second’s old place, in one message', async () => {
    const answer = await following(1, {
      appointmentDate: '2027-06-28',
      appointmentTime: '16:00',
      version: 1,
    });
    expect(answer.json()).toMatchObject([{ id: ids[1] }, { id: ids[2] }]);
    expect(await starts()).toEqual([
      '2027-06-14 15:00 confirmed',
      '2027-06-28 16:00 confirmed',
      '2027-07-05 16:00 confirmed',
    ]);
    expect(await inApp()).toEqual([
      ['seriesBooked', 3],
      ['seriesMoved', 2],
    ]);
  });

  test('names the branch of each in the message if they are at different branches', async () => {
    const giza = await makeLocation(deps.db, { name: 'Giza' });
    await openEveryDay(deps.db, giza.id);
    await call('PATCH', `/api/appointments/${ids[1]}`, { cookie: desk, body: { locationId: giza.id } });
    expect((await following(0, { appointmentTime: '16:00' })).statusCode).toBe(200);
    const [{ params }] = await rows(`select params from messages where template = 'seriesMoved'`);
    expect(params.list.split('\n').map((line: string) => line.includes('Giza'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(params.address).toContain('\nGiza');
    const textIn = (locale: 'en' | 'ar') =>
      render({ locale, template: 'seriesMoved', params, secrets: null }, testLetterhead);
    for (const part of ['short', 'sms'] as const) {
      expect(textIn('en')[part]).toContain('The appointments are at different branches.');
      expect(textIn('ar')[part]).toContain('المواعيد في فروع مختلفة.');
    }
  });

  test('does not speak of different branches if all are at one', async () => {
    expect((await following(0, { appointmentTime: '16:00' })).statusCode).toBe(200);
    const [{ params }] = await rows(`select params from messages where template = 'seriesMoved'`);
    const letter = { locale: 'en', template: 'seriesMoved', params, secrets: null } as const;
    expect(render(letter, testLetterhead).sms).not.toContain('branches');
  });

  test('shows the desk once where the message went, or that it must inform the patient', async () => {
    const notified = (visits: { notified?: object }[]) => visits.map((visit) => visit.notified);
    expect(notified((await following(1, { appointmentTime: '16:00' })).json())).toEqual([[], undefined]);
    await rows(`update users set phone = '+201001230077', phone_confirmed_at = now() where id = ${mona}`);
    const sms = [{ channel: 'sms', to: '0100 ••• 0077' }];
    expect(notified((await following(1, { appointmentTime: '17:00' })).json())).toEqual([sms, undefined]);
    const { booked } = (await book(weekly.map((date) => at(date, '18:00')))).json();
    expect(notified(booked)).toEqual([sms, undefined, undefined]);
    expect(notified((await following(1, { status: 'cancelled' })).json())).toEqual([sms, undefined]);
  });

  test('moves a week later or earlier without conflicts among themselves', async () => {
    await following(0, { appointmentDate: '2027-06-21' });
    expect((await starts()).map((text) => text.slice(0, 10))).toEqual([
      '2027-06-21',
      '2027-06-28',
      '2027-07-05',
    ]);
    await following(0, { appointmentDate: '2027-06-14' });
    expect((await starts()).map((text) => text.slice(0, 10))).toEqual(weekly);
  });

  test('moves nothing if one cannot be moved, and names it', async () => {
    await taken('2027-06-28', '16:00:00');
    const answer = await following(0, { appointmentTime: '16:00' });
    expect(answer.json()).toMatchObject({
      code: 'series_conflict',
      current: [{ date: '2027-06-28', time: '16:00:00' }],
    });
    expect(await starts()).toEqual(weekly.map((date) => `${date} 15:00 confirmed`));
    expect(await inApp()).toEqual([['seriesBooked', 3]]);
  });

  test('cancels from the second on, keeps the first, and stores the reason in each', async () => {
    await following(1, { status: 'cancelled', reason: 'Treatment ended' });
    expect(await starts()).toEqual([
      '2027-06-14 15:00 confirmed',
      '2027-06-21 15:00 cancelled',
      '2027-06-28 15:00 cancelled',
    ]);
    const notes = await rows(`select notes from appointments where status = 'cancelled'`);
    expect(notes.every((row) => row.notes.includes('Treatment ended'))).toBe(true);
    expect((await inApp()).at(-1)).toEqual(['seriesCancelled', 2]);
  });

  test('can change a single one, and the last one changes no other', async () => {
    await call('PATCH', `/api/appointments/${ids[0]}`, { cookie: desk, body: { appointmentTime: '17:00' } });
    await following(2, { status: 'cancelled' });
    expect(await starts()).toEqual([
      '2027-06-14 17:00 confirmed',
      '2027-06-21 15:00 confirmed',
      '2027-06-28 15:00 cancelled',
    ]);
    expect(await inApp()).toEqual([
      ['seriesBooked', 3],
      ['moved', 1],
      ['cancelledByClinic', 1],
    ]);
  });

  test('rejects an old version, an empty request and a contradictory one', async () => {
    expect((await following(0, { status: 'cancelled', version: 7 })).json().code).toBe('stale');
    expect((await following(0, {})).statusCode).toBe(400);
    const both = { status: 'cancelled', appointmentTime: '16:00' };
    expect((await following(0, both)).statusCode).toBe(400);
    await following(0, { status: 'cancelled' });
    expect((await following(0, { appointmentTime: '16:00' })).json().code).toBe('not_movable');
  });
});

describe('a patient with a series', () => {
  let ids: number[] = [];
  let cookie = '';
  beforeEach(async () => {
    const { booked } = (await book(weekly.map((date) => at(date)))).json();
    ids = booked.map(({ id }: { id: number }) => id);
    await makeUser(deps.db, { role: 'admin', worksAt: [place.locationId] });
    cookie = await clinic.signIn('mona');
  });
  const following = (index: number, body: object) =>
    call('PATCH', `/api/appointments/${ids[index]}/following`, { cookie, body });
  const news = async () =>
    (
      await rows(`select template from messages where user_id <> ${mona} and channel = 'app' order by id`)
    ).map(({ template }) => template);

  test('cancels from the second on, is notified once, and the branch of each', async () => {
    expect((await following(1, { status: 'cancelled', version: 1 })).json()).toHaveLength(2);
    expect(await starts()).toEqual([
      '2027-06-14 15:00 confirmed',
      '2027-06-21 15:00 cancelled',
      '2027-06-28 15:00 cancelled',
    ]);
    expect((await inApp()).at(-1)).toEqual(['seriesCancelled', 2]);
    expect(await news()).toEqual(['staffCancelled', 'staffCancelled']);
  });

  test('does not cancel an appointment that the desk moves at that moment', async () => {
    const moved = { appointmentDate: '2027-06-22', appointmentTime: '17:00' };
    const [, answer] = await runBlockedBy(
      deps.database,
      `select from users where id = ${mona} for no key update`,
      () => call('PATCH', `/api/appointments/${ids[1]}`, { cookie: desk, body: moved }),
      () => following(1, { status: 'cancelled', version: 1 }),
    );
    expect(answer.json().code).toBe('stale');
    expect(await starts()).toEqual([
      '2027-06-14 15:00 confirmed',
      '2027-06-22 17:00 confirmed',
      '2027-06-28 15:00 confirmed',
    ]);
  });

  test('moves them to bookable times, all or none, and they are pending again', async () => {
    expect((await following(0, { appointmentTime: '15:40' })).statusCode).toBe(200);
    const moved = weekly.map((date) => `${date} 15:40 pending`);
    expect(await starts()).toEqual(moved);
    expect(await news()).toEqual(['staffMoved', 'staffMoved', 'staffMoved']);
    await taken('2027-06-28', '16:00:00');
    for (const [appointmentTime, code] of [
      ['16:00', 'series_conflict'],
      ['15:50', 'series_conflict'],
    ])
      expect((await following(0, { appointmentTime })).json().code).toBe(code);
    expect(await starts()).toEqual(moved);
  });

  const letters = async () =>
    (
      await rows(`select template, params from messages
        where channel = 'app' and user_id = ${mona} and template like 'seriesMoved%' order by id`)
    ).map(({ template, params }) => ({
      template,
      said: (['en', 'ar'] as const).map(
        (locale) => render({ locale, template, params, secrets: null }, testLetterhead).short,
      ),
    }));

  test('is told until when the moved ones will be confirmed', async () => {
    await following(1, { appointmentTime: '15:40' });
    expect(await letters()).toEqual([
      {
        template: 'seriesMovedByPatient',
        said: [
          expect.stringMatching(/^Held for you: 2 new times, .* The clinic confirms them by \w+ \d/),
          expect.stringMatching(/^محجوز لك موعدان .* سنؤكدهما قبل /),
        ],
      },
    ]);
    await following(0, { appointmentTime: '16:00' });
    expect((await letters()).at(-1)?.said[1]).toMatch(/^محجوز لك ٣ مواعيد .* سنؤكدها قبل /);
  });

  test('is told that the clinic calls first after missed appointments', async () => {
    for (const date of ['2027-06-01', '2027-06-03'])
      await makeAppointment(deps.db, { ...place, patientId: mona, date, status: 'no_show' });
    await rows(`insert into no_shows (appointment_id, marked_at, was)
      select id, local_end + interval '1 hour', 'confirmed' from appointments where status = 'no_show'`);
    const boss = await makeUser(deps.db, { role: 'admin' });
    const body = { noShowsBeforeCall: 2 };
    const put = { cookie: await clinic.signIn(boss.username ?? ''), body };
    expect((await call('PATCH', '/api/settings', put)).statusCode).toBe(200);
    await following(1, { appointmentTime: '15:40' });
    expect((await letters()).map(({ said: [english] }) => english)).toEqual([
      expect.stringMatching(/The branch will call you to confirm them\.$/),
    ]);
  });

  test('gets them confirmed at a branch with automatic confirmation', async () => {
    await rows(`update locations set auto_confirm = true`);
    await rows(`update users set channels = '{sms}', phone = '+201001234567', phone_confirmed_at = now()
      where id = ${mona}`);
    deps.cache.dropAll();
    await following(1, { appointmentTime: '15:40' });
    expect((await starts()).at(-1)).toBe('2027-06-28 15:40 confirmed');
    expect((await letters()).map(({ template }) => template)).toEqual(['seriesMoved']);
  });

  test('cannot change any if the first is after the cut-off, and only her own', async () => {
    clinic.setNow(new Date('2027-06-14T09:00:00Z'));
    cookie = await clinic.signIn('mona');
    expect((await following(0, { status: 'cancelled' })).json()).toMatchObject({ code: 'series_conflict' });
    expect((await following(1, { status: 'cancelled' })).statusCode).toBe(200);
    expect((await following(0, { status: 'confirmed' })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await following(0, { appointmentTime: '16:00', reason: 'x' })).json().code).toBe('forbidden');
    await makeUser(deps.db, { username: 'nour' });
    const nour = await clinic.signIn('nour');
    const foreign = { cookie: nour, body: { status: 'cancelled' } };
    expect((await call('PATCH', `/api/appointments/${ids[0]}/following`, foreign)).statusCode).toBe(404);
    expect((await starts())[0]).toBe('2027-06-14 15:00 confirmed');
  });
});
