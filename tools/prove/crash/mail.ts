import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MailServer } from '#server/testing/mail-server.ts';
import { compareArrivals } from '../arrivals.ts';
import { seededVisits } from '../ledger.ts';

/** Messages that one server has claimed when it is killed: four in each of two lanes. */
const inHand = 8;

/**
 * Releases the messages that a dead server had claimed, instead of waiting two minutes for their leases to
 * end. Returns the number of waiting mails.
 */
export async function releaseMessages(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update messages set leased_until = null, run_at = least(run_at, now())
      where channel = 'email' and state = 'queued'`,
  );
  return rowCount ?? 0;
}

/** Waits until no more mails arrive. */
export async function waitForLastMail({ received }: MailServer): Promise<void> {
  for (let before = -1; before !== received.length; ) {
    before = received.length;
    await sleep(1500);
  }
}

/** Appointments whose number of mails differs from the number of changes that notify the patient. */
const visitsWithWrongMailCount = `
  select a.id || ': ' || changes.n || ' changes, ' || mails.n || ' mails' as what
  from appointments a join users u on u.id = a.patient_id
    and u.email_confirmed_at is not null and 'email' = any(u.channels),
    lateral (select count(*) as n from events where subject = 'appointments' and subject_id = a.id
      and action in ('created', 'moved', 'cancelled')) changes,
    lateral (select count(*) as n from messages m where m.appointment_id = a.id
      and m.channel = 'email') mails
  where a.id > $1 and changes.n <> mails.n`;

/**
 * Compares the outbox with the arrived mails when nothing waits: each change has exactly one mail. Sent mails
 * arrived, at most as often as they were tried; more than once only if a killed server had claimed them.
 */
export async function mailComplaints(pool: pg.Pool, mail: MailServer, kills: number): Promise<string[]> {
  const { letters, strange } = await compareArrivals(pool, mail.received, 'http://127.0.0.1');
  const found: string[] = [];
  let again = 0;
  for (const { key, state, attempts, times } of letters) {
    again += Math.max(0, times - 1);
    const said = `mail ${key}, ${state} after ${attempts} tries, arrived ${times} times`;
    // A mail about a time that is no longer held is skipped.
    const least = state === 'sent' ? 1 : 0;
    if (times < least || times > attempts || !['sent', 'skipped'].includes(state)) found.push(said);
  }
  found.push(...strange.map((id) => `mail ${id} arrived, which nobody wrote`));
  if (again > inHand * kills) found.push(`${again} mails came again after ${kills} kills`);
  const changes = await pool.query<{ what: string }>(visitsWithWrongMailCount, [seededVisits]);
  found.push(...changes.rows.map(({ what }) => `visit ${what}`));
  console.log(`  ${letters.length} mails: ${mail.received.length} arrived, ${again} of them again`);
  return found;
}
