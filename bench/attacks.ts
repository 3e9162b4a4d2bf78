import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/engine/db/connect.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { Crowd } from './crowd.ts';
import { type LoadCall, percentile, send } from './load.ts';
import { mixedCall } from './mixed.ts';
import { startClinic } from './servers.ts';

const honestPerSecond = 20;
const seconds = 10;
const mailsWaiting = 1000;
const host = 'host: a\r\n';
/** Each caller has its own network, because rate limits count by /24. */
const network = (n: number) => ({
  'x-forwarded-for': `${20 + (n >> 16)}.${(n >> 8) % 256}.${n % 256}.1`,
});

/** Starts an attack and returns the function that ends it. */
type Attack = (port: number) => () => Promise<unknown>;

/** This many clients, each sending its next request as soon as the last one was answered or cut off. */
function startSenders(count: number, call: (n: number) => LoadCall): Attack {
  return (port) => {
    let going = true;
    let n = 0;
    const one = async () => {
      while (going) await send(port, call(n++)).catch(() => sleep(5));
    };
    const all = Array.from({ length: count }, one);
    return () => {
      going = false;
      return Promise.all(all);
    };
  };
}

/** This many connections that send a first text and then one character a second, and read nothing. */
function startSlowConnections(count: number, says: string): Attack {
  return (port) => {
    const sockets = Array.from({ length: count }, () => {
      const socket = connectSocket(port, '127.0.0.1').on('error', () => undefined);
      socket.write(says);
      return socket.pause();
    });
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(' ');
    }, 1000);
    return async () => {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    };
  };
}

const post = (path: string, body: unknown, from: number): LoadCall => ({
  method: 'POST',
  path,
  body,
  headers: network(from),
});
const manyKeys = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, 1]));
const attacks: Record<string, Attack> = {
  nothing: () => async () => undefined,
  'six senders of 80,000 keys': startSenders(6, () => post('/api/auth/forgot-password', manyKeys, 1)),
  'sixteen who guess passwords, each time from elsewhere': startSenders(16, (n) =>
    post('/api/auth/login', { username: 'admin', password: `guess-${n}` }, n),
  ),
  'sixteen who ask for links, each time from elsewhere': startSenders(16, (n) =>
    post('/api/auth/forgot-password', { email: `somebody${n}@example.org` }, n),
  ),
  'one network with 64 connections on a calendar address': startSenders(64, () => ({
    path: `/calendars/${'x'.repeat(43)}.ics`,
    headers: network(2),
  })),
  'nine connections that announce 7 MB': startSlowConnections(
    9,
    `POST /api/uploads HTTP/1.1\r\n${host}content-type: image/png\r\ncontent-length: 7000000\r\n\r\n`,
  ),
  'three hundred bodies that drip': startSlowConnections(
    300,
    `POST /api/auth/login HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
  ),
  'a hundred who ask for pages and read nothing': startSlowConnections(
    100,
    `GET /ar HTTP/1.1\r\n${host}\r\n`.repeat(20),
  ),
};

/** Measures honest requests during each attack, and how soon a code is sent while mails are stuck. */
export async function measureAttacks(env: Record<string, string>, today: string): Promise<void> {
  const [mail, gateway] = [await mailServer(), await gatewayServer()];
  mail.silent = true;
  const guarded = { ...env, RATE_LIMIT: 'on', TRUST_PROXY: '1' };
  const server = await startClinic({ ...guarded, SMTP_URL: mail.url, SMS_GATEWAY_URL: gateway.url });
  let first = 1500;
  // Only requests that do not write to the same account again and again.
  const honest = (n: number): LoadCall => {
    const i = [1, 3, 4, 8, 9][n % 5] ?? 1;
    return { ...mixedCall(today, (first + n) * 15 + i), headers: network(5_000_000 + first + n) };
  };
  try {
    for (let i = 0; i < first; i++) await send(server.port, honest(i));
    for (const [name, attack] of Object.entries(attacks)) {
      const end = attack(server.port);
      await sleep(1000);
      const { answers, asked } = await new Crowd(server.port).come(honestPerSecond, seconds, honest);
      await end();
      first += asked;
      const served = answers.filter(({ status }) => status === 200);
      console.log(
        `  ${name}: ${served.length} of ${asked} honest requests served,`,
        `p50 ${percentile(served, 0.5).toFixed(0)} p99 ${percentile(served, 0.99).toFixed(0)} ms`,
      );
    }
    const database = await connect({ dataDir: env.DATA_DIR ?? '', databaseUrl: env.DATABASE_URL });
    await database.pool.query(
      `insert into messages (dedupe_key, channel, address, locale, template, params, run_at)
       select 'waiting:' || n, 'email', 'mona' || n || '@example.org', 'en', 'contactReceived',
         '{"name":"Mona"}', 'epoch' from generate_series(1, $1::int) n`,
      [mailsWaiting],
    );
    await database.close();
    await sleep(3000);
    const started = performance.now();
    await send(server.port, post('/api/auth/phone/request-otp', { phone: '0100 123 4567' }, 4_000_000));
    while (gateway.calls.length === 0 && performance.now() - started < 60_000) await sleep(20);
    console.log(`  a code beside ${mailsWaiting} mails: ${(performance.now() - started).toFixed(0)} ms`);
  } finally {
    await server.stop();
    await Promise.all([mail.close(), gateway.close()]);
  }
}
