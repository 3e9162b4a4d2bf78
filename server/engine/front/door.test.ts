import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Door } from './door.ts';
import { turnAway } from './turn-away.ts';
import { givePlaceBack, Urgencies } from './urgency.ts';

const urgencies = new Urgencies();
urgencies.add({ method: 'POST', path: '/api/appointments', urgency: 'first' });
urgencies.add({ method: 'GET', path: '/api/appointments/day', urgency: 'first' });
urgencies.add({ method: 'GET', path: '/api/logs/:log/export', urgency: 'last' });

let server: Server;
let door: Door;
let most = 0;
/** How many were served between somebody's coming and her own turn, at most. */
let mostBefore = 0;

afterEach(() => {
  server.closeAllConnections();
  server.close();
  door.close();
});

/** One thing at a time, each of 10 ms: 100 a second is all it can do. */
function slowServer(serveMs = 10): Promise<number> {
  let work = Promise.resolve();
  let inside = 0;
  let served = 0;
  const servedWhenHeard = new WeakMap<IncomingMessage, number>();
  [most, mostBefore] = [0, 0];
  const serve = (asked: IncomingMessage, response: ServerResponse): void => {
    most = Math.max(most, ++inside);
    mostBefore = Math.max(mostBefore, served - (servedWhenHeard.get(asked) ?? 0));
    asked.resume();
    work = work
      .then(() => sleep(serveMs))
      .then(() => {
        inside--;
        served++;
        response.end('served');
      });
  };
  return listening(serve, (asked) => servedWhenHeard.set(asked, served));
}

async function listening(
  serve: (asked: IncomingMessage, response: ServerResponse) => void,
  hear: (asked: IncomingMessage) => void = () => undefined,
  opens = true,
): Promise<number> {
  door = new Door(turnAway({}), urgencies.of);
  if (opens) door.open(serve);
  server = createServer((asked, response) => {
    hear(asked);
    door.enter(asked, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function ask(port: number, path: string, body?: string) {
  return new Promise<{ status: number; after: string | undefined }>((done, fail) => {
    const sent = request(
      {
        port,
        path,
        method: body ? 'POST' : 'GET',
        agent: false,
        headers: body ? { 'content-length': body.length } : {},
      },
      (answer) => {
        answer.resume().on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            after: answer.headers['retry-after'],
          }),
        );
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

test('with ten times the work it can do it serves what it can and tells the rest at once when to come again', async () => {
  const port = await slowServer();
  // Nobody of these is refused, and by them the door has learned how fast places come free.
  for (let n = 0; n < 2; n++) await Promise.all(Array.from({ length: 28 }, () => ask(port, '/')));
  mostBefore = 0;
  const answers: ReturnType<typeof ask>[] = [];
  for (let i = 0; i < 100; i++) {
    for (let n = 0; n < 10; n++) answers.push(ask(port, '/'));
    await sleep(10);
  }
  const all = await Promise.all(answers);
  const served = all.filter(({ status }) => status === 200);
  const refused = all.filter(({ status }) => status === 503);
  expect(served.length + refused.length).toBe(1000);
  expect(served.length).toBeGreaterThan(40);
  expect(refused.length).toBeGreaterThan(400);
  expect(refused.every(({ after }) => Number(after) >= 1)).toBe(true);
  expect(most).toBeLessThanOrEqual(12);
  // Without the queue's bound the last of a thousand would have waited for a thousand others.
  expect(mostBefore).toBeLessThan(60);
}, 30_000);

test('a booking is served before lists and logs', async () => {
  const port = await slowServer();
  const flood = Array.from({ length: 150 }, (_, i) => ask(port, i % 2 ? '/' : '/api/logs/audit/export'));
  await sleep(60);
  const booked = await Promise.all([1, 2, 3, 4, 5].map(() => ask(port, '/api/appointments', '{}')));
  const others = await Promise.all(flood);
  expect(booked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(others.filter(({ status }) => status === 503).length).toBeGreaterThan(30);
}, 30_000);

test('of a crowd in one turn, bookings, whose bodies come after all heads, are let in like the desk', async () => {
  const port = await slowServer();
  for (let n = 0; n < 2; n++) await Promise.all(Array.from({ length: 28 }, () => ask(port, '/')));
  const sockets = Array.from({ length: 160 }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await sleep(100);
  const answers = sockets.map((socket, i) => {
    const [line, body] = i % 2 ? ['GET /api/appointments/day', ''] : ['POST /api/appointments', '{}'];
    socket.write(`${line} HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    return once(socket, 'data').then(([answer]) => String(answer).startsWith('HTTP/1.1 200'));
  });
  const served = await Promise.all(answers);
  const [booked, shown] = [0, 1].map((kind) => served.filter((is, i) => is && i % 2 === kind).length);
  expect(shown).toBeGreaterThan(0);
  expect(booked).toBeGreaterThan(Number(shown) / 2);
}, 30_000);

test('bookings without end keep nobody else out for good', async () => {
  const port = await slowServer();
  let going = true;
  const crowd = Array.from({ length: 24 }, async () => {
    while (going) await ask(port, '/api/appointments', '{}');
  });
  await sleep(500);
  const others = await Promise.all(['/', '/', '/api/logs/audit/export'].map((path) => ask(port, path)));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  going = false;
  await Promise.all(crowd);
});

test('while bookings come without end one of the others comes in each tenth of a second', async () => {
  const port = await slowServer();
  let going = true;
  let bookings = 0;
  let others = 0;
  const booking = async () => {
    while (going) if ((await ask(port, '/api/appointments', '{}')).status === 200) bookings++;
  };
  const other = async () => {
    for (; going; await sleep(10)) if ((await ask(port, '/')).status === 200) others++;
  };
  const crowd = Array.from({ length: 24 }, booking);
  await sleep(500);
  const [began, before] = [performance.now(), bookings];
  crowd.push(...Array.from({ length: 12 }, other));
  await sleep(2000);
  const tenths = (performance.now() - began) / 100;
  const [served, booked] = [others, bookings - before];
  going = false;
  await Promise.all(crowd);
  expect(served).toBeGreaterThan(tenths / 3);
  expect(served).toBeLessThanOrEqual(tenths + 1);
  expect(booked).toBeGreaterThan(3 * served);
});

test('bodies that drip hold no place', async () => {
  const served: unknown[] = [];
  let heard = 0;
  const serve = ({ method }: IncomingMessage, response: ServerResponse) => {
    served.push(method);
    response.end('served');
  };
  const port = await listening(serve, () => heard++);
  const dripping = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /api/appointments HTTP/1.1\r\nhost: a\r\ncontent-length: 50\r\n\r\n{');
    return socket;
  });
  await vi.waitFor(() => expect(heard).toBe(40), 5000);
  expect((await ask(port, '/')).status).toBe(200);
  expect(served).toEqual(['GET']);
  for (const socket of dripping) socket.destroy();
});

test('who waits for something else than us gives her place back after a second', async () => {
  const port = await slowServer(60_000);
  for (let i = 0; i < 12; i++) void ask(port, '/').catch(() => undefined);
  await sleep(1300);
  const later = ask(port, '/').catch(() => undefined);
  await sleep(100);
  expect(most).toBe(13);
  server.closeAllConnections();
  await later;
});

test('who waits for a queue of its own gives her place back at once', async () => {
  const port = await listening(({ url }, response) => {
    if (url === '/') response.end('served');
    else void Promise.resolve().then(givePlaceBack);
  });
  const crowd = Array.from({ length: 40 }, () => ask(port, '/api/appointments', '{}').catch(() => undefined));
  const began = performance.now();
  expect((await ask(port, '/')).status).toBe(200);
  // Before any loan is over.
  expect(performance.now() - began).toBeLessThan(900);
  server.closeAllConnections();
  await Promise.all(crowd);
});

test('who comes while the clinic opens waits, and is told to come again where too many do', async () => {
  const serve = (_asked: IncomingMessage, response: ServerResponse) => void response.end('served');
  const port = await listening(serve, undefined, false);
  expect((await ask(port, '/readyz')).status).toBe(503);
  const caller = connect(port, '127.0.0.1');
  const heard = text(caller);
  const asks = Array.from({ length: 266 }, (_, i) => `GET /${i} HTTP/1.1\r\nhost: a\r\n`);
  caller.write(`${asks.join('\r\n')}connection: close\r\n\r\n`);
  await vi.waitFor(() => expect(door.refused.usual).toBe(10), 5000);
  door.open(serve);
  expect((await heard).match(/HTTP\/1.1 200/g)).toHaveLength(256);
  expect((await ask(port, '/readyz')).status).toBe(200);
});

test('how long it took to open is not held against who comes next', async () => {
  let heard = 0;
  const busy = () => undefined;
  const port = await listening(busy, () => heard++, false);
  const crowd = Array.from({ length: 40 }, () => ask(port, '/somewhere').catch(() => undefined));
  await vi.waitFor(() => expect(heard).toBe(40), 5000);
  const openedAt = performance.now() + 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => openedAt);
  door.open(busy);
  crowd.push(ask(port, '/somewhere').catch(() => undefined));
  await vi.waitFor(() => expect(heard).toBe(41), 5000);
  clock.mockRestore();
  expect(door.refused.usual).toBe(0);
  server.closeAllConnections();
  await Promise.all(crowd);
});

test('a public page is shown whatever waits, to whom no session is looked up', async () => {
  const port = await slowServer(60_000);
  urgencies.addPage('/ar');
  const crowd = Array.from({ length: 40 }, () => ask(port, '/somewhere').catch(() => undefined));
  await vi.waitFor(() => expect(most).toBe(12), 5000);
  const light = ask(port, '/ar').catch(() => undefined);
  await vi.waitFor(() => expect(most).toBe(13), 5000);
  server.closeAllConnections();
  await Promise.all([...crowd, light]);
});

test('a page that was given gets its files also while the event loop does not keep up', async () => {
  const port = await slowServer(60_000);
  urgencies.addPage('/ar');
  const crowd = Array.from({ length: 40 }, () => ask(port, '/somewhere').catch(() => undefined));
  await vi.waitFor(() => expect(most).toBe(12), 5000);
  // Longer than a page would wait, and seen by the door before it hears of either.
  const stoodStill = performance.now() + 300;
  const page = ask(port, '/ar');
  const file = ask(port, '/assets/a.js').catch(() => undefined);
  while (performance.now() < stoodStill);
  expect((await page).status).toBe(503);
  await vi.waitFor(() => expect(most).toBe(13), 5000);
  server.closeAllConnections();
  await Promise.all([...crowd, file]);
});

test('who is known, and what is written, waits her turn', () => {
  urgencies.addPage('/ar');
  const cookie = 'theme=dark; __Host-session=abc';
  expect(urgencies.of({ method: 'GET', url: '/ar?x=1', headers: {} })).toBe('light');
  expect(urgencies.of({ method: 'GET', url: '/assets/a.js', headers: { cookie } })).toBe('file');
  expect(urgencies.of({ method: 'GET', url: '/ar', headers: { cookie } })).toBe('usual');
  expect(urgencies.of({ method: 'POST', url: '/ar', headers: {} })).toBe('usual');
});
