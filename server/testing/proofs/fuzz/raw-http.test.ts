import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { internalTermsInSentences, internalTermsPattern } from './inside.ts';
import { LoopWatch } from './loop.ts';

/** Every run of the suite sends the same messages; `npm run prove fuzz` sends more and other ones. */
const { RAW_REQUESTS = '600', FUZZ_SEED = '11', FUZZ_STALL_MS = '' } = process.env;
const atOnce = 8;
const patience = 60_000 + Number(RAW_REQUESTS) * 100;

let t: TestApp;
let port: number;
let inside: RegExp;
beforeAll(async () => {
  t = await createTestApp();
  inside = await internalTermsPattern(t);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

const methods = 'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE CONNECT PRI get'.split(' ');
const targets = [
  ['/', '/ar', '/book', '/api/locations', '/api/auth/login', '/healthz', '/uploads/a.webp', '/assets/a.js'],
  [
    '*',
    '',
    '//',
    '/%',
    '/%00',
    '/%ff',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../../etc/passwd',
    '/.env',
    '/?%',
    '/#a',
  ],
  ['http://other.example/', 'https://other.example:99999/', 'other.example:443', '/a\\b', '/\u00e9', '/ a'],
  [`/${'a'.repeat(20_000)}`, `/?${'a=1&'.repeat(3000)}`, '/api/locations/1e9/availability', '/ar/ar/ar'],
].flat();
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTP/1.1', ''];
const headers = [
  [
    'host: a',
    'host: b',
    'host:',
    'host: a, b',
    ': a',
    'a',
    ' a: b',
    'a : b',
    'a\u0000: b',
    'x: \u00ff\u0001',
  ],
  ['5', '5, 6', '-1', '99999999999', '0x5'].map((length) => `content-length: ${length}`),
  ['chunked', 'gzip, chunked', 'x', 'chunked, chunked'].map((coding) => `transfer-encoding: ${coding}`),
  ['connection: close', 'connection: upgrade', 'upgrade: websocket', 'upgrade: h2c', 'http2-settings: AA'],
  ['expect: 100-continue', 'expect: 1', 'content-type: application/json', 'content-type: ;;;'],
  ['content-encoding: gzip', 'cookie: session=%', 'origin: null', `x: ${'a'.repeat(20_000)}`],
  Array(150).fill('x: y').join('\r\n'),
].flat();
const chunks = [
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '-1\r\n\r\n',
  'ffffffffffffffff\r\n',
  '0\r\nx: y\r\n\r\n',
];
const bodies = ['', '{}', ...chunks, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', '\u0000'.repeat(300)];

/** A message that no browser would send. */
const anyMessage = fc
  .record({
    method: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('GET', 'POST') }, fc.constantFrom(...methods)),
    target: fc.constantFrom(...targets),
    version: fc.oneof({ weight: 4, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom(...versions)),
    said: fc.array(fc.constantFrom(...headers), { maxLength: 6 }),
    body: fc.constantFrom(...bodies),
    line: fc.oneof({ weight: 8, arbitrary: fc.constant('\r\n') }, fc.constantFrom('\n', '\r', '\r\n ')),
    times: fc.constantFrom(1, 1, 1, 3),
    cut: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ method, target, version, said, body, line, times, cut }) => {
    const whole = [`${method} ${target} ${version}`.trimEnd(), ...said, '', body].join(line).repeat(times);
    return whole.slice(0, Math.ceil(whole.length * cut));
  });
const anyNoise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

/** Reads the whole answer until both sides have closed the connection. */
function answerTo(message: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (part) => {
      heard += part.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(heard));
    socket.end(Buffer.from(message, 'latin1'));
  });
}

test('any bytes get no server error, and the next request is served', {
  timeout: patience,
}, async () => {
  const any = fc.oneof({ weight: 9, arbitrary: anyMessage }, { weight: 1, arbitrary: anyNoise });
  const messages = fc.sample(any, { numRuns: Number(RAW_REQUESTS), seed: Number(FUZZ_SEED) });
  const watch = FUZZ_STALL_MS ? new LoopWatch(Number(FUZZ_STALL_MS)) : undefined;
  const wrong: string[] = [];
  const send = async (message: string) => {
    const answer = await answerTo(message);
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
    const refused = statuses.every((status) => status >= 400);
    const told = inside.test(answer) || (refused && internalTermsInSentences.test(answer));
    // 503: eight senders without a pause may fill the admission queue.
    if (told || statuses.some((status) => status >= 500 && status !== 503))
      wrong.push(`${JSON.stringify(message).slice(0, 400)} → ${answer.slice(0, 300)}`);
  };
  while (messages.length > 0) {
    const batch = messages.splice(-atOnce);
    const sendAll = () => Promise.all(batch.map(send));
    await (watch ? watch.over(`${atOnce} messages at once`, sendAll) : sendAll());
    for (const stall of (await watch?.stallsAmong(batch, answerTo)) ?? [])
      wrong.push(`held the event loop: ${JSON.stringify(stall).slice(0, 400)}`);
  }
  if (watch) process.stdout.write(`${watch.figures().join('\n')}\n`);
  expect(wrong).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
