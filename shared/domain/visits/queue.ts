import { dayClock, minutesOf, readInstant } from '../clinic-time.ts';
import type { VisitStage } from './visit-stage.ts';

/** What the queue has to know of a card. Times are the day's wall clock, stamps are instants. */
export interface Queued {
  id: number;
  stage: VisitStage;
  appointmentTime: string;
  walkIn: boolean;
  ticket: number | null;
  arrivedAt: string | null;
  calledAt: string | null;
  /** Where staff moved her, in minutes of the day; null where nobody did. */
  place: number | null;
}

const minutesAt = (instant: string): number => {
  const at = readInstant(instant);
  return at === null ? 0 : dayClock(at).minutes;
};
/** Parts those who have the same time, by who came first; who has no ticket yet came last. */
const byTicket = (ticket: number | null): number => (ticket ?? 9999) / 10_000;

/**
 * The place of somebody who waits, in minutes of the day: whoever has a visit by its time, a walk-in by her
 * arrival, which stands between those who are due by then and those who are not; whoever was moved, where.
 */
export function queuePlace(card: Queued): number {
  if (card.place !== null) return card.place;
  const since = card.walkIn && card.arrivedAt ? minutesAt(card.arrivedAt) : minutesOf(card.appointmentTime);
  return since + byTicket(card.ticket);
}

/** Those who wait, in the order in which they are called. */
export const inQueue = <C extends Queued>(cards: readonly C[]): C[] =>
  cards
    .filter(({ stage }) => stage === 'waiting')
    .toSorted((a, b) => queuePlace(a) - queuePlace(b) || a.id - b.id);

/** The place before another one who waits; null for the end. Undefined: that one does not wait any more. */
export function placeBefore(
  cards: readonly Queued[],
  moved: number,
  before: number | null,
): number | undefined {
  const others = inQueue(cards).filter(({ id }) => id !== moved);
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
  if (at < 0) return undefined;
  const [above, below] = [others[at - 1], others[at]];
  if (above && below) return (queuePlace(above) + queuePlace(below)) / 2;
  if (below) return queuePlace(below) - 1;
  return above ? queuePlace(above) + 1 : 0;
}

/** Whole minutes since an instant, never less than none. */
export const minutesSince = (instant: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - (readInstant(instant) ?? now).getTime()) / 60_000));

/** How long somebody waits, as the board marks it: short, 20 minutes, 40 minutes. */
export const waitLevel = (minutes: number): 'short' | 'long' | 'too-long' =>
  minutes >= 40 ? 'too-long' : minutes >= 20 ? 'long' : 'short';

/** So few minutes are no delay that anybody tells. */
const worthTelling = 5;

export interface DayFacts {
  /** The clinic's clock, in minutes of the day. */
  minutes: number;
  now: Date;
  rooms: number;
  /** How long a consultation usually takes here. */
  usual: number;
}

/**
 * By how many minutes a visit due at a time begins late, to five minutes: everybody who is with a doctor or
 * waits before it takes as long as usual, one after the other in each room. Never a time before its own.
 */
export function delayAt(
  cards: readonly Queued[],
  { minutes, now, rooms, usual }: DayFacts,
  due: number,
): number {
  // Who was called in while every room was taken is seen somewhere.
  const inside = cards.filter(({ stage }) => stage === 'with_doctor').length;
  const free = Array.from({ length: Math.max(1, rooms, inside) }, () => minutes);
  const take = (length: number) => {
    const first = free.indexOf(Math.min(...free));
    free[first] = (free[first] ?? minutes) + length;
  };
  for (const { stage, calledAt } of cards)
    if (stage === 'with_doctor' && calledAt) take(Math.max(0, usual - minutesSince(calledAt, now)));
  for (const card of inQueue(cards)) if (queuePlace(card) < due) take(usual);
  const late = Math.min(...free) - Math.max(due, minutes) + Math.max(0, minutes - due);
  return late < worthTelling ? 0 : Math.round(late / 5) * 5;
}

/** Delays at a branch now, in minutes: of a walk-in who comes now, and the longest of a booked visit. */
export interface DelaysNow {
  walkIn: number;
  booked: number;
}

/**
 * `due` lists the times of booked visits that are still expected, in minutes of the day. A patient who is late herself
 * is not a delay of the clinic.
 */
export function delaysNow(cards: readonly Queued[], facts: DayFacts, due: readonly number[]): DelaysNow {
  const waiting = inQueue(cards).filter(({ walkIn }) => !walkIn);
  const booked = [
    ...due.filter((time) => time >= facts.minutes).map((time) => delayAt(cards, facts, time)),
    ...waiting.map((card) =>
      delayAt(
        cards.filter(({ id }) => id !== card.id),
        facts,
        queuePlace(card),
      ),
    ),
  ];
  return { walkIn: delayAt(cards, facts, facts.minutes), booked: Math.max(0, ...booked) };
}
