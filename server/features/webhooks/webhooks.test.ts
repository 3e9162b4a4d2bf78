import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { makeClinic } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { webhookEvents } from '#shared/domain/connections/webhook-events.ts';
import { enqueueWebhooks } from './actions.ts';

const clinic = await createTestApp({ WEBHOOKS_ANYWHERE: '1', OWNER_USERNAME: 'madam' });
const { call, deps } = clinic;
const second = 1000;
const hour = 3600 * second;
let admin = '';
let mona = { id: 0, cookie: '' };
let service = '';
let worker = clinic.worker();

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks: the requests that it got, and how it answers. */
async function receiver(answer: (response: ServerResponse, got: Got) => void = (response) => response.end()) {
  const got: Got[] = [];
  const state = { answer };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      got.push(one);
      state.answer(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
  closing.push(close);
  return { url, got, state, close };
}
let closing: (() => Promise<void>)[] = [];
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end();

beforeEach(async () => {
  await clinic.reset();
  service = (await makeClinic(deps.db, { rooms: 5 })).service.name;
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await createSignedInUser(clinic, { role: 'patient', name: 'Mona', phone: '+201001234567' });
  worker = clinic.worker();
});
afterEach(async () => {
  await worker.stop();
  for (const close of closing.splice(0)) await close();
  closing = [];
});
afterAll(clinic.close);

const send = async (method: string, url: string, body?: object, cookie = admin) => {
  const answer = await call(method, url, { cookie, ...(body ? { body } : {}) });
  expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(300);
  return answer.body === '' ? null : answer.json();
};
const hook = (url: string, more: object = {}) =>
  send('POST', '/api/webhooks', { name: 'Books', url, events: webhookEvents, details: false, ...more });
const at = (appointmentDate: string, appointmentTime: string) => ({ appointmentDate, appointmentTime });
const book = async (date = '2027-06-14', time = '15:00:00') =>
  send(
    'POST',
    '/api/appointments',
    { userId: mona.id, locationId: 1, service, ...at(date, time) },
    mona.cookie,
  );
/** Sends all due events. */
async function deliver() {
  await enqueueWebhooks(deps);
  await worker.poke();
}
const deliveries = async (id: number) =>
  (await send('GET', `/api/webhooks/${id}/deliveries`)) as { id: string; event: string; state: string }[];
const later = (ms: number) => clinic.setNow(new Date(deps.now().getTime() + ms));
const typesOf = (got: readonly Got[]) => got.map(({ body }) => JSON.parse(body).type);

test('events are sent once, in order, signed by Standard Webhooks, with ids only', async () => {
  const program = await receiver();
  const { secret } = await hook(program.url);
  const { id } = await book();
  await send('PATCH', `/api/appointments/${id}`, { appointmentTime: '16:00:00' });
  await send('PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
  await send('PATCH', `/api/users/${mona.id}`, { name: 'Mona Samir' });
  await deliver();
  await deliver();
  expect(typesOf(program.got).filter((type) => type !== 'patient.changed')).toEqual([
    'visit.booked',
    'visit.moved',
    'visit.cancelled',
  ]);
  expect(typesOf(program.got)).toContain('patient.changed');
  // Signed for the time of the clinic's clock, because the verifier uses the real clock. Ids and signatures
  // may contain forbidden words by chance.
  for (const { body, headers } of program.got) {
    expect(JSON.stringify(JSON.parse(body).data)).not.toMatch(/Mona|Gyn|2010|15:00/);
    const at = new Date(Number(headers['webhook-timestamp']) * second);
    expect(at).toEqual(deps.now());
    const verifier = new Verifier(secret);
    expect(verifier.sign(String(headers['webhook-id']), at, body)).toBe(headers['webhook-signature']);
    expect(headers['content-type']).toBe('application/json');
  }
  // Two subjects, the appointment and the patient: their order is not guaranteed.
  const booked = program.got.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'visit.booked');
  expect(booked).toEqual({
    type: 'visit.booked',
    timestamp: expect.any(String),
    data: { visit: id, patient: mona.id, branch: 1 },
  });
});

test('a move with confirmation is sent as moved, a confirmation alone not, a reopening as booked', async () => {
  const program = await receiver();
  await hook(program.url);
  const { id } = await book();
  await send('PATCH', `/api/appointments/${id}`, { appointmentTime: '16:00:00', status: 'confirmed' });
  const other = await book('2027-06-15');
  for (const status of ['confirmed', 'cancelled', 'confirmed'])
    await send('PATCH', `/api/appointments/${other.id}`, { status });
  await deliver();
  const said = program.got.map(({ body }) => JSON.parse(body));
  const of = (visit: number) => said.filter(({ data }) => data.visit === visit).map(({ type }) => type);
  expect(of(id)).toEqual(['visit.booked', 'visit.moved']);
  expect(of(other.id)).toEqual(['visit.booked', 'visit.cancelled', 'visit.booked']);
});

test('appointments of the owner are sent to no webhook', async () => {
  const program = await receiver();
  await hook(program.url);
  const owner = await createSignedInUser(clinic, {
    role: 'patient',
    username: 'madam',
    phone: '+201001234599',
  });
  const own = await call('POST', '/api/appointments', {
    cookie: owner.cookie,
    body: { userId: owner.id, locationId: 1, service, ...at('2027-06-14', '15:00:00') },
  });
  expect(own.statusCode, own.body).toBe(201);
  const { id } = await book('2027-06-15');
  await deliver();
  expect(program.got.map(({ body }) => JSON.parse(body).data.visit)).toEqual([id]);
});

test('an independent library verifies the signature by the real clock', async () => {
  const program = await receiver();
  const { id, secret } = await hook(program.url);
  clinic.setNow(new Date());
  await send(
    'POST',
    `/api/webhooks/${id}/trial`,
    undefined,
    (await createSignedInUser(clinic, { role: 'admin' })).cookie,
  );
  await deliver();
  const [got] = program.got;
  const verified = new Verifier(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);
  expect(verified).toMatchObject({ type: 'webhook.trial', data: {} });
  const tampered = () => new Verifier(secret).verify(`${got?.body} `, got?.headers as Record<string, string>);
  expect(tampered).toThrow();
});

test('details include the time, but no name, note or text', async () => {
  const program = await receiver();
  await hook(program.url, { details: true, events: ['visit.booked', 'patient.changed'] });
  const { id } = await book();
  await send('PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
  await send('PATCH', `/api/users/${mona.id}`, { name: 'Mona Samir' });
  await deliver();
  // Two subjects: their order is not guaranteed.
  const said = program.got.map(({ body }) => JSON.parse(body));
  const inOrder = said.toSorted((a, b) => b.type.localeCompare(a.type));
  expect(inOrder.map(({ data }) => data)).toEqual([
    {
      visit: id,
      patient: mona.id,
      branch: 1,
      date: '2027-06-14',
      time: '15:00:00',
      minutes: 20,
      status: 'pending',
      doctor: null,
      service: 1,
    },
    { patient: mona.id, fields: ['name'] },
  ]);
});

test('an unreachable receiver is called less and less often and gets all events in order afterwards', async () => {
  const program = await receiver(status(503));
  const { id } = await hook(program.url);
  const visit = await book();
  await deliver();
  expect(await deliveries(id)).toMatchObject([{ event: 'visit.booked', state: 'failed' }]);
  await send('PATCH', `/api/appointments/${visit.id}`, { appointmentTime: '16:00:00' });
  await deliver();
  // Later events wait for earlier ones.
  expect(typesOf(program.got)).toEqual(['visit.booked']);
  program.state.answer = (response) => response.end();
  for (let look = 0; look < 3; look++) {
    later(60 * second);
    await deliver();
  }
  expect(typesOf(program.got)).toEqual(['visit.booked', 'visit.booked', 'visit.moved']);
  const ids = program.got.map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
  expect((await send('GET', '/api/webhooks'))[0]).toMatchObject({ failingSince: null, off: null });
});

test('a redirect counts as a failure and is not followed', async () => {
  const secretPlace = await receiver();
  const program = await receiver((response) => response.writeHead(307, { location: secretPlace.url }).end());
  const { id } = await hook(program.url);
  await book();
  await deliver();
  expect(secretPlace.got).toEqual([]);
  const [failed] = await send('GET', `/api/webhooks/${id}/deliveries`);
  expect(failed).toMatchObject({ state: 'failed', error: 'it answered 307: redirects are not followed' });
});

test('a receiver that does not answer delays no other, and is paused after three attempts', async () => {
  const silent = await receiver((response) => void response.socket?.destroy());
  const quick = await receiver();
  const { id } = await hook(silent.url);
  await hook(quick.url);
  for (let day = 14; day < 20; day++) await book(`2027-06-${day}`).catch(() => undefined);
  await deliver();
  const booked = quick.got.length;
  expect(booked).toBeGreaterThan(1);
  const tried = silent.got.length;
  expect(tried).toBeLessThan(10);
  await deliver();
  expect(silent.got).toHaveLength(tried);
  expect((await deliveries(id)).every(({ state }) => state !== 'dead')).toBe(true);
});

test('waiting events are sent again after the pause, and not before', async () => {
  const silent = await receiver((response) => void response.socket?.destroy());
  const { id } = await hook(silent.url);
  for (let n = 0; n < 12; n++) await send('POST', `/api/webhooks/${id}/trial`);
  await deliver();
  // Three to six events are sent before the first pause; each retry doubles the pause, at least 40 s in
  // total.
  for (const seconds of [60, 60, 60, 6]) {
    later(seconds * second);
    await deliver();
  }
  const { rows } = await deps.database.pool.query(
    `select run_at from messages where channel = 'webhook' and attempts = 0`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { run_at } of rows) expect(run_at.getTime() - deps.now().getTime()).toBeGreaterThan(30 * second);
});

test('a slow receiver delays no other', async () => {
  const slow = await receiver(() => undefined);
  const quick = await receiver();
  await hook(slow.url);
  await hook(quick.url);
  await book();
  await enqueueWebhooks(deps);
  const sending = worker.poke();
  await expect.poll(() => [slow.got.length, quick.got.length]).toEqual([1, 1]);
  // The receiver closes the connection at last.
  await slow.close();
  await sending;
  expect(typesOf(quick.got)).toEqual(['visit.booked']);
});

test('a webhook without success for a day is turned off, admins are told, and it can be turned on again', async () => {
  const program = await receiver(status(500));
  const { id } = await hook(program.url);
  await book();
  await deliver();
  const alarms = async () => (await send('GET', '/api/logs/alarms')) as { kind: string; count: number }[];
  expect((await alarms()).filter(({ kind }) => kind === 'webhook')).toEqual([]);
  later(25 * hour);
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  admin = cookie;
  await deliver();
  expect((await send('GET', '/api/webhooks'))[0]).toMatchObject({ off: 'failing' });
  expect(await alarms()).toContainEqual({ kind: 'webhook', channel: null, count: 1, since: null });
  const told = program.got.length;
  await send('PATCH', `/api/users/${mona.id}`, { name: 'Mona S' });
  await deliver();
  expect(program.got).toHaveLength(told);

  program.state.answer = (response) => response.end();
  expect(await send('PATCH', `/api/webhooks/${id}`, { on: true })).toMatchObject({ off: null });
  await send('PATCH', `/api/users/${mona.id}`, { name: 'Mona T' });
  later(2 * 60 * second);
  await deliver();
  // Events that happened while the webhook was off are not sent.
  expect(typesOf(program.got.slice(told)).filter((type) => type === 'patient.changed')).toHaveLength(1);
});

test('an answer of 410 turns the webhook off', async () => {
  const program = await receiver(status(410));
  await hook(program.url);
  await book();
  await deliver();
  expect((await send('GET', '/api/webhooks'))[0]).toMatchObject({ off: 'gone' });
});

test('an event can be sent again by hand under the same id', async () => {
  const program = await receiver();
  const { id } = await hook(program.url);
  await book();
  await deliver();
  const [sent] = await deliveries(id);
  expect(sent).toMatchObject({ state: 'sent' });
  await send('POST', `/api/webhooks/${id}/deliveries/${sent?.id}/send-again`);
  await deliver();
  const [first, again] = program.got;
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(again?.body).toBe(first?.body);
});

test('for a day the previous secret signs too', async () => {
  const program = await receiver();
  const { id, secret } = await hook(program.url);
  const renewed = await send('POST', `/api/webhooks/${id}/secret`);
  const signatures = async () => {
    await book('2027-06-15', `${15 + program.got.length}:00:00`);
    await deliver();
    const { headers, body } = program.got.at(-1) as Got;
    const at = new Date(Number(headers['webhook-timestamp']) * second);
    const by = (key: string) => new Verifier(key).sign(String(headers['webhook-id']), at, body);
    const given = String(headers['webhook-signature']).split(' ');
    return [by(renewed.secret), by(secret)].map((one) => given.includes(one));
  };
  expect(await signatures()).toEqual([true, true]);
  later(25 * hour);
  mona = await createSignedInUser(clinic, { role: 'patient' });
  expect(await signatures()).toEqual([true, false]);
});

test('a removed webhook gets nothing, including waiting events, and secrets are shown once', async () => {
  const program = await receiver();
  const { id, secret } = await hook(program.url);
  expect(JSON.stringify(await send('GET', '/api/webhooks'))).not.toContain(secret);
  await book();
  await enqueueWebhooks(deps);
  await send('DELETE', `/api/webhooks/${id}`);
  await deliver();
  expect(program.got).toEqual([]);
  expect((await call('GET', `/api/webhooks/${id}/deliveries`, { cookie: admin })).statusCode).toBe(404);
  const { rows } = await deps.database.pool.query(
    `select before, after from events where subject = 'webhooks'`,
  );
  expect(JSON.stringify(rows)).not.toContain('whsec_');
});

test('two processes send each event once', async () => {
  const program = await receiver();
  await hook(program.url);
  await book();
  await Promise.all([enqueueWebhooks(deps), enqueueWebhooks(deps), enqueueWebhooks(deps)]);
  await worker.poke();
  expect(typesOf(program.got)).toEqual(['visit.booked']);
});

test('without the development setting only public https addresses are accepted', async () => {
  const strict = await createTestApp();
  const { cookie } = await createSignedInUser(strict, { role: 'admin' });
  const make = async (url: string) =>
    (
      await strict.call('POST', '/api/webhooks', {
        cookie,
        body: { name: 'X', url, events: ['visit.booked'], details: false },
      })
    ).statusCode;
  for (const url of [
    'http://example.com/',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://hooks.example.com:8080/',
    'https://hooks.example.com:22/',
    'not an address',
  ])
    expect(await make(url), url).toBe(400);
  expect(await make('https://hooks.example.com/clinic')).toBe(201);
  expect(await make('https://hooks.example.com:8443/clinic')).toBe(201);
  await strict.close();
});
