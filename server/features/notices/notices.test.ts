import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { leaseMessages } from '#server/engine/delivery/lease-queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeService,
  makeUser,
} from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { NoticePreview } from '#shared/contract/desk/notices.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { refreshNoticeMessage } from './actions.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
let branch = 0;
let service = 0;
let desk = '';
let mona: SignedIn;
let salma: SignedIn;

const patient = (name: string, n: number, more: object = {}) =>
  createSignedInUser(clinic, {
    role: 'patient',
    name,
    locale: 'en',
    channels: ['sms'],
    phone: `+20100123456${n}`,
    phoneConfirmedAt: monday,
    ...more,
  });
beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db, { rooms: 4 });
  branch = made.location.id;
  service = made.service.id;
  const walaa = await makeUser(deps.db, { role: 'receptionist', name: 'Walaa', worksAt: [branch] });
  desk = await createSession(clinic, walaa.id);
  mona = await patient('Mona', 1);
  salma = await patient('Salma', 2, {
    locale: 'ar',
    channels: ['sms', 'email'],
    email: 's@example.org',
    emailConfirmedAt: monday,
  });
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const visit = (patientId: number, time: string, more: object = {}) =>
  makeAppointment(deps.db, {
    patientId,
    locationId: branch,
    serviceId: service,
    date: tuesday,
    time,
    ...more,
  });
const audience = () => ({ locationId: branch, from: tuesday, to: tuesday });
const delay = (more: object = {}) => ({ audience: audience(), template: 'delay', minutes: 40, ...more });
const preview = (body: object = delay(), cookie = desk) =>
  call('POST', '/api/notices/preview', { cookie, body });
const shown = async (body: object = delay(), cookie = desk): Promise<NoticePreview> => {
  const answer = await preview(body, cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const send = (expected: number, key = 'first', body: object = delay(), cookie = desk) =>
  call('POST', '/api/notices', { cookie, body: { ...body, expected }, headers: { 'idempotency-key': key } });
const outbox = () =>
  sql(`select user_id as who, channel, locale, template, params ->> 'come' as come from messages
    where template like 'notice%' order by user_id, channel`);

describe('before sending', () => {
  test('the preview has recipients, channels, paid messages, people to call and the text', async () => {
    await visit(mona.id, '15:00:00');
    await visit(salma.id, '15:20:00', { room: 2 });
    await visit(salma.id, '17:00:00');
    const stopped = await patient('Nour', 3, { channels: [] });
    await visit(stopped.id, '16:00:00');
    await visit((await patient('Gone', 4)).id, '16:20:00', { status: 'cancelled' });
    const first = await shown();
    expect(first).toMatchObject({
      people: 3,
      visits: 4,
      ways: { sms: 2, email: 1, whatsapp: 0, push: 0 },
      unreached: [{ id: stopped.id, name: 'Nour', phone: '0100 123 4563' }],
      later: null,
      sample: { name: 'Mona' },
    });
    await patient('Hala', 5, { channels: ['whatsapp'] }).then(({ id }) => visit(id, '16:40:00'));
    expect(await shown()).toMatchObject({ ways: { sms: 2, whatsapp: 1 }, parts: first.parts });
    // An English text with its link fits into two parts; Arabic parts are shorter, so Arabic needs more.
    expect(first.parts).toBeGreaterThan(2);
    expect(first.sample?.en.sms).toContain(
      'we run about 40 minutes late. Please come at 3:40 PM instead of 3:00 PM.',
    );
    expect(first.sample?.ar.sms).toContain('المواعيد متأخرة حوالي ٤٠ دقيقة');
    expect(`${first.sample?.en.text} ${first.sample?.ar.text}`).not.toContain('Gynecological');
    expect(await outbox()).toEqual([]);
    expect(await sql('select 1 from notices')).toEqual([]);
  });

  test('the preview shows which messages wait for the end of quiet hours, except for near appointments', async () => {
    const wednesday = '2027-06-09';
    await visit(mona.id, '09:00:00', { date: wednesday });
    await visit(salma.id, '15:00:00', { date: wednesday });
    // At 02:00 in Cairo no reminder is due; at 06:30 the reminder of a 9 AM appointment is.
    const at = async (instant: string) => {
      clinic.setNow(new Date(instant));
      const cookie = await createSession(
        clinic,
        (await sql("select id from users where name = 'Walaa'"))[0]?.id,
      );
      return (
        await shown(delay({ audience: { locationId: branch, from: wednesday, to: wednesday } }), cookie)
      ).later;
    };
    expect(await at('2027-06-08T23:00:00Z')).toEqual({ people: 2, at: '2027-06-09T02:00:00.000Z' });
    expect(await at('2027-06-09T03:30:00Z')).toEqual({ people: 1, at: '2027-06-09T06:00:00.000Z' });
  });

  test('a text in one language only, or one that names a service, is rejected', async () => {
    await makeService(deps.db, { name: 'Ultrasound', nameAr: 'سونار' });
    deps.cache.dropAll();
    const words = (more: object) => preview({ audience: audience(), template: 'words', ...more });
    expect((await words({ words: 'The lift is out of order' })).json().fields).toHaveProperty('wordsAr');
    const telling = await words({ words: 'Bring your ULTRASOUND pictures', wordsAr: 'المصعد معطل' });
    expect([telling.statusCode, telling.json().fields]).toMatchObject([400, { words: expect.any(String) }]);
    expect(
      (await words({ words: 'The lift stands', wordsAr: 'أحضري السونار' })).json().fields,
    ).toHaveProperty('wordsAr');
    expect((await words({ words: 'The lift stands', wordsAr: 'المصعد معطل' })).statusCode).toBe(200);
  });

  test('a text that needs too many SMS parts is rejected', async () => {
    await visit(mona.id, '16:00');
    const words = (sentence: string) => ({
      audience: audience(),
      template: 'words',
      words: sentence,
      wordsAr: 'أحضري التحاليل',
    });
    const plain = 'Bring your tests. '.repeat(8).trim();
    expect((await preview(words(plain))).statusCode).toBe(200);
    // One character outside the alphabet of text messages halves what a part holds.
    const long = { ...words(`${plain}’`), template: 'entrance' };
    for (const refused of [await preview(long), await send(1, 'long', long)]) {
      expect(refused.statusCode, refused.body).toBe(400);
      expect(refused.json().fields.words).toMatch(/takes 4 text messages; at most 3/);
    }
    expect(await outbox()).toEqual([]);
  });
  test('a delay is about one day', async () => {
    const of = (more: object) => preview(delay({ audience: { locationId: branch, ...more } }));
    for (const days of [{}, { from: tuesday }, { to: tuesday }, { from: tuesday, to: '2027-06-09' }]) {
      const refused = await of(days);
      expect([refused.statusCode, refused.json().fields]).toMatchObject([
        400,
        { 'audience.to': expect.any(String) },
      ]);
    }
    expect((await of({ from: tuesday, to: tuesday })).statusCode).toBe(200);
  });

  test('receptionists write to their branches, doctors and patients to nobody', async () => {
    const giza = await makeLocation(deps.db, { name: 'Giza' });
    await visit(mona.id, '15:00:00', { locationId: giza.id });
    const there = { audience: { locationId: giza.id }, template: 'phone', phone: '0100 123 4567' };
    expect((await preview(there)).json().code).toBe('not_your_branch');
    // Without a branch, the filter covers all of the viewer's branches and no other.
    expect((await shown({ ...there, audience: {} })).people).toBe(0);
    const admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
    expect((await shown(there, admin)).people).toBe(1);
    const doctor = (await createSignedInUser(clinic, { role: 'doctor' })).cookie;
    for (const cookie of [doctor, mona.cookie]) expect((await preview(delay(), cookie)).statusCode).toBe(403);
  });
});

test('a phone number reads from its first digit in both languages', async () => {
  await visit(mona.id, '15:00:00');
  const { sample } = await shown({ audience: audience(), template: 'phone', phone: '0100 200 3000' });
  expect(sample?.en.sms).toContain('0100 200 3000');
  // Groups of Western digits change their order in an Arabic line.
  expect(sample?.ar.sms).toContain('01002003000');
});

describe('after sending', () => {
  test('each recipient has one message in her language and channels, in file and history', async () => {
    await visit(mona.id, '15:00:00');
    await visit(salma.id, '15:20:00');
    await visit(salma.id, '17:00:00');
    const sent = await send(2);
    expect([sent.statusCode, sent.json().people]).toEqual([201, 2]);
    expect(await outbox()).toEqual([
      { who: mona.id, channel: 'app', locale: 'en', template: 'noticeDelay', come: '15:40:00' },
      { who: mona.id, channel: 'sms', locale: 'en', template: 'noticeDelay', come: '15:40:00' },
      { who: salma.id, channel: 'app', locale: 'ar', template: 'noticeDelay', come: '16:00:00' },
      { who: salma.id, channel: 'email', locale: 'ar', template: 'noticeDelay', come: '16:00:00' },
      { who: salma.id, channel: 'sms', locale: 'ar', template: 'noticeDelay', come: '16:00:00' },
    ]);
    const inApp = (await call('GET', '/api/notifications', { cookie: mona.cookie })).json();
    expect(JSON.stringify(inApp)).toContain('40 minutes late');
    const file = (await call('GET', `/api/patients/${mona.id}/timeline`, { cookie: desk })).json();
    expect(file).toContainEqual(
      expect.objectContaining({ kind: 'change', change: expect.objectContaining({ action: 'notice_sent' }) }),
    );
    expect(
      await sql("select patient_id as who, after from events where action = 'notice_sent' order by id"),
    ).toEqual([
      { who: null, after: { notice: 1, template: 'delay', people: 2 } },
      { who: mona.id, after: { notice: 1, template: 'delay' } },
      { who: salma.id, after: { notice: 1, template: 'delay' } },
    ]);
  });

  test('a patient who has arrived gets no message about a delay', async () => {
    await visit(mona.id, '15:00:00');
    const { id } = await visit(salma.id, '15:20:00');
    const arrived = { from: 'expected', to: 'waiting' };
    clinic.setNow(new Date('2027-06-08T12:00:00Z'));
    const cookie = await createSession(
      clinic,
      (await sql("select id from users where name = 'Walaa'"))[0]?.id,
    );
    const step = await call('POST', `/api/arrivals/${id}/stage`, { cookie, body: arrived });
    expect(step.statusCode, step.body).toBe(200);
    expect((await shown(delay(), cookie)).people).toBe(0);
    await visit(mona.id, '16:00:00');
    expect((await shown(delay(), cookie)).sample?.name).toBe('Mona');
  });

  test('a repeated request sends once, and another notice under its key is rejected', async () => {
    await visit(mona.id, '15:00:00');
    const both = await Promise.all([send(1), send(1)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(both[0]?.json()).toEqual(both[1]?.json());
    expect((await send(1)).json()).toEqual(both[0]?.json());
    expect(await outbox()).toHaveLength(2);
    expect((await send(1, 'first', delay({ minutes: 60 }))).json().code).toBe('idempotency_key_reused');
    expect(
      (await call('POST', '/api/notices', { cookie: desk, body: { ...delay(), expected: 1 } })).statusCode,
    ).toBe(400);
  });

  test('recipients who left the filter get nothing, and with additional ones nothing is sent', async () => {
    await visit(mona.id, '15:00:00');
    const hers = await visit(salma.id, '15:20:00');
    expect((await shown()).people).toBe(2);
    await call('PATCH', `/api/appointments/${hers.id}`, { cookie: desk, body: { status: 'cancelled' } });
    expect((await send(2)).json().people).toBe(1);
    expect(new Set((await outbox()).map(({ who }) => who))).toEqual(new Set([mona.id]));
    const nour = await patient('Nour', 3);
    await visit(nour.id, '16:00:00');
    const grown = await send(1, 'second');
    expect([grown.statusCode, grown.json().code]).toEqual([409, 'notice_grew']);
    expect(await sql("select 1 from notices where idempotency_key = 'second'")).toEqual([]);
    await sql("update appointments set status = 'cancelled'");
    expect((await send(1, 'third')).json().code).toBe('notice_empty');
  });

  test('recipients with STOP or an unconfirmed number get it only in the app, and a guardian once', async () => {
    const stopped = await patient('Nour', 3, { channels: [] });
    await visit(stopped.id, '15:00:00');
    const visitor = await makeUser(deps.db, {
      authProvider: 'visitor',
      phone: '+201009999999',
      channels: [],
    });
    await visit(visitor.id, '15:20:00');
    const care = (name: string) =>
      call('POST', `/api/patients/${mona.id}/family`, {
        cookie: mona.cookie,
        body: { name, relation: 'daughter' },
      });
    await care('Laila');
    const family = (await care('Fatma')).json().caresFor.map(({ id }: { id: number }) => id);
    await visit(family[0], '16:00:00');
    await visit(family[1], '16:20:00');
    expect(await shown()).toMatchObject({ people: 3, visits: 4, ways: { sms: 1 } });
    await send(3);
    const left = (await outbox()).filter(({ channel }) => channel !== 'app');
    expect(left).toEqual([expect.objectContaining({ who: mona.id, channel: 'sms' })]);
    // Both patients' files say that it was sent.
    const told = await sql(
      "select patient_id as who from events where action = 'notice_sent' and patient_id is not null",
    );
    expect(told.map(({ who }) => who)).toEqual(expect.arrayContaining(family));
  });

  test('does not name a child whose appointment is cancelled when it passes to her sister at the same time', async () => {
    const care = (name: string) =>
      call('POST', `/api/patients/${mona.id}/family`, {
        cookie: mona.cookie,
        body: { name, relation: 'daughter' },
      });
    await care('Laila');
    const [laila, fatma] = (await care('Fatma')).json().caresFor.map(({ id }: { id: number }) => id);
    const first = await visit(laila, '16:00:00');
    await visit(fatma, '16:00:00', { room: 2 });
    await send(1);
    await sql(`update appointments set status = 'cancelled' where id = ${first.id}`);
    const lease = { now: deps.now(), until: addMilliseconds(deps.now(), 60_000) };
    const [leased] = await leaseMessages(deps.db, lease, 'rest', [{ channel: 'sms', places: 1 }]);
    expect(leased?.params.who).toBe('Laila');
    const passed = await refreshNoticeMessage(deps, leased as KnownMessage);
    expect([passed?.appointmentId === first.id, passed?.params.who]).toEqual([false, undefined]);
  });

  test('a moved appointment gets no notice that was still waiting', async () => {
    const moved = await visit(mona.id, '15:00:00');
    await visit(salma.id, '15:20:00');
    const nour = await patient('Nour', 3);
    const elsewhere = await visit(nour.id, '15:40:00');
    await send(3);
    await call('PATCH', `/api/appointments/${moved.id}`, {
      cookie: desk,
      body: { appointmentTime: '17:00' },
    });
    const giza = await makeLocation(deps.db, { name: 'Giza' });
    await sql(`update appointments set location_id = ${giza.id} where id = ${elsewhere.id}`);
    await clinic.worker().poke();
    const texts = await sql(
      "select user_id as who, state from messages where template = 'noticeDelay' and channel = 'sms' order by 1",
    );
    expect(texts).toEqual([
      { who: mona.id, state: 'skipped' },
      { who: salma.id, state: 'kept' },
      { who: nour.id, state: 'skipped' },
    ]);
  });

  describe('of a guardian whose own appointment is cancelled meanwhile', () => {
    beforeEach(async () => {
      const child = await createSignedInUser(clinic, {
        role: 'patient',
        name: 'Nour',
        authProvider: 'cared',
      });
      await sql(
        `insert into guardians (patient_id, guardian_id, relation) values (${child.id}, ${mona.id}, 'daughter')`,
      );
      await visit(mona.id, '15:00:00');
      await visit(child.id, '17:00:00');
    });
    const cancelFirst = () =>
      call('PATCH', '/api/appointments/1', { cookie: desk, body: { status: 'cancelled' } });

    const words = { template: 'words', words: 'Please use the side door.', wordsAr: 'من الباب الجانبي.' };
    const texts = () =>
      sql(`select user_id as who, appointment_id as visit, params ->> 'location' as branch, state from messages
        where template = 'noticeWords' and channel = 'sms' order by id`);

    test('is sent for her child’s appointment', async () => {
      await send(1, 'words', { audience: audience(), ...words });
      await cancelFirst();
      await clinic.worker().poke();
      expect(await texts()).toMatchObject([{ state: 'kept' }]);
    });

    const postpone = (by: string) =>
      sql(`update appointments set local_start = local_start + interval '${by}',
        local_end = local_end + interval '${by}' where id = 2`);
    const sendForTwoDays = () =>
      send(1, 'days', { ...words, audience: { locationId: branch, from: tuesday, to: '2027-06-09' } });

    test('is sent for her child’s appointment on another day, also after her own would have begun', async () => {
      await postpone('1 day');
      await sendForTwoDays();
      await cancelFirst();
      clinic.setNow(new Date('2027-06-08T15:00:00Z'));
      await sql("update messages set created_at = created_at - interval '30 hours'");
      await clinic.worker().poke();
      expect(await texts()).toMatchObject([{ state: 'kept' }]);
    });

    test('is not sent if her child’s appointment on another day was moved', async () => {
      await postpone('1 day');
      await sendForTwoDays();
      await cancelFirst();
      await postpone('1 hour');
      await clinic.worker().poke();
      expect(await texts()).toMatchObject([{ state: 'skipped' }]);
    });

    describe('and whose child comes to another branch', () => {
      let admin = '';
      let giza = 0;
      beforeEach(async () => {
        giza = (await makeLocation(deps.db, { name: 'Giza' })).id;
        await sql(`update appointments set location_id = ${giza} where id = 2`);
        admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
      });
      const everywhere = { from: tuesday, to: tuesday };
      const calls = async () =>
        (await call('GET', '/api/calls', { cookie: admin }))
          .json()
          .map(({ locationId, words: said }: { locationId: number; words: string }) => [
            locationId,
            said.includes('Giza'),
          ]);

      test('each branch has a notice of its own', async () => {
        const notice = { ...words, audience: everywhere };
        expect(await shown(notice, admin)).toMatchObject({
          people: 1,
          visits: 2,
          ways: { sms: 1 },
          parts: 2,
        });
        expect((await send(1, 'words', notice, admin)).json()).toMatchObject({ people: 1 });
        await cancelFirst();
        await clinic.worker().poke();
        expect(await texts()).toEqual([
          { who: mona.id, visit: 1, branch: expect.not.stringContaining('Giza'), state: 'skipped' },
          { who: mona.id, visit: 2, branch: 'Giza', state: 'kept' },
        ]);
      });

      test('each branch calls her if no message reaches her', async () => {
        await sql(`update users set channels = '{}' where id = ${mona.id}`);
        const notice = { ...words, audience: everywhere };
        expect((await shown(notice, admin)).unreached).toHaveLength(1);
        expect((await send(1, 'words', notice, admin)).json()).toMatchObject({ people: 1, toCall: 1 });
        expect(await calls()).toEqual([
          [branch, false],
          [giza, true],
        ]);
        await cancelFirst();
        expect(await calls()).toEqual([[giza, true]]);
      });
    });

    test('reaches her and her child if the child reads her own messages meanwhile', async () => {
      await send(1, 'words', { ...words, audience: audience() });
      await sql(`update users set auth_provider = 'password', channels = '{sms}', phone = '+201001234568',
        phone_confirmed_at = now() where id = (select patient_id from appointments where id = 2)`);
      await clinic.worker().poke();
      const [{ child }] = await sql('select patient_id as child from appointments where id = 2');
      expect(await texts()).toEqual([
        expect.objectContaining({ who: mona.id, visit: 1, state: 'kept' }),
        expect.objectContaining({ who: mona.id, visit: 2, state: 'skipped' }),
        expect.objectContaining({ who: child, visit: 2, state: 'kept' }),
      ]);
    });

    test('stays on the call list once, with her child’s time', async () => {
      await sql(`update users set channels = '{}' where id = ${mona.id}`);
      await send(1);
      const calls = async () =>
        (await call('GET', '/api/calls', { cookie: desk }))
          .json()
          .map((one: { appointmentTime: string; words: string }) => [
            one.appointmentTime,
            one.words.includes('5:40'),
          ]);
      expect(await calls()).toEqual([['15:00:00', false]]);
      await cancelFirst();
      expect(await calls()).toEqual([['17:00:00', true]]);
      const [{ id }] = await sql('select id from unreached order by id limit 1');
      const body = { about: 'notice', act: 'called', calls: [id + 1] };
      expect((await call('POST', '/api/calls/acts', { cookie: desk, body })).statusCode).toBeLessThan(300);
      expect((await calls()).map(([time]: string[]) => time)).toEqual(['17:00:00']);
    });
  });
});
