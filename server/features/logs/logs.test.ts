import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ClinicClient } from '#server/engine/db/clinic-pool.ts';
import { sanitizeError } from '#server/engine/db/sanitize-error.ts';
import { leaseMessages, postponeMessage } from '#server/engine/delivery/lease-queries.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { purgeMessages } from '#server/engine/delivery/purge-queries.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';

let t: TestApp;
const { owner } = await testDatabase();
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin', name: 'Amal' });
});
afterAll(() => t.close());

const get = (path: string, cookie = admin.cookie) => t.call('GET', `/api/logs/${path}`, { cookie });
const at = (minutes: number) => new Date(monday.getTime() + minutes * 60_000).toISOString();
const entry = (more: object = {}) => ({
  timestamp: at(-5),
  type: 'button_click',
  page: '/book',
  action: 'Confirm',
  ...more,
});
const report = (logs: object[], cookie?: string) =>
  t.call('POST', '/api/user-interactions', { body: { logs }, ...(cookie ? { cookie } : {}) });
const say = (body: object) =>
  t.call('POST', '/api/message-logs', {
    body: { type: 'info', message: 'Saved', timestamp: at(0), ...body },
  });

test('a batch of interactions is stored completely or not at all', async () => {
  const patient = await createSignedInUser(t, { role: 'patient' });
  expect(
    (
      await report(
        [
          entry(),
          entry({ type: 'navigation', action: 'open', timestamp: at(-1), page: '/ar/book?token=abc#x' }),
        ],
        patient.cookie,
      )
    ).statusCode,
  ).toBe(204);
  expect((await report([entry(), entry({ type: 'no such type' })])).statusCode).toBe(400);
  expect((await report(Array.from({ length: 51 }, () => entry()))).statusCode).toBe(400);
  expect((await report([])).statusCode).toBe(400);
  const log = await get('interactions');
  expect(log.json()).toMatchObject([
    { type: 'navigation', page: '/ar/book', userId: patient.id, at: at(-1) },
    { type: 'button_click', page: '/book', text: 'Confirm' },
  ]);
  expect((await get('interactions?type=navigation')).json()).toHaveLength(1);
  expect((await get(`interactions?userId=${patient.id}`)).json()).toHaveLength(2);
  expect((await get('interactions?userId=999')).json()).toHaveLength(0);
  expect((await get('interactions?q=confirm')).json()).toHaveLength(1);
  expect((await get('interactions?from=2027-06-08')).json()).toHaveLength(0);
  expect((await get('interactions?from=2027-06-07&to=2027-06-07')).json()).toHaveLength(2);
});

test('no log contains a password, code, token, query or typed text', async () => {
  await say({
    message:
      'Reset with /reset-password?token=s3cret-t0ken failed for mona@example.org, code 123456, 0100 123 4567',
  });
  await report([
    entry({
      type: 'user_input',
      action: 'input',
      target: 'notes',
      details: { typed: 'pregnant' },
    }),
    entry({
      details: {
        password: 'hunter2',
        nested: { note: 'x', url: '/x?q=cancer', width: 360 },
        token: 't',
        list: ['a@b.co'],
      },
    }),
    entry({ action: 'Bearer eyJhbGciOiJIUzI1NiJ9abcdefghijkl' }),
  ]);
  const { rows } = await t.deps.database.pool.query('select text, page, details from client_logs');
  const all = JSON.stringify(rows);
  for (const secret of ['s3cret', 'mona', '123456', '4567', 'pregnant', 'hunter2', 'cancer', 'a@b.co', 'eyJ'])
    expect(all, secret).not.toContain(secret);
  expect(all).toContain('"width":360');
  expect(all).toContain('/reset-password');
});

test('entries that waited offline keep their time unless it is implausible', async () => {
  await say({ timestamp: at(-60 * 24) });
  await say({ timestamp: '1970-01-01T00:00:00Z' });
  await say({ timestamp: 'yesterday' });
  expect((await get('client')).json().map((row: { at: string }) => row.at)).toEqual([
    at(0),
    at(0),
    at(-60 * 24),
  ]);
});

test('errors are grouped by cause, regardless of numbers in them', async () => {
  for (const n of [1, 22, 333]) await say({ type: 'error', message: `Slot ${n} could not be read` });
  await report([entry({ type: 'api_error', action: 'GET /api/locations', details: { status: 503 } })]);
  const groups = (await get('errors')).json();
  expect(groups.map((group: { count: number }) => group.count).sort()).toEqual([1, 3]);
  expect((await get('errors?q=slot')).json()).toMatchObject([{ count: 3, sample: { type: 'error' } }]);
});

test('unexpected server errors are counted by type and route, without request data', async () => {
  await owner.query('alter table services rename to services_away');
  t.deps.cache.drop('services');
  const answer = await t.call('GET', '/api/services?token=s3cret');
  await owner.query('alter table services_away rename to services');
  expect(answer.statusCode).toBe(500);
  const [group] = (await get('errors')).json();
  expect(group).toMatchObject({ count: 1, message: 'Error 42P01: GET /api/services' });
  expect(JSON.stringify(group)).not.toContain('s3cret');
});

test('an error is logged without the values of its query', async () => {
  const secret = 'she is expecting';
  const failed = await t.deps.db
    .execute(sql`select ${secret}::text from nowhere`)
    .catch((error: Error) => error);
  const refused = await t.deps.database.pool
    .query(`insert into users (role, name) values ('nobody', '${secret}')`)
    .catch((error: Error) => error);
  for (const error of [failed, refused]) {
    const told = sanitizeError(error as Error);
    expect(told.stack).toContain('at ');
    expect(JSON.stringify(told)).not.toContain(secret);
  }
});

test('a log is paged by time without gaps or duplicates', async () => {
  for (let n = 0; n < 23; n++)
    await report([
      entry({ timestamp: at(-n % 4), type: n % 2 ? 'navigation' : 'table_sort', action: `a${n}` }),
    ]);
  const seen: string[] = [];
  let path = '/api/logs/interactions?limit=5';
  for (let page = 0; page < 10 && path; page++) {
    const answer = await t.call('GET', path, { cookie: admin.cookie });
    expect(answer.headers['x-total-count']).toBe('23');
    seen.push(...answer.json().map((row: { text: string }) => row.text));
    path = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? '';
  }
  expect(seen).toHaveLength(23);
  expect(new Set(seen).size).toBe(23);
});

test('the log of a day is complete, however many older entries of its type exist', async () => {
  await owner.query(`insert into client_logs (at, kind, type, text)
    select '${at(0)}'::timestamptz - make_interval(mins => 5 * i), 'message', 'toast', 'Saved'
    from generate_series(0, 11999) i`);
  await owner.query('analyze client_logs');
  const sent = vi.spyOn(ClinicClient.prototype, 'query');
  const log = await get('client?limit=50&type=toast&from=2027-06-06&to=2027-06-06');
  const asked = sent.mock.calls.filter(([{ text }]) => text?.includes('client_logs'));
  sent.mockRestore();
  expect(log.json()).toHaveLength(50);
  expect(log.headers['x-total-count']).toBe('288');
  expect(asked).toHaveLength(2);
  for (const [{ text }, values] of asked) {
    const { rows } = await owner.query(`explain (analyze, buffers, format json) ${text}`, values);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], text).toBeLessThan(40);
  }
});

const code = {
  channel: 'sms',
  address: '+201001234567',
  locale: 'en',
  template: 'code',
  secrets: { code: '987654' },
  params: { minutes: 5 },
} as const;

test('kept messages show their codes on loopback only', async () => {
  await enqueue(t.deps.db, { ...code, dedupeKey: 'code:1', userId: admin.id });
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  const [kept] = (await get('messages')).json();
  expect(kept).toMatchObject({ state: 'kept', channel: 'sms', recipient: 'Amal', address: '+201001234567' });
  expect(kept.body).toContain('987654');
  const real = await createTestApp({ PUBLIC_URL: 'https://clinic.example', RATE_LIMIT: 'on' });
  const chief = await createSignedInUser(real, { role: 'admin' });
  await enqueue(real.deps.db, { ...code, dedupeKey: 'code:1' });
  const [masked] = (
    await real.call('GET', '/api/logs/messages', { cookie: `__Host-${chief.cookie}` })
  ).json();
  expect(masked.body).toContain('••••••');
  expect(JSON.stringify(masked)).not.toContain('987654');
  await real.close();
});

test('messages are filtered, found by person or address, and sent again once', async () => {
  const mona = await createSignedInUser(t, { role: 'patient', name: 'Mona Adel', email: 'mona@example.org' });
  const letter = { channel: 'email', locale: 'en', template: 'emailChanged' } as const;
  await enqueue(t.deps.db, { ...letter, dedupeKey: 'a', userId: mona.id, address: 'mona@example.org' });
  await enqueue(t.deps.db, { ...letter, dedupeKey: 'b', address: 'stranger@example.org' });
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  expect((await get('messages?q=mona')).json()).toHaveLength(1);
  expect((await get('messages?q=stranger@')).json()).toHaveLength(1);
  expect((await get('messages?state=kept&channel=email')).json()).toHaveLength(2);
  expect((await get('messages?state=sent')).json()).toHaveLength(0);
  const [{ id }] = (await get('messages?q=mona')).json();
  const again = await t.call('POST', `/api/logs/messages/${id}/send-again`, { cookie: admin.cookie });
  expect(again.json()).toMatchObject({ state: 'queued', attempts: 0 });
  expect(
    (await t.call('POST', `/api/logs/messages/${id}/send-again`, { cookie: admin.cookie })).json(),
  ).toMatchObject({
    code: 'not_sendable',
  });
  expect(
    (await t.call('POST', '/api/logs/messages/999/send-again', { cookie: admin.cookie })).statusCode,
  ).toBe(404);
});

test('a kept code can be sent again only while it is valid by the database’s clock', async () => {
  const { pool } = t.deps.database;
  await enqueue(t.deps.db, { ...code, dedupeKey: 'code:1', userId: admin.id });
  const [{ id }] = (await get('messages')).json();
  const sendAgain = async (age: string) => {
    await pool.query(`update messages set state = 'kept', created_at = now() - $1::interval`, [age]);
    return (await t.call('POST', `/api/logs/messages/${id}/send-again`, { cookie: admin.cookie })).json();
  };
  expect(await sendAgain('4 minutes')).toMatchObject({ state: 'queued' });
  expect(await sendAgain('6 minutes')).toMatchObject({ code: 'not_sendable' });
});

test('an outdated message is neither offered nor sent again, with or without text', async () => {
  const { pool } = t.deps.database;
  const params = { date: '2027-06-09', time: '16:00:00', reference: 'A-1', link: '/book' };
  const about = { channel: 'sms', locale: 'en', address: '+201001234567', userId: admin.id } as const;
  await enqueue(t.deps.db, { ...about, template: 'cancelledByClinic', dedupeKey: 'a', params });
  await enqueue(t.deps.db, { ...code, dedupeKey: 'code:1', userId: admin.id });
  const attempt = async (age: string) => {
    await pool.query(`update messages set state = 'kept', created_at = now() - $1::interval`, [age]);
    const before = (days: number) => new Date(Date.now() - days * 86_400_000);
    await purgeMessages(t.deps.db, { secrets: before(3), words: before(30) });
    const shown = (await get('messages')).json();
    const answers = [];
    for (const { id, template, canSendAgain } of shown) {
      const { statusCode } = await t.call('POST', `/api/logs/messages/${id}/send-again`, {
        cookie: admin.cookie,
      });
      answers.push([template, canSendAgain, statusCode]);
    }
    return answers.toSorted(([one], [other]) => one.localeCompare(other));
  };
  expect(await attempt('2 days')).toEqual([
    ['cancelledByClinic', true, 200],
    ['code', false, 422],
  ]);
  const [{ age }] = (
    await pool.query(
      `select extract(day from now() - created_at)::int as age from messages where state = 'queued'`,
    )
  ).rows;
  expect(age).toBe(2);
  for (const late of ['4 days', '31 days'])
    expect(await attempt(late)).toEqual([
      ['cancelledByClinic', false, 422],
      ['code', false, 422],
    ]);
});

test('the audit log says who did what to whom', async () => {
  const mona = await createSignedInUser(t, { role: 'patient', name: 'Mona' });
  const actor = { id: admin.id, role: 'admin', ip: '10.0.0.1', requestId: null } as const;
  await recordEvent(t.deps.db, actor, {
    action: 'moved',
    subject: 'appointments',
    subjectId: 7,
    patientId: mona.id,
    before: { a: 1 },
    after: { a: 2 },
  });
  await recordEvent(t.deps.db, systemActor, {
    action: 'reminded',
    subject: 'notifications',
    patientId: mona.id,
  });
  expect((await get('audit')).json()).toMatchObject([
    { action: 'reminded', actorRole: 'system', actorName: null },
    {
      action: 'moved',
      actorName: 'Amal',
      patientName: 'Mona',
      before: { a: 1 },
      after: { a: 2 },
      subjectId: 7,
      subjectName: 'HKM-000007',
      patientReference: referenceCode('HKM', mona.id),
      ip: '10.0.0.1',
    },
  ]);
  expect((await get('audit?q=hkm-000007')).json()).toHaveLength(mona.id === 7 ? 2 : 1);
  expect((await get(`audit?q=${referenceCode('HKM', mona.id)}`)).json()).toHaveLength(2);
  expect((await get(`audit?actorId=${admin.id}`)).json()).toHaveLength(1);
  expect((await get(`audit?patientId=${mona.id}&action=reminded`)).json()).toHaveLength(1);
  expect((await get('audit?subject=appointments')).json()).toHaveLength(1);
  expect((await get('audit?q=mona')).json()).toHaveLength(2);
  expect((await get('audit?from=2031-01-01')).json()).toHaveLength(0);
  expect((await get('audit?to=2020-01-01')).json()).toHaveLength(0);
  expect((await get('audit?from=2020-01-01&to=2031-01-01')).json()).toHaveLength(2);
});

test('the audit log names written notes without text, and the appointment’s history has the text', async () => {
  const actor = { id: admin.id, role: 'admin', ip: null, requestId: null } as const;
  const about = { subject: 'appointments', subjectId: 7 } as const;
  const images = {
    before: { status: 'pending', notes: 'she is expecting' },
    after: { status: 'pending', notes: 'twins' },
  };
  await recordEvent(t.deps.db, actor, { action: 'changed', ...about, ...images });
  await recordEvent(t.deps.db, actor, {
    action: 'moved',
    ...about,
    before: { notes: 'twins' },
    after: { notes: 'twins' },
  });
  await recordEvent(t.deps.db, actor, { action: 'deleted', ...about, before: { notes: 'twins' } });
  const trail = await get('audit');
  const file = await get('audit/export');
  for (const { body } of [trail, file]) expect(body).not.toMatch(/expecting|twins/);
  expect(trail.json().map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual([
    [{}, null],
    [{}, {}],
    [{ status: 'pending' }, { status: 'pending', notes: '•••' }],
  ]);
  const { rows } = await t.deps.database.pool.query(`select after from events where action = 'changed'`);
  expect(rows[0].after.notes).toBe('twins');
});

test('a download that fails is rejected and not recorded', async () => {
  await owner.query(
    'alter table client_logs rename to logs_away; alter table services rename to services_away',
  );
  const answers = [
    await get('interactions/export'),
    await t.call('GET', '/api/appointments/export?format=csv', { cookie: admin.cookie }),
  ];
  await owner.query(
    'alter table logs_away rename to client_logs; alter table services_away rename to services',
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
  expect((await get('audit?action=exported')).json()).toEqual([]);
});

test('logs are downloaded without executable formulas, and that is recorded', async () => {
  await report([entry({ action: '=HYPERLINK("http://x")' })]);
  const file = await get('interactions/export?from=2027-06-01');
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toBe('attachment; filename="interactions-2027-06-07.csv"');
  expect(file.body).toMatch(/^\ufeffat,type,person,page,text,details\r\n/);
  expect(file.body).toContain(`"'=HYPERLINK`);
  for (const log of ['messages', 'client', 'errors', 'audit'])
    expect((await get(`${log}/export`)).statusCode, log).toBe(200);
  expect((await get('audit?action=exported')).json()).toHaveLength(5);
});

test('a stuck queue and a failing channel raise an alarm', async () => {
  expect((await get('alarms')).json()).toEqual([]);
  for (const n of [1, 2])
    await enqueue(t.deps.db, {
      ...code,
      dedupeKey: `code:${n}`,
      runAt: new Date(monday.getTime() - 3_600_000),
    });
  await t.deps.database.pool.query(
    `update messages set created_at = now() - interval '1 hour', attempts = case dedupe_key when 'code:1' then 3 else 0 end`,
  );
  const [held] = await leaseMessages(
    t.deps.db,
    { now: monday, until: new Date(monday.getTime() + 60_000) },
    'awaited',
    [{ channel: 'sms', places: 1 }],
  );
  if (held) await postponeMessage(t.deps.db, held, { runAt: monday, error: 'the gateway answered 503' });
  expect((await get('alarms')).json()).toMatchObject([
    { kind: 'stuck', channel: null, count: 1 },
    { kind: 'failing', channel: 'sms', count: 1 },
  ]);
});

test('only admins read logs, and reports of strangers are limited', async () => {
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  for (const log of ['messages', 'client', 'interactions', 'errors', 'audit', 'alarms', 'audit/export']) {
    expect((await get(log, doctor.cookie)).statusCode, log).toBe(403);
    expect((await t.call('GET', `/api/logs/${log}`)).statusCode, log).toBe(401);
  }
  expect((await say({ message: 'x'.repeat(20_000) })).statusCode).toBe(413);
  expect((await get('interactions?cursor=nonsense')).statusCode).toBe(400);
  const strict = await createTestApp({ RATE_LIMIT: 'on' });
  const codes = new Set<number>();
  for (let n = 0; n < 125; n++)
    codes.add(
      (await strict.call('POST', '/api/user-interactions', { body: { logs: [entry()] } })).statusCode,
    );
  expect([...codes]).toEqual([204, 429]);
  await strict.close();
});
