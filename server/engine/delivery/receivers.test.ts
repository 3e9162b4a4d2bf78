import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '#server/testing/test-app.ts';

const t = await createTestApp({ WEBHOOKS_ANYWHERE: '1' });
let worker = t.worker();
let closing: (() => void)[] = [];
beforeEach(async () => {
  await t.reset();
  worker = t.worker();
});
afterEach(async () => {
  for (const close of closing) close();
  closing = [];
  await worker.stop();
});
afterAll(t.close);

/** A webhook receiver: the number of calls, and a function that stops it. */
async function program(answer: (response: ServerResponse) => void) {
  const seen = { calls: 0 };
  const server = createServer((_, response) => {
    seen.calls++;
    answer(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  closing.push(close);
  return { seen, close, port: (server.address() as AddressInfo).port };
}

/** Events for a webhook, each about another record. */
async function waiting(port: number, events: number): Promise<void> {
  await t.deps.db.execute(sql`
    with hook as (insert into webhooks (name, url, events, secret, seen)
      values ('another', 'http://127.0.0.1:' || ${port}::int || '/hook', array['visit.booked'], 'whsec_AAAA',
        '0:0:') returning id)
    insert into messages (dedupe_key, channel, address, locale, template, params, line, run_at)
    select 'told:' || id || ':' || n, 'webhook', id::text, 'en', 'visit.booked', '{"body":"{}"}',
      'line:' || id || ':' || n, 'epoch'
    from hook, generate_series(1, ${events}) n`);
}

test('all events for an unreachable webhook are paused together, however many there are', async () => {
  await waiting(1, 400);
  // The trial calls, and those that were in progress: not all four hundred.
  expect(await worker.poke()).toBeLessThan(20);
  const { rows } = await t.deps.db.execute<{ n: number }>(sql`
    select count(*)::int as n from messages where channel = 'webhook' and attempts = 0 and run_at > 'epoch'`);
  expect(rows[0]?.n).toBeGreaterThan(380);
});

test('a slow webhook uses only its own places', async () => {
  const slow = await program(() => undefined);
  const quick = await program((response) => response.end());
  await waiting(slow.port, 12);
  await waiting(quick.port, 12);
  const sending = worker.poke();
  // Long before the slow receiver's timeout of ten seconds.
  await expect.poll(() => [slow.seen.calls, quick.seen.calls], { timeout: 5000 }).toEqual([4, 12]);
  // The slow receiver ends the connection.
  slow.close();
  await sending;
});
