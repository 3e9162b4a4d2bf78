import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestAppOn } from '#server/testing/test-app.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { connect } from './connect.ts';

/** A TCP proxy to the database that can be frozen: nothing passes, and no side is notified. */
async function relayTo(url: string) {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connectSocket(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (part) => isFrozen || to.write(part));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.hostname = '127.0.0.1';
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    url: relayed.href,
    freeze: (frozen: boolean) => {
      isFrozen = frozen;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The promised limit, and extra time for a busy machine. */
const promisedMs = 3000;
const slackMs = 1200;

test('requests get an error in time while the database is frozen, and are served again afterwards', async () => {
  const { pool } = await testDatabase();
  const relay = await relayTo(pool.options.connectionString as string);
  const database = await connect({ dataDir: '', databaseUrl: relay.url });
  const t = await createTestAppOn(database);
  let n = 0;
  const ask = async () => {
    const began = performance.now();
    const { statusCode } = await t.app.inject({
      url: '/api/auth/user',
      headers: { cookie: 'session=made-up' },
      remoteAddress: `198.51.100.${n++ % 250}`,
    });
    return { statusCode, ms: performance.now() - began };
  };
  expect((await Promise.all(Array.from({ length: 7 }, ask))).map((one) => one.statusCode)).toEqual(
    Array(7).fill(401),
  );
  relay.freeze(true);
  const asked: ReturnType<typeof ask>[] = [];
  for (let i = 0; i < 50; i++) {
    asked.push(ask());
    await sleep(100);
  }
  const answers = await Promise.all(asked);
  expect(answers.filter(({ statusCode }) => statusCode !== 503)).toEqual([]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(promisedMs + slackMs);
  relay.freeze(false);
  await expect.poll(async () => (await ask()).statusCode, { timeout: 10_000 }).toBe(401);
  await t.close();
  await database.close();
  relay.close();
}, 40_000);
