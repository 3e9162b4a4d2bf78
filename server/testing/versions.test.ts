import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { endpointName, endpoints } from './contract.ts';
import { makeClinic, makeLocation, makeService } from './factories.ts';
import { createSignedInUser } from './signed-in.ts';
import { createTestApp } from './test-app.ts';

/** Writes that change a record and need no version. */
const withoutVersion: Readonly<Record<string, string>> = {
  'PUT /api/users/:id/password': 'replaces a secret after the old one was proved',
  'PATCH /api/contact-messages/:id': 'sets a state; an answer is added',
  'PUT /api/clinical-notes/:id/sharing': 'a switch',
  'PUT /api/patients/:id/note-draft': 'carries its own revision: draft of one author',
  'PUT /api/merges/duplicates': 'an answer to one question about two records',
  'PUT /api/privacy/:id/lock': 'the lock of one patient, set by herself',
  'PUT /api/staff/me': 'a habit of one user, not shared',
  'PATCH /api/imports/:id': 'compares the columns that the user saw: imports.test.ts',
  'PATCH /api/imports/:id/rows/:row': 'compares the cells that the user saw: imports.test.ts',
  'PUT /api/guide': 'marks of the guide, one switch each',
  'PATCH /api/calendars/mine': 'the calendar address of one user',
  'PATCH /api/webhooks/:id': 'a switch: on or off',
  'PUT /api/no-shows/:id/excuse': 'a switch',
  'PUT /api/no-shows/:id/words': 'one sentence of the patient herself',
  'PUT /api/patients/:id/guardian': 'two switches; only the turned one is sent',
};

const takesVersion = (spec: (typeof endpoints)[number]): boolean =>
  spec.versioned === true || 'version' in ((spec.body as { shape?: object } | undefined)?.shape ?? {});

test('every PUT and PATCH takes a version or has a reason', () => {
  const replacing = endpoints.filter(({ method }) => method === 'PUT' || method === 'PATCH');
  const without = replacing.filter((spec) => !takesVersion(spec)).map(endpointName);
  expect(without.toSorted()).toEqual(Object.keys(withoutVersion).toSorted());
});

const clinic = await createTestApp();
const { deps, call } = clinic;
let cookie = '';
let other = '';

beforeEach(async () => {
  await clinic.reset();
  cookie = (await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true })).cookie;
  other = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  await makeClinic(deps.db);
  await makeLocation(deps.db, { name: 'Maadi' });
  await makeService(deps.db, { name: 'Scan' });
});
afterAll(clinic.close);

const shift = (startTime: string) => [{ dayOfWeek: 1, isAvailable: true, startTime, endTime: '20:00' }];
const holiday = (date: string) => [{ date, isClosed: true }];
const duty = (userId: number) => [{ userId, dayOfWeek: 1, startTime: '15:00', endTime: '19:00' }];

interface SavedWhole {
  method: 'PUT' | 'PATCH';
  url: string;
  /** What the first admin saves, and what the second one saves. */
  bodies: () => Promise<[unknown, unknown]>;
}
const savedWhole: SavedWhole[] = [
  {
    method: 'PUT',
    url: '/api/locations/1/schedules',
    bodies: async () => [shift('15:00'), shift('16:00')],
  },
  {
    method: 'PUT',
    url: '/api/locations/1/exceptions',
    bodies: async () => [holiday('2027-07-01'), holiday('2027-07-02')],
  },
  {
    method: 'PUT',
    url: '/api/locations/1/duties',
    bodies: async () => {
      const doctor = await createSignedInUser(clinic, { role: 'doctor' });
      const second = await createSignedInUser(clinic, { role: 'doctor' });
      return [duty(doctor.id), duty(second.id)];
    },
  },
  {
    method: 'PUT',
    url: '/api/locations/1/hours',
    bodies: async () => [{ schedules: shift('15:00') }, { exceptions: holiday('2027-07-02') }],
  },
  { method: 'PATCH', url: '/api/settings', bodies: async () => [{ cutoffHours: 6 }, { cutoffHours: 8 }] },
  {
    method: 'PUT',
    url: '/api/homepage/brand',
    bodies: async () => {
      const now = (await call('GET', '/api/homepage/brand')).json() as object;
      return [
        { ...now, tagline: 'First' },
        { ...now, tagline: 'Second' },
      ];
    },
  },
];

describe.each(savedWhole)('$method $url', ({ method, url, bodies }) => {
  test('rejects the second of two admins with the current state, and accepts it after that', async () => {
    const [first, second] = await bodies();
    const seen = (await call('GET', url, { cookie })).headers.etag as string;
    expect(seen).toMatch(/^".{22}"$/);
    const saved = await call(method, url, { cookie, body: first, headers: { 'if-match': seen } });
    expect(saved.statusCode).toBe(200);
    const refused = await call(method, url, { cookie: other, body: second, headers: { 'if-match': seen } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'stale', current: saved.json() });
    const now = await call('GET', url, { cookie });
    expect(now.json()).toEqual(saved.json());
    expect(now.headers.etag).toBe(saved.headers.etag);
    // A weak tag, as a proxy that compresses replies sends it.
    const headers = { 'if-match': `W/${(now.headers.etag as string).slice(0, -1)}-zstd"` };
    expect((await call(method, url, { cookie: other, body: second, headers })).statusCode).toBe(200);
  });

  test('accepts a write without a version', async () => {
    const [first, second] = await bodies();
    expect((await call(method, url, { cookie, body: first })).statusCode).toBe(200);
    expect((await call(method, url, { cookie: other, body: second })).statusCode).toBe(200);
  });
});

interface Kept {
  version: number;
}
const records: {
  url: () => Promise<string>;
  read: (url: string) => Promise<Kept>;
  bodies: [object, object];
}[] = [
  {
    url: async () => '/api/services/1',
    read: async () => ((await call('GET', '/api/services')).json() as Kept[])[0] as Kept,
    bodies: [{ description: 'First' }, { description: 'Second' }],
  },
  {
    url: async () => '/api/locations/1',
    read: async () => ((await call('GET', '/api/locations')).json() as Kept[])[0] as Kept,
    bodies: [{ phone: '0100 000 0001' }, { phone: '0100 000 0002' }],
  },
  {
    url: async () => `/api/staff/${(await createSignedInUser(clinic, { role: 'doctor' })).id}`,
    read: async (url) => {
      const members = (await call('GET', '/api/staff', { cookie })).json() as (Kept & {
        user: { id: number };
      })[];
      return members.find(({ user }) => url.endsWith(`/${user.id}`)) as Kept;
    },
    bodies: [{ title: 'Dr.' }, { title: 'Prof.' }],
  },
  {
    url: async () => `/api/users/${(await createSignedInUser(clinic, { role: 'patient' })).id}`,
    read: async (url) => (await call('GET', url, { cookie })).json() as Kept,
    bodies: [{ secondaryPhone: '0100 000 0001' }, { secondaryPhone: '0100 000 0002' }],
  },
  {
    url: async () => `/api/patients/${(await createSignedInUser(clinic, { role: 'patient' })).id}/file`,
    read: async (url) => (await call('GET', url, { cookie })).json() as Kept,
    bodies: [{ paperFile: 'A 1' }, { paperFile: 'A 2' }],
  },
];

test('an earlier version of the page does not replace one that another admin has just saved', async () => {
  const url = '/api/homepage/brand';
  const seen = await call('GET', url);
  const headers = { 'if-match': seen.headers.etag as string };
  const save = (tagline: string) =>
    call('PUT', url, { cookie, body: { ...(seen.json() as object), tagline } });
  expect((await save('First')).statusCode).toBe(200);
  const [, first] = (await call('GET', `${url}/versions`, { cookie })).json() as { version: number }[];
  const restore = (more: Record<string, string>) =>
    call('POST', `${url}/versions/${first?.version}/restore`, { cookie: other, headers: more });
  const refused = await restore(headers);
  expect([refused.statusCode, refused.json().current.tagline]).toEqual([409, 'First']);
  const now = (await call('GET', url)).headers.etag as string;
  expect((await restore({ 'if-match': now })).statusCode).toBe(200);
});

test.each(records)(
  'the second of two changes of a record is rejected with the current one',
  async (record) => {
    const url = await record.url();
    const { version } = await record.read(url);
    const [first, second] = record.bodies;
    expect((await call('PATCH', url, { cookie, body: { ...first, version } })).statusCode, url).toBe(200);
    const refused = await call('PATCH', url, { cookie: other, body: { ...second, version } });
    expect(refused.statusCode, url).toBe(409);
    const now = await record.read(url);
    expect(refused.json()).toMatchObject({ code: 'stale', current: { ...first, version: now.version } });
    expect(
      (await call('PATCH', url, { cookie: other, body: { ...second, version: now.version } })).statusCode,
    ).toBe(200);
    expect((await call('PATCH', url, { cookie, body: first })).statusCode).toBe(200);
  },
);
