import { type ClinicClock, isLater } from '#shared/domain/clinic-time.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import type { VisitState } from './visits.ts';
import type { Received } from './week.ts';

/** The messages of the last step. */
export const newestOf = (received: readonly Received[]): Received[] =>
  received.filter(({ step }) => step === Math.max(...received.map((one) => one.step)));

export const listTexts = (received: readonly Received[]): string =>
  received.map(({ key, text }) => `${key} “${text}”`).join(' / ');

/** Whether messages of a kind say that an appointment does not take place. */
export const isCancellation = (template: string): boolean =>
  template.startsWith('cancelled') || template === 'seriesCancelled';

/**
 * Returns what the last message should say about the appointment; empty if the message is right. `time`:
 * start of the appointment as the message writes it; null if the appointment does not take place.
 */
export function findUntruth(last: Received | undefined, time: string | null): string[] {
  if (!last) return [];
  const { template, text, isAboutSeveral } = last;
  if (template.startsWith('offerDisplaced')) return [time === null ? 'it is off' : 'it takes place'];
  if (isCancellation(template) !== (time === null)) return [time === null ? 'it is off' : `it is at ${time}`];
  // A text about several appointments names the first one, and the others only if they fit.
  const isSaid = time === null || text.includes(time) || (isAboutSeveral && !text.includes('\n\n'));
  return isSaid ? [] : [`it is at ${time}`];
}

/**
 * A cancellation of one appointment names the time that the reader last read on its channel, or no time; if
 * later messages were not answered, one of those times. A message about several appointments may have left
 * out the time, and so may an offer of another time.
 */
export function findUnreadTime(
  earlier: readonly Received[],
  { says, reader, ...message }: Received,
  now: ClinicClock,
): string {
  const { template, text, locale, visits } = message;
  if (!template.startsWith('cancelledBy') || says === null) return '';
  const isNamed = (day: string, hour: string) =>
    text.includes(formatWeekdayDate(locale, day)) && text.includes(formatTimeOf(locale, day, hour));
  const [, date = '', time = ''] = says.split(' ');
  const stating = earlier.filter(
    (one) =>
      one.reader === reader &&
      !isCancellation(one.template) &&
      visits.some((visit) => one.visits.includes(visit)),
  );
  const read = stating.slice(stating.findLastIndex(({ isAnswered }) => isAnswered));
  if (!read[0]?.isAnswered || !isNamed(date, time)) return '';
  if (read.some((one) => one.template.startsWith('offer'))) return '';
  // A cancellation need not name a start that is over.
  const isOver = (start: VisitState) => !isLater(start.date, start.time, now);
  if (read.some(({ start }) => !start || isOver(start) || isNamed(start.date, start.time))) return '';
  return `she read ${read.map(({ start }) => `${start?.date} ${start?.time}`).join()}`;
}

/**
 * Repeated messages in the messages of one channel about an appointment. Reminders have the same text on two days, but
 * not on one, whatever the settings were. So may two offers of one time, the first of which has ended. A message has
 * to be repeated if it was not answered, or if a message between the two may have arrived: `unsure` lists the rows of
 * those.
 */
export const findRepeated = (received: readonly Received[], unsure: readonly number[]): string[] =>
  received.flatMap(({ row, template, text, day, offers }, n) => {
    const before = received[n - 1];
    const isReminderOfOtherDay = template.startsWith('reminder') && before?.day !== day;
    const isSame = before?.template === template && before.text === text && before.offers === offers;
    if (!isSame || isReminderOfOtherDay || !before.isAnswered) return [];
    return unsure.some((between) => before.row < between && between < row) ? [] : ['said twice'];
  });
