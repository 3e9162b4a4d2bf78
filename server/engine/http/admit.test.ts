import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Long enough for a slow machine. */
const waitUntil = (check: () => void) => vi.waitFor(check, 10_000);

let t: TestApp;
let port: number;
const sockets: Socket[] = [];
let waiting: (() => void)[] = [];
/** Requests with a handler that waits. */
const working = () => waiting.length;

beforeEach(async () => {
  // A request of the previous test may still start: it must not count here.
  const own: typeof waiting = [];
  waiting = own;
  t = await createTestApp({ TRUST_PROXY: '1' }, (app) => {
    app.get('/slow', () => new Promise<string>((answer) => own.push(() => answer('answered'))));
  });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const answer of waiting.splice(0)) answer();
  for (const socket of sockets.splice(0)) socket.destroy();
  await t.close();
});

async function say(text: string): Promise<() => string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  await once(socket, 'connect');
  socket.write(text);
  return () => heard;
}
let networks = 0;
const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 198.51.${networks >> 8}.${networks++ % 256}\r\n${more}\r\n`;

/** Sends anonymous requests, each from another network, until no more are admitted. */
async function fillPlaces(): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => say(head('GET /slow'))));
  await waitUntil(() => expect(t.deps.admission.waiting).toBe(13));
  expect(working()).toBe(7);
}

test('staff, bookings, files and public pages are answered while anonymous requests fill their places', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'receptionist' });
  await t.call('GET', '/api/auth/user', { cookie });
  await fillPlaces();
  expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(200);
  const booking = await t.call('POST', '/api/auth/phone/request-otp', { body: { phone: '01001234567' } });
  expect(booking.statusCode).toBe(200);
  expect((await t.call('GET', '/healthz')).statusCode).toBe(200);
  expect((await t.call('GET', '/assets/none.js')).statusCode).toBe(404);
});

test('a cookie without a staff session gives no priority', async () => {
  await fillPlaces();
  const made = t.call('GET', '/api/locations', { cookie: 'session=made-up' });
  await waitUntil(() => expect(t.deps.admission.waiting).toBe(14));
  await waitUntil(() => {
    for (const answer of waiting.splice(0)) answer();
    expect(t.deps.admission.waiting).toBe(0);
  });
  expect((await made).statusCode).toBe(200);
});

test('announced bodies that do not arrive, and rejected ones, hold no place', async () => {
  const json = 'content-type: application/json\r\n';
  const drips = await Promise.all(
    Array.from({ length: 30 }, () =>
      say(`${head('POST /api/auth/login', `${json}content-length: 90\r\n`)}{"u`),
    ),
  );
  const large = await Promise.all(
    Array.from({ length: 30 }, () =>
      say(`${head('POST /api/uploads', 'content-type: image/png\r\ncontent-length: 7000000\r\n')}PNG`),
    ),
  );
  await waitUntil(() => {
    for (const heard of large) expect(heard()).toMatch(/^HTTP\/1\.1 401 /);
  });
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { cookie, 'content-type': 'image/png' },
    payload: Buffer.from('no picture'),
  });
  expect(answer.statusCode).toBe(422);
  expect(drips.map((heard) => heard())).toEqual(drips.map(() => ''));
  await fillPlaces();
});

test('a disconnected caller leaves the queue, and an answer that is being sent holds no place', async () => {
  await fillPlaces();
  for (const socket of sockets) socket.destroy();
  await waitUntil(() => expect(t.deps.admission.waiting).toBe(0));
  waiting.splice(0);
  await fillPlaces();
});
