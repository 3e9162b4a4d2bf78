import { createHash } from 'node:crypto';
import { describeLink } from '#server/features/links/actions.ts';
import { type OutsideChannel, outsideChannels } from '#server/testing/message-gateways.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { findUnreadTime, isCancellation } from './judgements.ts';
import { countDisplaced, findVisits, listHeldOffers } from './visits.ts';
import { findHistory, note, type Received, type Week } from './week.ts';

/** Adds the messages that the gateways accepted since the last step, and checks each when it arrives. */
export async function receiveMessages(week: Week): Promise<void> {
  const { clinic, gateways, received } = week;
  week.steps += 1;
  for (const channel of outsideChannels) {
    const taken = gateways.take(channel);
    if (taken.length === 0) continue;
    const { rows } = await clinic.deps.database.pool.query(
      `select id as row, dedupe_key as key, template, locale, user_id as reader, says,
          coalesce(visit_ids, array_remove(array[appointment_id], null)) as visits
        from messages where channel = $1`,
      [channel],
    );
    const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);
    const byId = new Map(rows.map((row) => [idOf(row.key), row]));
    for (const message of taken) {
      const sent = byId.get(message.id);
      const [start = null] = sent.visits.length === 1 ? await findVisits(clinic, sent.visits) : [];
      const { date: day } = dayClock(clinic.deps.now());
      const isAboutSeveral = sent.visits.length > 1;
      const offers = sent.template.startsWith('offerDisplaced')
        ? await listHeldOffers(clinic, sent.visits)
        : '';
      const one: Received = { ...sent, ...message, start, offers, step: week.steps, day, isAboutSeveral };
      const answer = message.isAnswered ? '' : ' without an answer';
      note(week, `${channel} accepted ${one.key}${answer}`, ...one.visits);
      await checkArrival(week, channel, one);
      received[channel].push(one);
    }
  }
}

async function checkArrival(week: Week, channel: OutsideChannel, received: Received): Promise<void> {
  const { seen, clinic } = week;
  const { key, template, tokens, text } = received;
  const isOffer = template.startsWith('offerDisplaced');
  if (template.startsWith('series')) seen.series++;
  const wrong = [
    findWrongReader(week, received, isOffer),
    findUnreadTime(week.received[channel], received, dayClock(week.clinic.deps.now())),
    await findWrongFact(week, channel, received, isOffer),
  ];
  for (const token of tokens) {
    const rejected = await findRejected(clinic, token);
    if (rejected === undefined) continue;
    seen.offered++;
    if (isOffer) seen.otherTimes++;
    wrong.push(rejected);
  }
  const found = wrong.filter(Boolean).map((what) => `${what} by ${channel}: ${key} “${text}”`);
  week.wrong.push(...found);
  if (found.length > 0)
    for (const visit of received.visits) week.wrong.push(...(await findHistory(week, visit)));
}

/** A text about several displaced appointments is for everybody with that phone. */
function findWrongReader(
  { people, seen }: Week,
  { reader, visits, isAnswered }: Received,
  isOffer: boolean,
): string {
  // The database learns with the answer which appointments a message named when it was sent.
  if (!isAnswered) return '';
  const concerned = people.filter((person) => person.visits.some((visit) => visits.includes(visit)));
  if (concerned.some(({ guardian }) => guardian?.id === reader)) seen.toGuardians++;
  const isOther = concerned.some(({ id, guardian }) => reader !== (guardian?.id ?? id));
  return isOther && !isOffer ? 'it goes to somebody else' : '';
}

/** No message says that an appointment takes place on a day on which the branch is closed, or the reverse. */
async function findWrongFact(
  { clinic, people }: Week,
  channel: OutsideChannel,
  { template, visits, isAnswered }: Received,
  isOffer: boolean,
): Promise<string> {
  const displaced = await countDisplaced(clinic, visits);
  // A message may leave out appointments when it is sent; the database stores that with the answer.
  if (isOffer)
    return isAnswered && displaced < visits.length ? 'it says that a visit is displaced, which is not' : '';
  // An ended offer does not say that the appointment takes place.
  const isOff = isCancellation(template) || template === 'offerGone';
  if (displaced > 0 && !isOff) return 'it says that a displaced visit takes place';
  if (template !== 'visitStays') return '';
  // An attempt counts, because the message may have left. After a change of channels, any channel counts.
  const hasChanged = people.some(
    (person) => person.changedAt && person.visits.some((visit) => visits.includes(visit)),
  );
  const { rowCount } = await clinic.deps.database.pool.query(
    `select from messages where template like 'offerDisplaced%' and attempts > 0 and visit_ids && $1
      and ($3 or channel = $2 or $2 in ('sms', 'whatsapp') and channel in ('sms', 'whatsapp'))`,
    [visits, channel, hasChanged],
  );
  return rowCount === 0 ? 'nobody said anything else' : '';
}

/**
 * Names an action that a link offers and the server would reject; empty if there is none. A link of an
 * appointment offers to cancel and to move it, a link of an offer to accept it. Undefined for any other link.
 */
async function findRejected(clinic: TestApp, token: string): Promise<string | undefined> {
  const { kind, actions } = await describeLink(clinic.deps, null, token);
  if (kind === 'stop') return undefined;
  if (kind === 'offer') {
    const offer = (await clinic.call('GET', `/api/links/${token}/offer`)).json();
    const isKept = [offer, ...offer.others].some(({ state }) => state === 'open');
    return isKept ? '' : 'it offers a time that is not kept';
  }
  return actions.includes('cancel') && actions.includes('move') ? '' : 'it offers what is rejected';
}
