import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import { findValuePair, type Pair, rowsOf } from '#server/testing/example-values.ts';
import { makeClinic, makeLocation, makeService, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { type HomepageSection, homepageSections } from '#shared/contract/homepage.ts';

/**
 * Writes every field of the contract's bodies, reads it back, changes it and reads it back again: a field
 * that gets lost fails by name. The values come from the contract. The recorded changes are compared with
 * those that the endpoint declares.
 */

const writing = endpoints.filter(({ method, body }) => body && method !== 'DELETE');
const specOf = new Map(writing.map((spec) => [endpointName(spec), spec]));

type Fields = Record<string, unknown>;
/** The field with the id of a new record. */
type Made = { id?: number; user?: { id: number } };
interface Form {
  /** Reads the stored fields after the write. */
  readonly read: (id: number, body: Fields, cookie: string) => Promise<unknown>;
  /** The path parameter with the id to change; absent if the body creates a record. */
  readonly of?: () => Promise<number>;
  /** Pairs of values that the contract cannot express: existing names, rules between fields. */
  readonly pairs?: Readonly<Record<string, Pair>>;
  /** The session that writes and reads, if not the admin's. */
  readonly as?: () => Promise<{ cookie: string }>;
  /** Fields that are read under another name. */
  readonly readAs?: Readonly<Record<string, string>>;
  /** Fields that cannot be read back, each with the reason. */
  readonly unread?: Readonly<Record<string, string>>;
}

/** Subjects that a write recorded but its endpoint does not declare: browsers would not refetch them. */
const unsaid: string[] = [];
const clinic = await createTestApp({}, (app) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const name = `${request.method} ${request.routeOptions.url}`;
    const spec = endpoints.find((endpoint) => endpointName(endpoint) === name);
    if (!spec || spec.method === 'GET' || reply.statusCode >= 400) return payload;
    const { changes } = spec;
    const { rows } = await deps.database.pool.query('select subject from events where request_id = $1', [
      request.id,
    ]);
    unsaid.push(
      ...rows.filter(({ subject }) => !changes.includes(subject)).map(({ subject }) => `${name}: ${subject}`),
    );
    return payload;
  });
});
const { deps } = clinic;
let admin = { id: 0, cookie: '' };
const send = async (method: string, url: string, body?: unknown, cookie = admin.cookie) => {
  const answer = await clinic.call(method, url, { cookie, body });
  if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  return answer.body === '' ? null : answer.json();
};
const read = (url: string, cookie = admin.cookie) => send('GET', url, undefined, cookie);
const found = (url: string) => async (id: number) =>
  ((await read(url)) as { id: number }[]).find((row) => row.id === id);

beforeEach(async () => {
  await clinic.reset();
  admin = await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true });
  await deps.database.pool.query(
    `insert into uploads (id, media_type, width, height, bytes)
      select repeat(letter, 64), 'image/webp', 1, 1, 'x' from unnest(array['a', 'b']) letter`,
  );
  await makeClinic(deps.db);
  await openEveryDay(deps.db, (await makeLocation(deps.db, { name: 'Maadi' })).id);
  await makeService(deps.db, { name: 'Scan' });
  for (const role of ['doctor', 'patient', 'patient', 'doctor'] as const)
    await createSignedInUser(clinic, { role });
});
afterEach(() => expect(unsaid.splice(0)).toEqual([]));
afterAll(clinic.close);

const someone = async () => (await createSignedInUser(clinic, { role: 'patient' })).id;
const asDoctor = () => createSignedInUser(clinic, { role: 'doctor' });
const doctor = async () => (await asDoctor()).id;
/** A patient with an appointment that has a note, both with the id 1. */
const looksAfter = async () => {
  const id = await someone();
  const { cookie } = await asDoctor();
  const booking = { userId: id, locationId: 1, service: 'Scan' };
  const at = { appointmentDate: '2027-06-16', appointmentTime: '16:00:00' };
  await send('POST', '/api/appointments', { ...booking, ...at });
  await send('POST', `/api/patients/${id}/clinical-notes`, { text: 'Old', appointmentId: 1 }, cookie);
  return id;
};
const person = (id: number) => read(`/api/users/${id}`);
const member = async (id: number) => {
  const rows = (await read('/api/staff')) as { user: { id: number } }[];
  const row = rows.find(({ user }) => user.id === id);
  return { ...row?.user, ...row };
};
const first = async () => 1;
const secret = 'a quiet river bank';
const password = 'kept as a hash; signing in is tested with it';
const version = 'the version that the caller saw, compared and not kept: versions.test.ts';
const visit = {
  appointmentDate: ['2027-06-14', '2027-06-15'],
  appointmentTime: ['15:00:00', '15:20:00'],
  service: ['Gynecological Consultations', 'Scan'],
  locationId: [1, 2],
  overbook: [false, true],
  doctorId: [2, 5],
  room: [1, 1],
} as const;
/** An overbooked appointment has no room. */
const room = 'a wish beside the rooms is none: rooms.test.ts';
const written = async () => {
  const body = { name: 'Mona', email: 'mona@mail.example', message: 'A question of mine' };
  await send('POST', '/api/contact-messages', body);
  return 1;
};

const forms: Readonly<Record<string, Form>> = {
  'POST /api/locations': { read: found('/api/locations') },
  'PATCH /api/locations/:id': { of: first, read: found('/api/locations'), unread: { version } },
  'POST /api/services': { read: found('/api/services') },
  'PATCH /api/services/:id': { of: first, read: found('/api/services'), unread: { version } },
  'POST /api/api-keys': {
    read: found('/api/api-keys'),
    pairs: { days: [30, 365], scopes: [['appointments.read'], ['services.read', 'system/Slot.rs']] },
    unread: { days: 'is read as the instant at which it ends: api-keys.test.ts' },
  },
  'POST /api/patients': { read: person, unread: { password, another: 'an answer to a question, not kept' } },
  'POST /api/users': { read: person, pairs: { role: ['doctor', 'patient'] }, unread: { password } },
  'PATCH /api/users/:id': {
    of: someone,
    read: person,
    pairs: { role: ['user', 'patient'], reach: [null, { calls: false, hours: null }] },
    unread: { version, currentPassword: 'a proof, which is not kept' },
  },
  'POST /api/auth/register': {
    read: async (_, { username }) => {
      const cookie = await clinic.signIn(String(username), secret);
      return ((await send('GET', '/api/auth/user', undefined, cookie)) as { user: unknown }).user;
    },
    pairs: { password: [secret, secret] },
    unread: { password },
  },
  'POST /api/staff': { read: member, unread: { password } },
  'PATCH /api/staff/:id': {
    of: doctor,
    read: member,
    pairs: { deactivated: [true, false] },
    unread: { version },
  },
  'PATCH /api/settings': {
    read: () => read('/api/settings'),
  },
  'PUT /api/locations/:id/schedules': {
    of: first,
    read: async () => {
      const rows = (await read('/api/locations/1/schedules')) as { isAvailable: boolean }[];
      return rows.filter(({ isAvailable }) => isAvailable);
    },
    pairs: { isAvailable: [true, true], dayOfWeek: [1, 2] },
  },
  'PUT /api/locations/:id/exceptions': {
    of: first,
    read: () => read('/api/locations/1/exceptions'),
    pairs: { isClosed: [false, false] },
  },
  'PUT /api/locations/:id/duties': {
    of: first,
    read: () => read('/api/locations/1/duties'),
    pairs: { userId: [1, 2], dayOfWeek: [1, 2] },
  },
  'POST /api/absences': { read: found('/api/absences'), pairs: { userId: [2, 5] } },
  'POST /api/contact-messages': {
    read: async () => ((await read('/api/contact-messages')) as Fields[])[0],
    unread: { website: 'a field no person sees: what fills it is dropped' },
  },
  'POST /api/contact-messages/own': {
    as: () => createSignedInUser(clinic, { role: 'patient', email: 'sara@mail.example' }),
    read: async () => ((await read('/api/contact-messages')) as Fields[])[0],
  },
  'PATCH /api/contact-messages/:id': { of: written, read: found('/api/contact-messages') },
  'POST /api/contact-messages/:id/answer': {
    of: written,
    read: async (id) => {
      const kept = (await found('/api/contact-messages')(id)) as Fields | undefined;
      return { answer: String(kept?.answer).split('\n\n').at(-1) };
    },
    pairs: { answer: ['First answer', 'Second answer'], seen: [null, 'First answer'] },
    unread: { seen: version },
  },
  'PATCH /api/calendars/mine': {
    of: async () => {
      await send('POST', '/api/calendars/mine', { titles: 'full' });
      return 1;
    },
    read: async () => ((await read('/api/calendars/mine')) as { calendar: Fields }).calendar,
  },
  'PATCH /api/patients/:id/file': {
    of: someone,
    read: (id) => read(`/api/patients/${id}/file`),
    pairs: { birthDate: ['1990-06-14', '1991-06-21'] },
    unread: { version },
  },
  'POST /api/patients/:id/family': {
    of: someone,
    read: async (id, { name }) => {
      const { caresFor } = (await read(`/api/patients/${id}/family`)) as { caresFor: { name: string }[] };
      return caresFor.find((one) => one.name === name);
    },
    pairs: { birthYear: [1958, 1990] },
  },
  'PUT /api/patients/:id/guardian': {
    of: async () => {
      const id = await someone();
      const { caresFor } = (await send('POST', `/api/patients/${id}/family`, {
        name: 'Fatma',
        relation: 'mother',
      })) as { caresFor: { id: number }[] };
      return caresFor[0]?.id ?? 0;
    },
    read: async (id) => ((await read(`/api/patients/${id}/family`)) as { guardian: Fields }).guardian,
  },
  'POST /api/patients/:id/alerts': {
    of: someone,
    as: asDoctor,
    read: async (id, { text }, cookie) => {
      const [of] = (await read(`/api/patients/alerts?ids=${id}`, cookie)) as { alerts: { text: string }[] }[];
      return of?.alerts.find((alert) => alert.text === text);
    },
    pairs: { kind: ['pregnancy', 'pregnancy'] },
  },
  'POST /api/patients/:id/clinical-notes': {
    of: looksAfter,
    as: asDoctor,
    read: async (id, { text }, cookie) => {
      const entries = (await read(`/api/patients/${id}/timeline`, cookie)) as {
        notes?: { text: string }[];
      }[];
      return entries.flatMap(({ notes = [] }) => notes).find((note) => note.text === text);
    },
    pairs: { appointmentId: [1, 1], corrects: [1, 1], shared: [true, true] },
  },
  'PUT /api/appointments/:id/note-draft': {
    of: async () => {
      await looksAfter();
      return 1;
    },
    read: async (id) => ((await read(`/api/appointments/${id}/note-draft`)) as { draft: Fields }).draft,
  },
  'PUT /api/patients/:id/note-draft': {
    of: looksAfter,
    as: asDoctor,
    read: async (id, _, cookie) =>
      ((await read(`/api/patients/${id}/note-draft`, cookie)) as { draft: Fields }).draft,
    pairs: { appointmentId: [1, 1], corrects: [1, 1], key: ['first', 'first'], revision: [0, 1] },
    unread: { revision: 'says what was seen; it is raised' },
  },
  'POST /api/appointments': {
    read: (id) => read(`/api/appointments/${id}`),
    pairs: { ...visit, userId: [3, 4], status: ['confirmed', 'confirmed'] },
    readAs: { overbook: 'overbooked' },
    unread: { room, doctorWish: 'here a doctor is named; without, it is read with the change below' },
  },
  'PATCH /api/appointments/:id': {
    of: async () => {
      const booking = { userId: await someone(), locationId: 1, service: 'Scan' };
      const at = { appointmentDate: '2027-06-16', appointmentTime: '16:00:00' };
      return ((await send('POST', '/api/appointments', { ...booking, ...at })) as { id: number }).id;
    },
    read: (id) => read(`/api/appointments/${id}`),
    pairs: { ...visit, status: ['cancelled', 'confirmed'] },
    readAs: { overbook: 'overbooked' },
    unread: { room, version, appendNote: 'stands below the note, stamped' },
  },
};

const settled = 'a secret, or an act on one: accounts are tested by signing in';
/** Bodies that request an action: none of their fields is stored. */
const acts: Readonly<Record<string, string>> = {
  'POST /api/auth/login': settled,
  'POST /api/auth/new-secret': settled,
  'POST /api/privacy/:id/consents': 'is read as what she agreed to: consents.test.ts',
  'PUT /api/privacy/:id/lock': 'a secret, kept as a hash: lock.test.ts',
  'POST /api/privacy/:id/unlock': settled,
  'POST /api/auth/forgot-password': settled,
  'POST /api/auth/reset-password': settled,
  'POST /api/auth/phone/request-otp': settled,
  'POST /api/auth/phone/verify': settled,
  'POST /api/auth/phone/link': settled,
  'POST /api/auth/confirmations': settled,
  'POST /api/auth/confirmations/verify': settled,
  'POST /api/auth/two-step/sign-in': settled,
  'POST /api/auth/two-step/proof': settled,
  'POST /api/auth/two-step/app/confirm': settled,
  'POST /api/auth/two-step/passkeys': "an authenticator's answer: e2e/account/two-step.spec.ts",
  'POST /api/auth/passkeys/options': settled,
  'POST /api/auth/passkeys/sign-in': settled,
  'PUT /api/users/:id/password': settled,
  'POST /api/users/:id/change-password': settled,
  'POST /api/users/:id/hand-over-password': settled,
  'POST /api/patients/:id/family/code': 'a code that is sent: agreement.test.ts',
  'POST /api/patients/:id/family/agreement': 'by a code: agreement.test.ts',
  'POST /api/patients/:id/guardian/agreement': 'by a code: agreement.test.ts',
  'POST /api/patients/:id/own-account/code': 'a code that is sent: family.test.ts',
  'POST /api/patients/:id/own-account': 'a way in: family.test.ts',
  'POST /api/links/:token': 'spends a link of a message',
  'POST /api/offers/wishes': 'a patient’s own, of a visit of hers: wishes.test.ts',
  'POST /api/disruptions/:id/acts': 'offers, moves and calls: disruptions.test.ts',
  'POST /api/disruptions/offers': 'the like before it is known by what: disruptions.test.ts',
  'POST /api/offers': 'a time that is kept, and a message: offers.test.ts',
  'POST /api/offers/:id/answer': 'an answer that is given once: offers.test.ts',
  'POST /api/links/:token/offer': 'the like by a link: offers.test.ts',
  'POST /api/visitor-visits': 'books where no code can be sent, which is nowhere near here',
  'POST /api/appointments/attempts': 'asks what became of a booking',
  'POST /api/appointments/bulk-status': 'one field for many; each goes the way of PATCH',
  'POST /api/appointments/:id/follow-ups': 'several bookings: series.test.ts',
  'PATCH /api/appointments/:id/following': 'several go the way of PATCH: series.test.ts',
  'POST /api/staff/me/filters': 'named filters: saved-filters.test.ts',
  'PUT /api/staff/me':
    'one branch, of those that are there: receptionist.test.ts; whose visits: one-doctor.test.ts',
  'PUT /api/clinical-notes/:id/sharing': 'its author alone: notes.test.ts',
  'PATCH /api/imports/:id': 'of a file that was read: imports.test.ts',
  'PATCH /api/imports/:id/rows/:row': 'of a file that was read: imports.test.ts',
  'POST /api/notices/preview': 'sends nothing',
  'POST /api/notices': 'letters to many: notices.test.ts',
  'POST /api/calls/acts': 'calls that are noted, and taken back: calls.test.ts',
  'PUT /api/no-shows/:id/excuse': 'of a visit that was missed: no-shows.test.ts',
  'PUT /api/no-shows/:id/words': 'of a visit that was missed: no-shows.test.ts',
  'POST /api/webhooks': 'a secret that is shown once: webhooks.test.ts',
  'PATCH /api/webhooks/:id': 'on or off: webhooks.test.ts',
  'POST /api/calendars/mine': 'a secret that is told once: calendars.test.ts',
  'PUT /api/guide': 'what it marks stands in the page and in the guide: guide.test.ts',
  'POST /api/guide/message': 'a message: guide.test.ts',
  'POST /api/screens': 'a link that is shown once: screens.test.ts',
  'POST /api/screens/:token/here': 'a step of the day: posters.test.ts',
  'POST /api/arrivals': 'a walk-in: arrivals.test.ts',
  'POST /api/arrivals/:id/stage': 'a step of the day: arrivals.test.ts',
  'POST /api/arrivals/:id/place': 'a step of the day: arrivals.test.ts',
  'POST /api/locations/:id/hours-preview': 'saves nothing',
  'PUT /api/locations/:id/hours': 'the lists of three other writes: hours.test.ts',
  'POST /api/absences/preview': 'saves nothing',
  'POST /api/staff/:id/preview': 'saves nothing',
  'POST /api/notifications/read': 'ids of what was read',
  'POST /api/notifications/subscriptions': "a browser's address and keys, which no reply may show",
  'PUT /api/homepage/:section': 'tested below, section by section',
  'POST /api/message-logs': 'what a browser reports: scrubbed before it is kept',
  'POST /api/policy-reports': 'what a browser reports: scrubbed before it is kept',
  'POST /api/own-data/deletion': 'deletes the account: deletion.test.ts',
  'POST /api/merges': 'joins two records: tested with what becomes of them',
  'PUT /api/merges/duplicates': 'what was said of two records decides what is proposed: tested with it',
  'POST /api/user-interactions': 'what a browser reports: scrubbed before it is kept',
};

test('every body of the contract is read back or has a reason', () => {
  const names = writing.map(endpointName).filter((name) => !(name in acts));
  expect(names.sort()).toEqual(Object.keys(forms).sort());
});

const isOptional = (schema: z.ZodMiniType): boolean => z.safeParse(schema, undefined).success;

/** The fields of a body with two values each; fields that are not read back only if they are required. */
function fieldsOf(schema: z.ZodMiniType, { pairs = {}, unread = {} }: Form): [string, Pair][] {
  return Object.entries(rowsOf(schema).shape).flatMap(([name, field]): [string, Pair][] => {
    const pair = pairs[name] ?? findValuePair(field, name);
    return pair === null || (name in unread && isOptional(field)) ? [] : [[name, pair]];
  });
}

const side = (fields: readonly [string, Pair][], at: 0 | 1): Fields =>
  Object.fromEntries(fields.map(([name, pair]) => [name, pair[at]]));

/** Names of fields whose stored value differs from the written one. */
function lost(written: Fields, kept: unknown, { readAs = {}, unread = {} }: Form): string[] {
  const row = (kept ?? {}) as Fields;
  return Object.keys(written).filter(
    (name) =>
      !(name in unread) && JSON.stringify(row[readAs[name] ?? name]) !== JSON.stringify(written[name]),
  );
}

describe.each(Object.entries(forms))('%s', (name, form) => {
  const spec = specOf.get(name);
  const schema = spec?.body;
  if (!spec || !schema) return;
  const fields = fieldsOf(schema, form);
  const { list } = rowsOf(schema);

  test('keeps every field', async () => {
    const id = await form.of?.();
    const { cookie } = (await form.as?.()) ?? admin;
    const url = spec.path.replace(':id', String(id));
    const alone = spec.method === 'PATCH' ? fields.map((field) => [field]) : [fields];
    const missing: string[] = [];
    for (const some of alone) {
      for (const at of [0, 1] as const) {
        const row = side(some, at);
        const reply = (await send(spec.method, url, list ? [row] : row, cookie)) as Made;
        const kept = await form.read(id ?? reply.id ?? reply.user?.id ?? 0, row, cookie);
        missing.push(...lost(row, list ? (kept as unknown[])[0] : kept, form));
      }
    }
    expect(missing).toEqual([]);
  });
});

test.each(Object.keys(homepageSections) as HomepageSection[])(
  'the section %s keeps every field',
  async (section) => {
    const [one, other] = findValuePair(homepageSections[section]) ?? [];
    for (const body of [one, other]) {
      await send('PUT', `/api/homepage/${section}`, body);
      expect(await read(`/api/homepage/${section}`)).toMatchObject(body as Fields);
    }
  },
);
