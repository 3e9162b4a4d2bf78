import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { startChild } from '#server/testing/child-process.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { closeServer } from './shutdown.ts';

let t: TestApp;
const sockets: Socket[] = [];
/** Requests that have arrived, at least their head. */
let asked = 0;
let letGo = () => undefined as void;
/**
 * The promised time of a shutdown; without closing them, idle and half-sent connections would last 30 s or
 * more.
 */
const promisedMs = 3000;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await t.close();
});

async function listening(): Promise<number> {
  const waited = new Promise<void>((go) => {
    letGo = go;
  });
  asked = 0;
  t = await createTestApp({}, (app) => {
    app.server.on('request', () => asked++);
    app.get('/slow', () => waited.then(() => 'answered'));
  });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  return (t.app.server.address() as AddressInfo).port;
}

interface Caller {
  socket: Socket;
  heard(): string;
  gone: Promise<unknown>;
}

async function call(port: number, says: string): Promise<Caller> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  socket.on('error', () => undefined);
  const gone = new Promise((done) => socket.once('close', done));
  await once(socket, 'connect');
  if (says) socket.write(says);
  return { socket, heard: () => heard, gone };
}

test('shutdown answers requests in progress and is not delayed by silent, half-sent, streaming or busy connections', async () => {
  const port = await listening();
  const { cookie } = await createSignedInUser(t, { role: 'doctor' });
  const host = 'host: localhost\r\n';
  const callers = await Promise.all([
    call(port, ''), // a browser's preconnect
    call(port, 'GET /healthz HTTP/1.1\r\nho'), // half a head
    call(
      port,
      `POST /api/auth/login HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 90\r\n\r\n{"us`,
    ),
    call(port, `GET /api/events HTTP/1.1\r\n${host}cookie: ${cookie}\r\n\r\n`),
    call(port, `GET /healthz HTTP/1.1\r\n${host}\r\n`), // kept alive, and idle by then
  ]);
  const busy = await call(port, `GET /slow HTTP/1.1\r\n${host}\r\n`);
  await vi.waitFor(() => {
    expect(asked).toBe(4);
    expect(callers[3]?.heard()).toContain('text/event-stream');
    expect(callers[4]?.heard()).toContain('200 OK');
  }, 10_000);
  const started = performance.now();
  t.deps.shutdown.started = true;
  const closed = closeServer(t.app);
  busy.socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n`); // asks for more while it ends
  await callers[4]?.gone;
  letGo();
  await closed;
  await Promise.all([...callers, busy].map(({ gone }) => gone));
  expect(performance.now() - started).toBeLessThan(promisedMs);
  expect(busy.heard()).toContain('answered');
  expect(busy.heard().toLowerCase()).toContain('connection: close');
});

test('shutdown first reports not ready to the proxy and serves what the proxy sends until then', async () => {
  const port = await listening();
  const asks = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const kept = await call(port, asks);
  await vi.waitFor(() => expect(kept.heard()).toContain('200 OK'), 10_000);
  expect((await t.call('GET', '/readyz')).statusCode).toBe(200);
  t.deps.shutdown.started = true;
  expect((await t.call('GET', '/readyz')).statusCode).toBe(503);
  kept.socket.write(asks);
  const late = await call(port, asks);
  await Promise.all([kept.gone, late.gone]);
  for (const { heard } of [kept, late])
    expect(heard().toLowerCase()).toMatch(/200 ok(?:(?!200 ok).)*connection: close/s);
});

test('a second signal does not end the process before it has closed', async () => {
  const child = await startChild(`import { onEndSignal } from '#server/engine/http/shutdown.ts';
    const said = (text) => process.stdout.write(text + '\\n');
    onEndSignal(async (signal) => {
      said('closing after ' + signal);
      await new Promise((done) => setTimeout(done, 200));
      said('closed');
      process.exit(0);
    });
    setInterval(() => {}, 1000);
    said('open');`);
  await child.until('open');
  child.process.kill('SIGINT');
  await child.until('closing');
  child.process.kill('SIGINT');
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(child.output()).toBe('open\nclosing after SIGINT\nclosed\n');
});
