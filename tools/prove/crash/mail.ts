import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MailServer } from '#server/testing/mail-server.ts';
import { arrivalsOf } from '../arrivals.ts';
import { seededVisits } from '../ledger.ts';

/** Of one server, when it is killed: four of each of two lanes. */
const inHand = 8;

/**
 * What is in hand as a server dies is its own for two minutes more, which nobody waits for here: it is taken
 * back now. Answers how many mails wait.
 */
export async function takeBack(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update messages set leased_until = null, run_at = least(run_at, now())
      where channel = 'email' and state = 'queued'`,
  );
  return rowCount ?? 0;
}

/** Until nothing more has come for a while. */
export async function untilQuiet({ received }: MailServer): Promise<void> {
  for (let before = -1; before !== received.length; ) {
    before = received.length;
    await sleep(1500);
  }
}

/** Changes of visits by which a patient is written to, and how many mails there are of each. */
const untold = `
  select a.id || ': ' || changes.n || ' changes, ' || mails.n || ' mails' as what
  from appointments a join users u on u.id = a.patient_id
    and u.email_confirmed_at is not null and 'email' = any(u.channels),
    lateral (select count(*) as n from events where subject = 'appointments' and subject_id = a.id
      and action in ('created', 'moved', 'cancelled')) changes,
    lateral (select count(*) as n from messages m where m.appointment_id = a.id
      and m.channel = 'email') mails
  where a.id > $1 and changes.n <> mails.n`;

/**
 * The outbox against what arrived, once nothing waits: each change has its mail and no mail is of anything
 * else; what left has arrived, as often as it was tried at most, and more than once only what a server that
 * was killed had in hand.
 */
export async function mailComplaints(pool: pg.Pool, mail: MailServer, kills: number): Promise<string[]> {
  const { letters, strange } = await arrivalsOf(pool, mail.received, 'http://127.0.0.1');
  const found: string[] = [];
  let again = 0;
  for (const { key, state, attempts, times } of letters) {
    again += Math.max(0, times - 1);
    const said = `mail ${key}, ${state} after ${attempts} tries, arrived ${times} times`;
    // Of a time that is not kept any more nobody is told.
    const least = state === 'sent' ? 1 : 0;
    if (times < least || times > attempts || !['sent', 'skipped'].includes(state)) found.push(said);
  }
  found.push(...strange.map((id) => `mail ${id} arrived, which nobody wrote`));
  if (again > inHand * kills) found.push(`${again} mails came again after ${kills} kills`);
  const changes = await pool.query<{ what: string }>(untold, [seededVisits]);
  found.push(...changes.rows.map(({ what }) => `visit ${what}`));
  console.log(`  ${letters.length} mails: ${mail.received.length} arrived, ${again} of them again`);
  return found;
}
