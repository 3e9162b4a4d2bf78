import { dayClock, minutesOf, readInstant } from '../clinic-time.ts';
import type { VisitStage } from './visit-stage.ts';

/** Fields of a card that the queue needs. Times are wall times of the day, stamps are instants. */
export interface QueueCard {
  id: number;
  stage: VisitStage;
  appointmentTime: string;
  walkIn: boolean;
  ticket: number | null;
  arrivedAt: string | null;
  calledAt: string | null;
  /** Position in minutes of the day if staff moved the patient; otherwise null. */
  place: number | null;
}

const minutesAt = (instant: string): number => {
  const at = readInstant(instant);
  return at === null ? 0 : dayClock(at).minutes;
};
/** Orders patients with the same time by ticket; without a ticket they come last. */
const ticketFraction = (ticket: number | null): number => (ticket ?? 9999) / 10_000;

/**
 * Position of a waiting patient, in minutes of the day: the time of her appointment, or of her arrival if she
 * is a walk-in; if staff moved her, the new position.
 */
export function queuePosition(card: QueueCard): number {
  if (card.place !== null) return card.place;
  const since = card.walkIn && card.arrivedAt ? minutesAt(card.arrivedAt) : minutesOf(card.appointmentTime);
  return since + ticketFraction(card.ticket);
}

/** Waiting patients, in the order in which they will be called. */
export const sortQueue = <C extends QueueCard>(cards: readonly C[]): C[] =>
  cards
    .filter(({ stage }) => stage === 'waiting')
    .toSorted((a, b) => queuePosition(a) - queuePosition(b) || a.id - b.id);

/**
 * Position just before another waiting patient; `before` null: at the end. Undefined: that patient no longer
 * waits.
 */
export function findPositionBefore(
  cards: readonly QueueCard[],
  moved: number,
  before: number | null,
): number | undefined {
  const others = sortQueue(cards).filter(({ id }) => id !== moved);
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
  if (at < 0) return undefined;
  const [above, below] = [others[at - 1], others[at]];
  if (above && below) return (queuePosition(above) + queuePosition(below)) / 2;
  if (below) return queuePosition(below) - 1;
  return above ? queuePosition(above) + 1 : 0;
}

/** Whole minutes since an instant, at least 0. */
export const minutesSince = (instant: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - (readInstant(instant) ?? now).getTime()) / 60_000));

/** Level of a waiting time on the board: short, from 20 minutes, from 40 minutes. */
export const waitLevel = (minutes: number): 'short' | 'long' | 'too-long' =>
  minutes >= 40 ? 'too-long' : minutes >= 20 ? 'long' : 'short';

/** Shorter delays (minutes) are not reported. */
const minReportedDelay = 5;

export interface DayFacts {
  /** Now, in minutes of the clinic day. */
  minutes: number;
  now: Date;
  rooms: number;
  /** Usual length of a consultation, in minutes. */
  usual: number;
}

/**
 * Delay of an appointment due at a time, in minutes, rounded to five. Every patient inside or waiting before
 * it takes the usual time, in the first free room. At least 0.
 */
export function estimateDelay(
  cards: readonly QueueCard[],
  { minutes, now, rooms, usual }: DayFacts,
  due: number,
): number {
  // If more patients are inside than there are rooms, each is counted in a room of her own.
  const inside = cards.filter(({ stage }) => stage === 'with_doctor').length;
  const free = Array.from({ length: Math.max(1, rooms, inside) }, () => minutes);
  const take = (length: number) => {
    const first = free.indexOf(Math.min(...free));
    free[first] = (free[first] ?? minutes) + length;
  };
  for (const { stage, calledAt } of cards)
    if (stage === 'with_doctor' && calledAt) take(Math.max(0, usual - minutesSince(calledAt, now)));
  for (const card of sortQueue(cards)) if (queuePosition(card) < due) take(usual);
  const late = Math.min(...free) - Math.max(due, minutes) + Math.max(0, minutes - due);
  return late < minReportedDelay ? 0 : Math.round(late / 5) * 5;
}

/** Delays at a branch now, in minutes: for a walk-in who arrives now, and the longest of an appointment. */
export interface DelaysNow {
  walkIn: number;
  booked: number;
}

/**
 * `due` lists the times of appointments that are still expected, in minutes of the day. A patient who is late
 * herself does not count as a delay.
 */
export function estimateDelays(
  cards: readonly QueueCard[],
  facts: DayFacts,
  due: readonly number[],
): DelaysNow {
  const waiting = sortQueue(cards).filter(({ walkIn }) => !walkIn);
  const booked = [
    ...due.filter((time) => time >= facts.minutes).map((time) => estimateDelay(cards, facts, time)),
    ...waiting.map((card) =>
      estimateDelay(
        cards.filter(({ id }) => id !== card.id),
        facts,
        queuePosition(card),
      ),
    ),
  ];
  return { walkIn: estimateDelay(cards, facts, facts.minutes), booked: Math.max(0, ...booked) };
}
