import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ReceivedMail } from '#server/testing/mail-server.ts';
import { compareArrivals } from '../arrivals.ts';

/** Longer than the lease of messages that a killed process had claimed, and the time to send them. */
const patienceMs = 150_000;

/**
 * Lets every patient get e-mails. A separate connection, because so many rows may exceed the time limit of
 * the clinic's pool.
 */
export async function enableMail(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `update users set email_confirmed_at = now(), channels = '{email}' where role = 'patient'`,
  );
  await client.end();
}

/** Keys of the messages that processes have claimed at this moment. */
export async function listClaimedMails(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select dedupe_key as key from messages
     where channel = 'email' and state = 'queued' and leased_until is not null`,
  );
  return rows.map(({ key }) => key);
}

/**
 * Waits until no mail is due, then returns the faults: mails that were given up or never arrived, and mails
 * that arrived twice although no killed process had claimed them.
 */
export async function mailComplaints(
  pool: pg.Pool,
  received: readonly ReceivedMail[],
  publicUrl: string,
  inHand: readonly string[],
): Promise<string[]> {
  const due = `select count(*)::int as n from messages
    where channel = 'email' and state = 'queued' and run_at <= now()`;
  const since = performance.now();
  while ((await pool.query<{ n: number }>(due)).rows[0]?.n !== 0 && performance.now() - since < patienceMs)
    await sleep(500);
  const waitedMs = performance.now() - since;
  const { letters } = await compareArrivals(pool, received, publicUrl);
  const found: string[] = [];
  const states: Record<string, number> = {};
  let twice = 0;
  for (const { key, state, isDue, times } of letters) {
    states[state] = (states[state] ?? 0) + 1;
    if (times > 1) twice += 1;
    if (state === 'sent' ? times === 0 : state !== 'skipped' && (state !== 'queued' || isDue))
      found.push(`mail ${key} is ${state} and arrived ${times} times`);
    if (times > 1 && !inHand.includes(key)) found.push(`mail ${key} arrived ${times} times`);
  }
  const told = Object.entries(states).map(([state, n]) => `${n} ${state}`);
  console.log(
    `  mail: ${told.join(', ')}, none due after ${(waitedMs / 1000).toFixed(0)} s; ${received.length} arrived, ` +
      `${twice} twice of ${inHand.length} in hand at the kill`,
  );
  if (!states.sent) found.push('no mail was sent');
  return found;
}
