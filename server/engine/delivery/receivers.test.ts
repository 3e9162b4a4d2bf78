import { sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, test } from 'vitest';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp({ WEBHOOKS_ANYWHERE: '1' });
const worker = t.worker();
afterEach(() => worker.stop());
afterAll(t.close);

test('what waits for a program that is away is left together, however much it is', async () => {
  await t.deps.db.execute(sql`insert into webhooks (name, url, events, secret, seen)
    values ('gone', 'http://127.0.0.1:1/hook', array['visit.booked'], 'whsec_AAAA', '0:0:')`);
  await t.deps.db.execute(sql`
    insert into messages (dedupe_key, channel, address, locale, template, params, line, run_at)
    select 'told:' || n, 'webhook', id::text, 'en', 'visit.booked', '{"body":"{}"}', 'line:' || n, 'epoch'
    from webhooks, generate_series(1, 400) n`);
  // Those that are tried, and as many as were in hand beside them: not each of the four hundred.
  expect(await worker.poke()).toBeLessThan(20);
  const { rows } = await t.deps.db.execute<{ n: number }>(sql`
    select count(*)::int as n from messages where channel = 'webhook' and attempts = 0 and run_at > 'epoch'`);
  expect(rows[0]?.n).toBeGreaterThan(380);
});
