import { findRecipient } from '#server/features/recipients/queries.ts';
import { type OutsideChannel, outsideChannels } from '#server/testing/message-gateways.ts';
import { formatTimeOf } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { listContactWays } from '#shared/domain/messages/contact-channels.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { findRepeated, findUntruth, isCancellation, listTexts, newestOf } from './judgements.ts';
import {
  countDisplaced,
  findVisits,
  hasBegun,
  type VisitState,
  wasCancelledTooLate,
  wasLeftOutOfSeries,
} from './visits.ts';
import { findHistory, type Person, type Received, type Week } from './week.ts';

/** A message that may have arrived, although it does not count as sent. */
interface Unsure {
  readonly row: number;
  readonly channel: string;
  readonly visits: readonly number[];
}

/** Lists the faults found at each step, and those in the last messages about each appointment. */
export async function findComplaints(week: Week): Promise<string[]> {
  const { clinic, people, received } = week;
  await correctUnansweredVisits(week);
  const visits = await findVisits(
    clinic,
    people.flatMap((person) => person.visits),
  );
  const { rows: unsure } = await clinic.deps.database.pool.query<Unsure>(
    `select id as row, channel, coalesce(visit_ids, array[appointment_id]) as visits from messages
      where unanswered > 0 and state <> 'sent'`,
  );
  const found = [...week.wrong];
  for (const person of people) {
    const reader = await findRecipient(clinic.deps.db, person.guardian?.id ?? person.id);
    const ways = reader && !person.changedAt ? listContactWays(reader).map(({ channel }) => channel) : [];
    for (const id of person.visits) {
      const visit = visits.find((one) => one.id === id);
      const wrong = await findComplaintsAbout(week, person, { id, visit, ways, unsure });
      if (wrong.length > 0) found.push(...wrong, ...(await findHistory(week, id)));
    }
  }
  for (const channel of outsideChannels) {
    const keys = received[channel].map(({ key }) => key);
    if (new Set(keys).size < keys.length) found.push(`a message was accepted twice by ${channel}`);
  }
  return found;
}

/**
 * A message whose sending got no answer keeps the appointments that it was queued for until it is sent again;
 * its text named only those that were still true. If it is never sent again, nobody knows which of several.
 */
async function correctUnansweredVisits({ clinic, received }: Week): Promise<void> {
  const { rows } = await clinic.deps.database.pool.query<{ row: number; visits: number[] }>(
    `select id as row, case when state = 'sent' then coalesce(visit_ids, array[appointment_id]) else '{}' end as visits
      from messages where visit_ids is not null or template like 'reminder%'`,
  );
  const visitsOf = new Map(rows.map(({ row, visits }) => [row, visits]));
  for (const channel of outsideChannels)
    received[channel] = received[channel].map((one) =>
      one.isAnswered ? one : { ...one, visits: visitsOf.get(one.row) ?? one.visits },
    );
}

/** `visit`: undefined if it was deleted. `ways`: channels by which she must have been told something. */
async function findComplaintsAbout(
  { clinic, received }: Week,
  person: Person,
  {
    id,
    visit,
    ways,
    unsure,
  }: { id: number; visit: VisitState | undefined; ways: readonly string[]; unsure: readonly Unsure[] },
): Promise<string[]> {
  const { lang, changedAt } = person;
  const isOff = !visit || !isOpen(visit.status);
  // A message that was not delivered before the appointment began is dropped.
  if (!isOff && (await hasBegun(clinic, id))) return [];
  if (isOff && (await wasCancelledTooLate(clinic, id, person))) return [];
  if (isOff && (await wasLeftOutOfSeries(clinic, id))) return [];
  // Staff have to call the patient; until then no message says that the appointment takes place.
  if (!isOff && (await countDisplaced(clinic, [id])) > 0) return [];
  const timeIn = (locale: Lang) => (isOff ? null : formatTimeOf(locale, visit.date, visit.time));
  const found = changedAt ? findUntruthAnywhere(received, person, id, timeIn) : [];
  for (const channel of outsideChannels) {
    const hers = received[channel]
      .slice(changedAt?.[channel] ?? 0)
      .filter(({ visits: told }) => told.includes(id));
    const changed = changedAt !== null;
    const isCorrected = isCorrectedElsewhere(received, channel, hers.at(-1), { id, ways, changed });
    const last = isCorrected ? undefined : hers.at(-1);
    const between = unsure.filter((one) => one.channel === channel && one.visits.includes(id));
    const wrong = [
      ...findUntruth(last, timeIn(changedAt && last ? last.locale : lang)),
      ...findRepeated(
        hers,
        between.map(({ row }) => row),
      ),
      ...(!isOff && hers.length === 0 && ways.includes(channel) ? ['nothing was said'] : []),
    ];
    found.push(...wrong.map((what) => `${what}: visit ${id} by ${channel}, ${listTexts(hers)}`));
  }
  return found;
}

/**
 * Checks the newest message about an appointment, whatever its channel and recipient: her messages got
 * another way during the week.
 */
function findUntruthAnywhere(
  received: Week['received'],
  person: Person,
  visit: number,
  timeIn: (locale: Lang) => string | null,
): string[] {
  const { records, mergeUndoneAt } = person.guardian ?? person;
  const read = outsideChannels
    .flatMap((channel) => received[channel])
    .filter(
      ({ visits, reader }) => visits.includes(visit) && (mergeUndoneAt === null || records.includes(reader)),
    );
  if (read.length === 0) return timeIn('en') === null ? [] : [`nothing was said of visit ${visit}`];
  const last = newestOf(read);
  if (last.some((one) => findUntruth(one, timeIn(one.locale)).length === 0)) return [];
  return [`the newest is wrong: visit ${visit}, ${listTexts(last)}`];
}

/**
 * A text to a shared phone, or the answer to a reply, may use a channel that this patient has not chosen. The
 * correction of a text is then on the same phone, and that of an answer on a channel that she has chosen.
 */
function isCorrectedElsewhere(
  received: Week['received'],
  channel: OutsideChannel,
  last: Received | undefined,
  { id, ways, changed }: { id: number; ways: readonly string[]; changed: boolean },
): boolean {
  const other = { sms: 'whatsapp', whatsapp: 'sms', email: null, push: null } as const;
  const beside = other[channel];
  if (!last || beside === null || ways.includes(channel)) return false;
  const isAbout = ({ visits }: Received) => visits.includes(id);
  if (last.template.startsWith('reply'))
    return outsideChannels
      .filter((one) => one === beside || changed || ways.includes(one))
      .some((one) => received[one].some((later) => later.step > last.step && isAbout(later)));
  if (!last.template.startsWith('offerDisplaced')) return false;
  const isCorrection = ({ template }: Received) => template === 'visitStays' || isCancellation(template);
  return received[beside].some((later) => isCorrection(later) && isAbout(later));
}
