import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import {
  guardianAccess,
  identifiedAtPublic,
  openBeforeSignInEnds,
  otherBranchAccess,
  proofRequiredEndpoints,
} from '#server/testing/access-exceptions.ts';
import { accessTable, admins, type Outcome } from '#server/testing/access-table.ts';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import { makeLocation, makeUser } from '#server/testing/factories.ts';
import { openToKeys } from '#server/testing/key-table.ts';
import { openWhileLocked } from '#server/testing/locked-table.ts';
import { addAccount } from '#server/testing/people.ts';
import { createApiKey, createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';
import { apiScopes, keyScopes } from '#shared/domain/key-scopes.ts';

/**
 * Calls every endpoint of the contract as every role and compares the result with a table written by hand.
 */

const callers = ['visitor', 'patient', 'other patient', 'receptionist', 'doctor', 'admin'] as const;
type Caller = (typeof callers)[number] | 'guardian' | 'former guardian' | 'receptionist elsewhere';
let t: TestApp;
let patientId: number;
let sessionId: string;
/** Viewer of the last request that passed the access check; undefined: none did. */
let seenViewer: unknown;
let cookies: Record<Caller, string>;

beforeAll(async () => {
  t = await createTestApp({}, (app) =>
    // Runs before the request is validated, so that the body does not matter.
    app.addHook('preParsing', async (request) => {
      seenViewer = request.viewer;
    }),
  );
});

/** A clinic with one of everything that a path names, and a session of every caller. */
async function fillClinic(): Promise<void> {
  await t.reset();
  const db = t.deps.db;
  patientId = await addAccount(t.deps, 'nour');
  const others = await Promise.all([
    createSignedInUser(t, { role: 'patient' }),
    createSignedInUser(t, { role: 'receptionist' }),
    createSignedInUser(t, { role: 'doctor' }),
    createSignedInUser(t, { role: 'admin' }),
    createSignedInUser(t, { role: 'patient' }),
    createSignedInUser(t, { role: 'patient' }),
  ]);
  const [other, receptionist, doctor, admin, guardian, former] = others.map(({ cookie }) => cookie);
  const [, , , , looksAfter, lookedAfter] = others.map(({ id }) => id);
  await db.execute(sql`insert into guardians (patient_id, guardian_id, relation, until)
    values (${patientId}, ${looksAfter}, 'mother', null), (${patientId}, ${lookedAfter}, 'mother', now())`);
  cookies = {
    visitor: '',
    patient: await createSession(t, patientId),
    'other patient': other ?? '',
    receptionist: receptionist ?? '',
    doctor: doctor ?? '',
    admin: admin ?? '',
    guardian: guardian ?? '',
    'former guardian': former ?? '',
    'receptionist elsewhere': '',
  };
  await createSession(t, patientId);
  const listed = await t.call('GET', '/api/auth/sessions', { cookie: cookies.patient });
  sessionId = (listed.json() as { id: string; current: boolean }[]).find(({ current }) => !current)?.id ?? '';
  await db.execute(
    sql`insert into identities (provider, subject, user_id) values ('google', 'g-1', ${patientId})`,
  );
  await db.execute(sql`insert into services (name) values ('Check-up')`);
  await db.execute(
    sql`insert into locations (name, address, open_hours) values ('Maadi', 'Street 9', '9-5')`,
  );
  const elsewhere = (await makeLocation(db, { name: 'Zamalek' })).id;
  const desk = await makeUser(db, { role: 'receptionist', worksAt: [elsewhere] });
  cookies['receptionist elsewhere'] = await createSession(t, desk.id);
  await db.execute(
    sql`insert into location_hours (location_id, weekday, opens, closes) select 1, day, 900, 1140 from generate_series(0, 6) day`,
  );
  await db.execute(sql`insert into appointments (patient_id, location_id, service_id, local_start, local_end,
    room, status, notes)
    values (${patientId}, 1, 1, '2027-06-20 15:00', '2027-06-20 15:20', 1, 'pending', ${noteAtMaadi})`);
  await db.execute(sql`insert into wishes (patient_id, appointment_id, location_ids)
    values (${patientId}, 1, '{1}')`);
  await db.execute(sql`with notice as (insert into content_versions (key, body)
      values ('homepage.privacy', '{"title":"","sections":[]}') returning id)
    insert into consents (user_id, content_id, lang, at_desk, given_at)
    select ${patientId}, id, 'ar', false, now() from notice`);
  await db.execute(sql`insert into offers (patient_id, location_id, service_id, local_start, local_end, room,
    reason, held_until)
    values (${patientId}, 1, 1, '2027-06-21 16:00', '2027-06-21 16:20', 1, 'desk', '2027-06-21')`);
  await db.execute(
    sql`insert into contact_messages (name, email, message, locale) values ('Mona', 'mona@example.com', 'A question of mine', 'en')`,
  );
}
beforeEach(fillClinic);
afterAll(() => t.close());

/** The note of the appointment at the first branch: receptionists of other branches cannot read it. */
const noteAtMaadi = 'Asked for the room at the back';

/** An absence of another doctor. */
const elsewhere = { userId: 999, startDate: '2027-06-21', endDate: '2027-06-21' };

/** A valid body, for endpoints whose answer depends on the owner of the record. */
const bodies: Record<string, () => unknown> = {
  'POST /api/auth/new-secret': () => ({ newPassword: 'a quiet river' }),
  'PATCH /api/users/:id': () => ({ name: 'Nour' }),
  'PUT /api/users/:id/password': () => ({ currentPassword: testPassword, newPassword: 'a quiet river' }),
  'POST /api/users/:id/change-password': () => ({
    currentPassword: testPassword,
    newPassword: 'a quiet river',
  }),
  'POST /api/users/:id/hand-over-password': () => ({ password: 'a quiet river' }),
  'POST /api/appointments': () => ({
    userId: patientId,
    locationId: 1,
    appointmentDate: '2027-06-21',
    appointmentTime: '15:00',
    service: 'Check-up',
  }),
  'PATCH /api/appointments/:id': () => ({ status: 'cancelled' }),
  'POST /api/appointments/:id/follow-ups': () => ({
    visits: [{ date: '2027-07-20', time: '15:00' }],
    together: true,
  }),
  'PATCH /api/appointments/:id/following': () => ({ status: 'cancelled' }),
  'POST /api/patients/:id/family': () => ({ name: 'Fatma', relation: 'mother' }),
  'POST /api/patients/:id/family/code': () => ({ contact: '01001234567' }),
  'POST /api/patients/:id/family/agreement': () => ({
    contact: '01001234567',
    relation: 'mother',
    otp: '123456',
  }),
  'POST /api/patients/:id/guardian/agreement': () => ({ otp: '123456' }),
  'POST /api/privacy/:id/consents': () => ({ version: 0, lang: 'en' }),
  'PUT /api/privacy/:id/lock': () => ({ pin: '2468' }),
  'POST /api/privacy/:id/unlock': () => ({ pin: '2468' }),
  'PUT /api/patients/:id/guardian': () => ({ seesVisits: true, readsNotes: false }),
  'POST /api/patients/:id/own-account/code': () => ({ phone: '01001234567' }),
  'POST /api/patients/:id/own-account': () => ({ phone: '01001234567', otp: '123456' }),
  'POST /api/offers': () => ({
    userId: patientId,
    locationId: 1,
    serviceId: 1,
    appointmentDate: '2027-06-22',
    appointmentTime: '15:00',
  }),
  'POST /api/offers/wishes': () => ({ userId: patientId, appointmentId: 1, locationIds: [1] }),
  'PUT /api/no-shows/:id/excuse': () => ({ reason: 'The bridge was closed' }),
  'PUT /api/no-shows/:id/words': () => ({ text: 'The bridge was closed' }),
  'POST /api/offers/:id/answer': () => ({ answer: 'call' }),
  'POST /api/arrivals': () => ({ locationId: 1, userId: patientId }),
  'POST /api/arrivals/:id/stage': () => ({ from: 'expected', to: 'waiting' }),
  'POST /api/absences': () => elsewhere,
  'POST /api/absences/preview': () => elsewhere,
  'POST /api/contact-messages/:id/answer': () => ({ answer: 'We will call you.' }),
  'PATCH /api/contact-messages/:id': () => ({ state: 'read' }),
};

/** Values of path parameters. The records exist, so that 404 can only mean "not yours". */
function addressOf({ path }: EndpointSpec): string {
  const params: Record<string, string> = {
    id: /^\/api\/(?:users|patients|privacy|appointments\/user)\b/.test(path) ? String(patientId) : '1',
    sessionId,
    provider: 'google',
    section: 'hero',
    version: '1',
    messageId: '1',
    log: 'audit',
    alertId: '1',
    consentId: '1',
    askId: '1',
    row: '1',
  };
  const query =
    {
      '/api/locations/:id/availability': '?date=2027-06-21&service=Check-up',
      '/api/appointments/:id/follow-ups': '?weeks=6&times=1',
      '/api/no-shows': `?patientId=${patientId}`,
      '/api/arrivals': '?date=2027-06-20&locationId=1',
      '/api/screens': '?locationId=1',
      '/api/patients/alerts': `?ids=${patientId}`,
    }[path as string] ?? '';
  return path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name) + query;
}

/**
 * An allowed request may end in any answer to its input, but never in a server error. A missing record is not
 * a rejection.
 */
function outcomeOf({ statusCode }: { statusCode: number }, expected: Outcome): string | number {
  if (statusCode === 401 || statusCode === 403) return statusCode;
  if (statusCode === 404) return expected === 'in' ? 'in' : 404;
  return statusCode >= 500 ? `error ${statusCode}` : 'in';
}

const isForAdminsOnly = ({ access }: EndpointSpec): boolean => isDeepStrictEqual(access, ['admin']);

test('the table lists exactly the endpoints of the contract that are not for admins only', () => {
  const names = endpoints.map(endpointName);
  const named = Object.keys(accessTable);
  const open = endpoints.filter((spec) => !isForAdminsOnly(spec)).map(endpointName);
  expect(open.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

const isServed = ({ method, path }: EndpointSpec): boolean => t.app.hasRoute({ method, url: path });

test('every endpoint of the contract is served', () => {
  expect(endpoints.filter((spec) => !isServed(spec)).map(endpointName)).toEqual([]);
});

/** Calls an endpoint as every caller. `met`: the outcomes; `expected`: those of the table. */
async function outcomesOf(spec: EndpointSpec) {
  const name = endpointName(spec);
  const row = accessTable[name] ?? (isForAdminsOnly(spec) ? admins : []);
  const other = row[callers.indexOf('other patient')];
  const expectedFor = (caller: Caller): Outcome | undefined => {
    if (caller === 'former guardian') return other;
    if (caller === 'guardian') return guardianAccess[name]?.[0] ?? other;
    if (caller === 'receptionist elsewhere')
      return otherBranchAccess[name]?.[0] ?? row[callers.indexOf('receptionist')];
    return row[callers.indexOf(caller)];
  };
  const met: Record<string, unknown> = {};
  const statuses: Partial<Record<Caller, number>> = {};
  // The other patient calls before the patient, because the patient's calls delete records.
  for (const caller of [
    'visitor',
    'other patient',
    'former guardian',
    'guardian',
    'patient',
    'receptionist elsewhere',
    'receptionist',
    'doctor',
    'admin',
  ] as const) {
    const body = ['GET', 'DELETE'].includes(spec.method) ? undefined : (bodies[name]?.() ?? {});
    const answer = await t.call(spec.method, addressOf(spec), {
      cookie: cookies[caller],
      ...(body === undefined ? {} : { body }),
      headers: spec.binaryBody ? { 'content-type': spec.binaryBody[0] ?? '' } : {},
    });
    met[caller] = outcomeOf(answer, expectedFor(caller) ?? 404);
    statuses[caller] = answer.statusCode;
    if (caller === 'receptionist elsewhere') expect(answer.body, name).not.toContain(noteAtMaadi);
  }
  // The receptionist of the branch finds the record; if a colleague gets 404, she has no access.
  if (statuses['receptionist elsewhere'] === 404 && statuses.receptionist !== 404)
    met['receptionist elsewhere'] = 404;
  const all: Caller[] = [...callers, 'guardian', 'former guardian', 'receptionist elsewhere'];
  return { met, expected: Object.fromEntries(all.map((caller) => [caller, expectedFor(caller)])) };
}

const isRead = ({ method }: EndpointSpec): boolean => method === 'GET';

test('every endpoint that reads allows exactly the callers of the table', async () => {
  const met: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const spec of endpoints.filter(isRead)) {
    const outcomes = await outcomesOf(spec);
    met[endpointName(spec)] = outcomes.met;
    expected[endpointName(spec)] = outcomes.expected;
  }
  expect(met).toEqual(expected);
}, 60_000);

const writes = endpoints.filter((spec) => !isRead(spec));
test.each(writes.map((spec) => [endpointName(spec), spec] as const))(
  '%s opens to whom it should',
  async (_name, spec) => {
    const { met, expected } = await outcomesOf(spec);
    expect(met).toEqual(expected);
  },
);

test('every scope of the contract opens an endpoint', () => {
  expect([...new Set(Object.values(openToKeys))].toSorted()).toEqual(apiScopes.toSorted());
});

test('an API key opens only what its scopes name, while it is valid and its creator an admin', async () => {
  const none = 'insights.read';
  const keys = new Map<string, string>();
  for (const scope of keyScopes) keys.set(scope, await createApiKey(t, { scopes: [scope] }));
  const all = await createApiKey(t, { scopes: [...keyScopes] });
  const revoked = await createApiKey(t, { scopes: [...keyScopes] });
  await t.deps.db.execute(
    sql`update api_keys set revoked_at = now() where token_hash = ${hashToken(revoked)}`,
  );
  const expired = await createApiKey(t, { scopes: [...keyScopes], expiresAt: t.deps.now() });
  const orphaned = await createApiKey(t, { scopes: [...keyScopes] }, { deactivatedAt: t.deps.now() });
  const demoted = await createApiKey(t, { scopes: [...keyScopes] }, { role: 'doctor' });
  const met: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const spec of endpoints) {
    const name = endpointName(spec);
    const scope = openToKeys[name];
    const call = async (key: string) => {
      const body = ['GET', 'DELETE'].includes(spec.method) ? undefined : (bodies[name]?.() ?? {});
      const answer = await t.call(spec.method, addressOf(spec), {
        // The API key counts even if a session cookie is sent too.
        cookie: cookies.admin,
        ...(body === undefined ? {} : { body }),
        headers: {
          authorization: `Bearer ${key}`,
          ...(spec.binaryBody ? { 'content-type': spec.binaryBody[0] ?? '' } : {}),
        },
      });
      const refused = [401, 403].includes(answer.statusCode);
      return refused ? answer.json().code : outcomeOf(answer, 'in');
    };
    const other = scope === none ? 'services.read' : none;
    met[name] = {
      without: await call(keys.get(other) ?? ''),
      with: await call(scope ? (keys.get(scope) ?? '') : all),
      expired: await call(expired),
      revoked: await call(revoked),
      orphaned: await call(orphaned),
      demoted: await call(demoted),
      unknown: await call(`${all}x`),
    };
    const closed = 'key_refused';
    expected[name] = {
      without: scope ? 'scope_missing' : 'not_for_keys',
      with: scope ? 'in' : 'not_for_keys',
      expired: closed,
      revoked: closed,
      orphaned: closed,
      demoted: closed,
      unknown: closed,
    };
  }
  expect(met).toEqual(expected);
}, 120_000);

test.each(['patient', 'receptionist', 'doctor', 'admin'] as const)(
  'a %s whose last proof is older than 15 minutes must prove identity again for dangerous actions only',
  async (role) => {
    const id = role === 'patient' ? patientId : (await createSignedInUser(t, { role })).id;
    const signIn = t.deps.now();
    const later = new Date(signIn.getTime() + 15 * 60_000 + 1);
    const asked: string[] = [];
    for (const spec of endpoints.filter(({ path }) => path !== '/api/auth/logout')) {
      const body =
        bodies[endpointName(spec)]?.() ?? (['GET', 'DELETE'].includes(spec.method) ? undefined : {});
      // One session for each call, because some calls end the session.
      t.setNow(signIn);
      const cookie = await createSession(t, id);
      t.setNow(later);
      const answer = await t.call(spec.method, addressOf(spec), {
        cookie,
        ...(body === undefined ? {} : { body }),
        headers: spec.binaryBody ? { 'content-type': spec.binaryBody[0] ?? '' } : {},
      });
      if (answer.statusCode === 403 && answer.json().code === 'proof_needed') asked.push(endpointName(spec));
    }
    expect(asked.toSorted()).toEqual(proofRequiredEndpoints[role]);
  },
  60_000,
);

test('a patient with locked appointments is rejected by all endpoints outside the table', async () => {
  await t.deps.db.execute(
    sql`insert into visit_locks (user_id, pin_hash, set_at) values (${patientId}, 'x', now())`,
  );
  const hers = endpoints.filter(
    ({ access }) => access === 'signed-in' || (access !== 'public' && access.includes('patient')),
  );
  const open: string[] = [];
  for (const spec of hers) {
    const body = bodies[endpointName(spec)]?.() ?? (['GET', 'DELETE'].includes(spec.method) ? undefined : {});
    const answer = await t.call(spec.method, addressOf(spec), {
      // One session for each call, because some end the session and one unlocks it.
      cookie: await createSession(t, patientId),
      ...(body === undefined ? {} : { body }),
      headers: spec.binaryBody ? { 'content-type': spec.binaryBody[0] ?? '' } : {},
    });
    if (answer.statusCode !== 403 || answer.json().code !== 'visits_locked') open.push(endpointName(spec));
  }
  expect(open.toSorted()).toEqual(Object.keys(openWhileLocked).toSorted());
}, 60_000);

const states = {
  locked: sql`insert into visit_locks (user_id, pin_hash, set_at) select id, 'x', now() from users
    on conflict do nothing`,
  'second-step': sql`update sessions set awaits = 'second-step'`,
  'second-step-setup': sql`update sessions set awaits = 'second-step-setup'`,
  'new-secret': sql`update credentials set must_change = true`,
} as const;

test.each(Object.keys(states) as (keyof typeof states)[])(
  'public endpoints get no viewer in the state "%s", except those that need one',
  async (state) => {
    const known: string[] = [];
    for (const spec of endpoints.filter(({ access }) => access === 'public')) {
      const cookie = await createSession(t, patientId);
      await t.deps.db.execute(states[state]);
      seenViewer = undefined;
      await t.call(spec.method, addressOf(spec), {
        cookie,
        ...(['GET', 'DELETE'].includes(spec.method) ? {} : { body: {} }),
        headers: spec.binaryBody ? { 'content-type': spec.binaryBody[0] ?? '' } : {},
      });
      expect(seenViewer, endpointName(spec)).not.toBeUndefined();
      if (seenViewer !== null) known.push(endpointName(spec));
    }
    const named = identifiedAtPublic[state === 'locked' ? 'locked' : 'unfinished'];
    expect(known.toSorted()).toEqual(Object.keys(named).toSorted());
  },
  30_000,
);

test('changing a role or a staff sign-in requires a recent proof, changing a title does not', async () => {
  const { id } = await createSignedInUser(t, { role: 'doctor' });
  t.setNow(new Date(t.deps.now().getTime() + 15 * 60_000 + 1));
  const change = async (path: string, body: object) => {
    const answer = await t.call('PATCH', `/api/${path}/${id}`, { cookie: cookies.admin, body });
    return [answer.statusCode, answer.json().code];
  };
  expect(await change('users', { role: 'admin' })).toEqual([403, 'proof_needed']);
  expect(await change('users', { email: 'mine@example.com' })).toEqual([403, 'proof_needed']);
  expect(await change('staff', { role: 'admin' })).toEqual([403, 'proof_needed']);
  expect(await change('staff', { title: 'Consultant' })).toEqual([200, undefined]);
});

const refusalOf = {
  'second-step': 'second_step_required',
  'second-step-setup': 'second_step_setup_required',
  'new-secret': 'new_secret_required',
} as const;

test.each(Object.keys(openBeforeSignInEnds) as (keyof typeof openBeforeSignInEnds)[])(
  'a session in the state "%s" opens nothing but what the table names',
  async (state) => {
    const id = await addAccount(t.deps, 'boss', { role: 'admin' });
    const open: string[] = [];
    for (const spec of endpoints.filter(({ access }) => access !== 'public')) {
      const cookie = await createSession(t, id);
      await t.deps.db.execute(states[state]);
      const answer = await t.call(spec.method, addressOf(spec), {
        cookie,
        ...(['GET', 'DELETE'].includes(spec.method) ? {} : { body: {} }),
        headers: spec.binaryBody ? { 'content-type': spec.binaryBody[0] ?? '' } : {},
      });
      if (answer.statusCode !== 403 || answer.json().code !== refusalOf[state]) open.push(endpointName(spec));
    }
    expect(open.toSorted()).toEqual(Object.keys(openBeforeSignInEnds[state]).toSorted());
  },
  60_000,
);

test('the role “user” may do what a patient may, except book', async () => {
  const { id, cookie } = await createSignedInUser(t, { role: 'user' });
  const book = {
    userId: id,
    locationId: 1,
    appointmentDate: '2027-06-21',
    appointmentTime: '15:00',
    service: 'Check-up',
  };
  expect((await t.call('POST', '/api/appointments', { cookie, body: book })).statusCode).toBe(403);
  for (const path of [
    `/api/users/${id}`,
    `/api/appointments/user/${id}`,
    '/api/auth/user',
    '/api/notifications',
  ]) {
    expect((await t.call('GET', path, { cookie })).statusCode, path).toBe(200);
  }
  expect((await t.call('GET', `/api/users/${patientId}`, { cookie })).statusCode).toBe(404);
});
