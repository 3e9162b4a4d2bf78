import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tables } from '#server/db/tables.ts';
import { workOnImports } from '#server/features/imports/import-task-actions.ts';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import { exampleBody } from '#server/testing/example-values.ts';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';

/** Every write of the hidden owner, as an admin and as a doctor: nothing of it names her to others. */

type OwnersRole = 'admin' | 'doctor';
let t: TestApp;
let owner: SignedIn;
let people: Record<'chief' | 'mona' | 'twin' | 'hala' | 'sara', SignedIn>;
let visits: Record<
  'later' | 'today' | 'waiting' | 'bulk' | 'offered' | 'called' | 'excused' | 'missed',
  number
>;
beforeAll(async () => {
  t = await createTestApp({ OWNER_USERNAME: 'Madam' });
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const hero = {
  title: 'Welcome',
  subtitle: 'To us',
  description: 'We are open.',
  ctaText: 'Book',
  ctaLink: '/book',
};
const privacy = { title: 'Privacy', titleAr: null, sections: [] };

/** One of everything that a member of staff may change. */
async function fillClinic(role: OwnersRole): Promise<void> {
  const { db } = t.deps;
  const person = (more: Parameters<typeof createSignedInUser>[1]) => createSignedInUser(t, more);
  people = {
    chief: await person({ role: 'admin', isSuperAdmin: true, name: 'Amal' }),
    mona: await person({ role: 'patient', name: 'Mona', phone: '+201001234567', channels: ['sms'] }),
    twin: await person({ role: 'patient', name: 'Mona', phone: '+201001234567' }),
    hala: await person({ role: 'doctor', name: 'Hala' }),
    sara: await person({ role: 'receptionist', name: 'Sara' }),
  };
  owner = await person({ role, username: 'madam', name: 'Zubaida Owner' });
  await db.execute(sql`insert into staff (user_id) values (${owner.id})`);
  const { location, service } = await makeClinic(db, { rooms: 5 });
  const patientId = people.mona.id;
  const visit = async (date: string, time = '16:00:00', more: object = {}) =>
    (
      await makeAppointment(db, {
        patientId,
        locationId: location.id,
        serviceId: service.id,
        date,
        time,
        ...more,
      })
    ).id;
  visits = {
    later: await visit('2027-06-21'),
    today: await visit('2027-06-07'),
    waiting: await visit('2027-06-07', '15:00:00'),
    bulk: await visit('2027-06-21', '17:00:00'),
    offered: await visit('2027-06-23'),
    called: await visit('2027-06-23', '17:00:00'),
    excused: await visit('2027-06-01', '16:00:00', { status: 'no_show' }),
    missed: await visit('2027-06-02', '16:00:00', { status: 'no_show' }),
  };
  await db.execute(sql`insert into arrivals (appointment_id, location_id, day, ticket, arrived_at)
    values (${visits.waiting}, 1, '2027-06-07', 101, '2027-06-07T08:30:00Z')`);
  for (const id of [visits.excused, visits.missed])
    await db.execute(sql`insert into no_shows (appointment_id, marked_at) values (${id}, now())`);
  await db.execute(sql`insert into disruptions (location_id, local_from, local_to, cause)
    values (1, '2027-06-23 00:00', '2027-06-24 00:00', 'hours')`);
  for (const [id, at] of [
    [visits.offered, '2027-06-23 16:00'],
    [visits.called, '2027-06-23 17:00'],
  ])
    await db.execute(sql`insert into displaced (disruption_id, appointment_id, patient_id, location_id, local_start)
      values (1, ${id}, ${patientId}, 1, ${at})`);
  await db.execute(sql`insert into notices (created_at, idempotency_key, asked) values (now(), 'n', 'n')`);
  await db.execute(sql`insert into unreached (notice_id, patient_id, appointment_id, location_id, local_start)
    values (1, ${patientId}, ${visits.later}, 1, '2027-06-21 16:00')`);
  await db.execute(sql`insert into contact_messages (name, email, message, locale)
    values ('Mona', 'mona@example.com', 'A question', 'en')`);
  await db.execute(sql`insert into content_versions (key, body) values
    ('homepage.privacy', ${JSON.stringify(privacy)}), ('homepage.hero', ${JSON.stringify(hero)})`);
}

/** Bodies that say more than examples made of the contract. */
function bodiesFor(): Record<string, object> {
  const { mona, twin, hala } = people;
  const time = { appointmentDate: '2027-06-24', appointmentTime: '15:00:00' };
  const booking = { userId: mona.id, locationId: 1, service: '1', serviceId: 1, ...time };
  const absence = {
    userId: hala.id,
    startDate: '2027-07-01',
    endDate: '2027-07-02',
    reason: 'A congress',
  };
  const week = Array.from({ length: 7 }, (_, dayOfWeek) => ({
    dayOfWeek,
    startTime: '09:00:00',
    endTime: '21:00:00',
  }));
  const words = { template: 'words', words: 'We moved.', wordsAr: 'انتقلنا.' };
  const account = { password: 'a quiet river', phone: '0100 123 4599' };
  const draft = { text: 'Health', appointmentId: null, corrects: null, key: 'one', revision: 0 };
  return {
    'POST /api/appointments': booking,
    'PATCH /api/appointments/:id': { status: 'confirmed', appendNote: 'Called her.' },
    'PATCH /api/appointments/:id/following': { status: 'cancelled' },
    'POST /api/appointments/:id/follow-ups': {
      visits: [{ date: '2027-07-05', time: '15:00' }],
      together: true,
    },
    'POST /api/appointments/bulk-status': { ids: [visits.bulk], status: 'cancelled' },
    'POST /api/offers': { ...booking, appointmentTime: '16:00' },
    'POST /api/offers/wishes': {
      userId: mona.id,
      serviceId: 1,
      fromDate: '2027-07-10',
      toDate: '2027-07-20',
      locationIds: [1],
    },
    'POST /api/arrivals': { locationId: 1, userId: mona.id },
    'POST /api/arrivals/:id/place': { before: null, reason: 'She asked for it.' },
    'POST /api/arrivals/:id/stage': { from: 'expected', to: 'waiting' },
    'POST /api/patients/:id/clinical-notes': { text: 'Healthy.', appointmentId: visits.later, shared: true },
    'PUT /api/clinical-notes/:id/sharing': { shared: true },
    'PUT /api/patients/:id/note-draft': draft,
    'POST /api/patients/:id/alerts': { kind: 'other', text: 'Penicillin' },
    'PATCH /api/patients/:id/file': { note: 'Comes with her mother.' },
    'POST /api/merges': { keptId: mona.id, goneId: twin.id, take: [] },
    'PUT /api/merges/duplicates': { oneId: mona.id, otherId: twin.id, verdict: 'same' },
    'POST /api/contact-messages/:id/answer': { answer: 'We will call you.' },
    'POST /api/disruptions/:id/acts': {
      act: 'called',
      visits: [{ appointmentId: visits.called }],
      said: 'Fine.',
    },
    'POST /api/disruptions/offers': {
      visits: [{ appointmentId: visits.offered, time: { locationId: 1, ...time, doctorId: null } }],
    },
    'POST /api/calls/acts': { act: 'called', about: 'notice', calls: [1], said: 'She will come.' },
    'PUT /api/no-shows/:id/excuse': { reason: 'The bridge was closed.' },
    'POST /api/notices': { audience: { locationId: 1 }, ...words, expected: 50 },
    'PUT /api/homepage/:section': hero,
    'POST /api/locations': { name: 'Zamalek', address: 'Street 1' },
    'PATCH /api/locations/:id': { landmark: 'Beside the bridge' },
    'PUT /api/locations/:id/schedules': week.map((row) => ({ ...row, isAvailable: true })),
    'PUT /api/locations/:id/duties': [{ ...week[1], userId: hala.id }],
    'PUT /api/locations/:id/hours': { duties: [{ ...week[2], userId: hala.id }] },
    'POST /api/locations/:id/hours-preview': { exceptions: [] },
    'PATCH /api/services/:id': { description: 'For all' },
    'POST /api/absences': absence,
    'POST /api/absences/preview': absence,
    'POST /api/screens': { locationId: 1, kind: 'screen' },
    'POST /api/staff': { name: 'Dina', username: 'dina', role: 'doctor', ...account },
    'PATCH /api/staff/:id': { title: 'Front desk' },
    'PUT /api/staff/me': { homeLocationId: 1 },
    'POST /api/users': { name: 'Salma', username: 'salma', role: 'patient', ...account },
    'PATCH /api/users/:id': { locale: 'ar' },
    'POST /api/api-keys': { name: 'Laboratory', scopes: ['locations.read'], days: 30, perMinute: 60 },
    'PATCH /api/imports/:id': { remind: false },
    'PATCH /api/imports/:id/rows/:row': { cells: ['Sara', '01000000078'] },
    'POST /api/privacy/:id/consents': { version: 0, lang: 'en' },
    'POST /api/notifications/subscriptions': {
      endpoint: 'https://fcm.googleapis.com/fcm/send/one',
      keys: { p256dh: 'B', auth: 'A' },
    },
    'DELETE /api/notifications/subscriptions': { endpoint: 'https://fcm.googleapis.com/fcm/send/one' },
  };
}

/** Records that only the deletions name, because the other writes need theirs. */
const deletedIds = (): Record<string, number> => ({
  '/api/users/:id': people.twin.id,
  '/api/locations/:id': 2,
  '/api/services/:id': 2,
  '/api/appointments/:id': visits.bulk,
  '/api/no-shows/:id': visits.missed,
});

function idIn({ method, path }: EndpointSpec): number {
  const deleted = method === 'DELETE' ? deletedIds()[path] : undefined;
  if (deleted !== undefined) return deleted;
  if (/^\/api\/(users|patients|privacy|appointments\/user|merges\/of)\b/.test(path)) return people.mona.id;
  if (/^\/api\/staff\/:id\b/.test(path)) return people.sara.id;
  if (/^\/api\/arrivals\b/.test(path)) return path.endsWith('place') ? visits.waiting : visits.today;
  if (/^\/api\/no-shows\b/.test(path)) return visits.excused;
  return /^\/api\/appointments\b/.test(path) ? visits.later : 1;
}

const address = (spec: EndpointSpec): string =>
  spec.path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'id') return String(idIn(spec));
    if (name === 'section') return 'hero';
    if (name === 'log') return 'audit';
    if (name === 'row') return '2';
    return name === 'version' && spec.path.includes('homepage') ? '2' : '1';
  });

async function write(spec: EndpointSpec, body: object | undefined): Promise<boolean> {
  const { cookie } = owner;
  const answer = spec.binaryBody
    ? await t.app.inject({
        method: 'POST',
        url: `${spec.path}?name=old.csv`,
        payload: 'Name,Mobile\nSara,01000000077\n',
        headers: { 'content-type': 'text/csv', cookie },
      })
    : await t.call(spec.method, address(spec), {
        cookie,
        headers: { 'idempotency-key': endpointName(spec).replaceAll(' ', '-') },
        ...(spec.method === 'DELETE' && !body ? {} : { body: body ?? exampleBody(spec) }),
      });
  expect(answer.statusCode, endpointName(spec)).toBeLessThan(500);
  if (/^\/api\/imports\b/.test(spec.path)) await workOnImports(t.deps);
  return answer.statusCode < 300;
}

const readers = () => [people.chief, people.mona, people.hala, people.sara];
const read = async (path: string, { cookie }: SignedIn) => (await t.call('GET', path, { cookie })).body;

/** The replies to others and the tables that name her. */
async function placesThatNameHer(): Promise<string[]> {
  const found: string[] = [];
  for (const spec of endpoints.filter(({ method }) => method === 'GET')) {
    const query = spec.query ? `?patientId=${people.mona.id}&locationId=1&date=2027-06-07` : '';
    for (const [i, reader] of readers().entries())
      if (/zubaida|madam/i.test(await read(address(spec) + query, reader)))
        found.push(`${endpointName(spec)} to ${i}`);
  }
  for (const table of Object.values(tables).map(getTableName)) {
    if (table === 'users') continue;
    const { rows } = await t.deps.database.pool.query(
      `select 1 from ${table} r where r::text ~* 'zubaida|madam'`,
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Ends the session or changes the account that the owner writes with, or replaces the clinic's data. */
const ofOwnAccount = /^\/api\/(auth|moving)\b/;
/** Changes the patient's account: afterwards she may be signed out. */
const ofHerAccount = /^\/api\/users\/:id\b/;

/**
 * Writes that must succeed for the owner both as admin and as doctor; otherwise the test would prove less.
 */
const writtenAsEither = [
  'DELETE /api/calendars/mine',
  'DELETE /api/no-shows/:id',
  'DELETE /api/no-shows/:id/excuse',
  'DELETE /api/notifications/subscriptions',
  'DELETE /api/offers/:id',
  'DELETE /api/offers/wishes/:id',
  'DELETE /api/privacy/:id/consents',
  'DELETE /api/screens/:id',
  'DELETE /api/staff/me/filters/:id',
  'PATCH /api/appointments/:id',
  'PATCH /api/appointments/:id/following',
  'PATCH /api/calendars/mine',
  'PATCH /api/contact-messages/:id',
  'PATCH /api/patients/:id/file',
  'PATCH /api/users/:id',
  'POST /api/appointments',
  'POST /api/appointments/:id/follow-ups',
  'POST /api/appointments/bulk-status',
  'POST /api/arrivals',
  'POST /api/arrivals/:id/place',
  'POST /api/arrivals/:id/stage',
  'POST /api/calendars/mine',
  'POST /api/contact-messages',
  'POST /api/contact-messages/:id/answer',
  'POST /api/disruptions/:id/acts',
  'POST /api/disruptions/offers',
  'POST /api/message-logs',
  'POST /api/notifications/read',
  'POST /api/notifications/subscriptions',
  'POST /api/offers',
  'POST /api/offers/wishes',
  'POST /api/patients',
  'POST /api/patients/:id/family',
  'POST /api/policy-reports',
  'POST /api/privacy/:id/consents',
  'POST /api/screens',
  'POST /api/staff/me/filters',
  'POST /api/user-interactions',
  'POST /api/users/:id/hand-over-password',
  'PUT /api/appointments/:id/note-draft',
  'PUT /api/merges/duplicates',
  'PUT /api/no-shows/:id/excuse',
  'PUT /api/staff/me',
];
const writtenAs: Record<OwnersRole, readonly string[]> = {
  admin: [
    'DELETE /api/absences/:id',
    'DELETE /api/api-keys/:id',
    'DELETE /api/appointments/:id',
    'DELETE /api/locations/:id',
    'DELETE /api/services/:id',
    'DELETE /api/users/:id',
    'DELETE /api/users/:id/sessions',
    'DELETE /api/users/:id/two-step',
    'DELETE /api/webhooks/:id',
    'PATCH /api/imports/:id',
    'PATCH /api/imports/:id/rows/:row',
    'PATCH /api/locations/:id',
    'PATCH /api/services/:id',
    'PATCH /api/settings',
    'PATCH /api/staff/:id',
    'PATCH /api/webhooks/:id',
    'POST /api/absences',
    'POST /api/absences/preview',
    'POST /api/api-keys',
    'POST /api/calls/acts',
    'POST /api/homepage/:section/versions/:version/restore',
    'POST /api/imports',
    'POST /api/imports/:id/run',
    'POST /api/imports/:id/undo',
    'POST /api/locations',
    'POST /api/locations/:id/hours-preview',
    'POST /api/merges',
    'POST /api/merges/:id/undo',
    'POST /api/notices',
    'POST /api/notices/preview',
    'POST /api/privacy/notice/:version/ask',
    'POST /api/services',
    'POST /api/staff',
    'POST /api/staff/:id/preview',
    'POST /api/users',
    'POST /api/webhooks',
    'POST /api/webhooks/:id/secret',
    'POST /api/webhooks/:id/trial',
    'PUT /api/guide',
    'PUT /api/homepage/:section',
    'PUT /api/locations/:id/duties',
    'PUT /api/locations/:id/exceptions',
    'PUT /api/locations/:id/hours',
    'PUT /api/locations/:id/schedules',
  ],
  doctor: [
    'DELETE /api/patients/:id/alerts/:alertId',
    'POST /api/patients/:id/alerts',
    'POST /api/patients/:id/clinical-notes',
    'PUT /api/clinical-notes/:id/sharing',
    'PUT /api/patients/:id/note-draft',
  ],
};

test.each(['admin', 'doctor'] as const)(
  'no write of the owner as %s shows her name',
  async (role) => {
    await fillClinic(role);
    const bodies = bodiesFor();
    const writes = endpoints.filter(({ method, path }) => method !== 'GET' && !ofOwnAccount.test(path));
    const isHers = ({ path }: EndpointSpec) => ofHerAccount.test(path);
    const isDeletion = ({ method }: EndpointSpec) => method === 'DELETE';
    const batches = [
      writes.filter((spec) => !isHers(spec) && !isDeletion(spec)),
      writes.filter((spec) => isHers(spec) && !isDeletion(spec)),
      writes.filter(isDeletion),
    ];
    const done: string[] = [];
    for (const batch of batches) {
      for (const spec of batch)
        if (await write(spec, bodies[endpointName(spec)])) done.push(endpointName(spec));
      expect(await placesThatNameHer()).toEqual([]);
    }
    expect(done.toSorted()).toEqual([...writtenAsEither, ...writtenAs[role]].toSorted());
  },
  120_000,
);

test('the owner’s notes and status changes are signed “Management”', async () => {
  await fillClinic('doctor');
  const { chief, mona, hala, sara } = people;
  const path = `/api/appointments/${visits.later}`;
  const body = { status: 'cancelled', appendNote: 'Called her.' };
  expect((await t.call('PATCH', path, { body, cookie: owner.cookie })).statusCode).toBe(200);
  for (const reader of [chief, hala, sara]) {
    const { notes } = JSON.parse(await read(path, reader)) as { notes: string };
    expect(notes).toMatch(/\] Management: Called her\./);
    expect(notes).toMatch(/Status updated to "cancelled" by Management on /);
  }
  const notes = `/api/patients/${mona.id}/clinical-notes`;
  const signed = { text: 'Healthy.', appointmentId: visits.later, shared: true };
  expect((await t.call('POST', notes, { body: signed, cookie: owner.cookie })).statusCode).toBe(201);
  const signedBy = { name: 'Management', nameAr: 'الإدارة' };
  const timeline = JSON.parse(await read(`/api/patients/${mona.id}/timeline`, hala)) as {
    notes?: object[];
  }[];
  expect(timeline.flatMap((entry) => entry.notes ?? [])).toMatchObject([{ text: 'Healthy.', signedBy }]);
  expect(JSON.parse(await read('/api/clinical-notes/shared', mona))).toMatchObject([
    { text: 'Healthy.', signedBy },
  ]);
});
