import { describe, expect, it } from 'vitest';
import { wallToInstant } from '../clinic-time.ts';
import {
  estimateDelay,
  estimateDelays,
  findPositionBefore,
  type QueueCard,
  queuePosition,
  sortQueue,
  waitLevel,
} from './queue.ts';

const at = (time: string) => wallToInstant('2027-06-07', time);
let ids = 0;
const waiting = (appointmentTime: string, arrived: string, more: Partial<QueueCard> = {}): QueueCard => {
  ids += 1;
  return {
    id: ids,
    stage: 'waiting',
    appointmentTime,
    walkIn: false,
    ticket: ids,
    arrivedAt: at(arrived).toISOString(),
    calledAt: null,
    place: null,
    ...more,
  };
};
const walkIn = (arrived: string, more: Partial<QueueCard> = {}) =>
  waiting(arrived, arrived, { walkIn: true, ...more });
const order = (cards: QueueCard[]) => sortQueue(cards).map(({ id }) => id);

describe('the queue', () => {
  it('follows the appointments’ times, whenever the patients came', () => {
    const five = waiting('17:00:00', '16:20:00');
    const four = waiting('16:20:00', '16:55:00');
    expect(order([five, four])).toEqual([four.id, five.id]);
  });

  it('puts a walk-in after patients due before her arrival, and before later ones', () => {
    const due = waiting('16:40:00', '16:30:00');
    const notDue = waiting('17:00:00', '16:30:00');
    const walk = walkIn('16:48:00');
    const later = walkIn('16:52:00');
    expect(order([later, notDue, walk, due])).toEqual([due.id, walk.id, later.id, notDue.id]);
  });

  it('orders patients of one time by ticket', () => {
    const second = waiting('17:00:00', '16:50:00', { ticket: 19 });
    const first = waiting('17:00:00', '16:40:00', { ticket: 16 });
    expect(order([second, first])).toEqual([first.id, second.id]);
  });

  it('puts a patient without a ticket after those of her time', () => {
    const first = waiting('17:00:00', '16:40:00', { ticket: 16 });
    const now = waiting('17:00:00', '16:50:00', { ticket: null });
    expect(order([now, first])).toEqual([first.id, now.id]);
  });

  it('keeps a moved card in place, also between two of one time', () => {
    const a = waiting('17:00:00', '16:40:00', { ticket: 1 });
    const b = waiting('17:00:00', '16:41:00', { ticket: 2 });
    const moved = walkIn('17:30:00', { ticket: 3 });
    const cards = [a, b, moved];
    for (const [before, expected] of [
      [a.id, [moved.id, a.id, b.id]],
      [b.id, [a.id, moved.id, b.id]],
      [null, [a.id, b.id, moved.id]],
    ] as const) {
      const place = findPositionBefore(cards, moved.id, before);
      expect(order([a, b, { ...moved, place: place ?? null }])).toEqual(expected);
    }
    expect(findPositionBefore(cards, moved.id, 999)).toBeUndefined();
  });

  it('marks a wait of 20 and of 40 minutes', () => {
    expect([19, 20, 39, 40].map(waitLevel)).toEqual(['short', 'long', 'long', 'too-long']);
  });
});

describe('the delay', () => {
  const facts = (time: string, rooms = 1) => ({
    now: at(time),
    minutes: queuePosition(waiting(time, time, { ticket: null })),
    rooms,
    usual: 20,
  });
  const due = (time: string) => facts(time).minutes;

  it('is the time of all patients before her', () => {
    const cards = [waiting('16:00:00', '15:50:00'), waiting('16:20:00', '16:00:00')];
    expect(estimateDelay(cards, facts('16:40:00'), due('16:40:00'))).toBe(40);
    expect(estimateDelay(cards, facts('16:40:00', 2), due('16:40:00'))).toBe(20);
  });

  it('counts the rest of the patient inside, and nobody after her', () => {
    const inside: QueueCard = {
      ...waiting('16:00:00', '15:50:00'),
      stage: 'with_doctor',
      calledAt: at('16:30:00').toISOString(),
    };
    const after = waiting('17:00:00', '16:10:00');
    expect(estimateDelay([inside, after], facts('16:40:00'), due('16:40:00'))).toBe(10);
  });

  it('of a future time is what remains then, at least zero', () => {
    const cards = [waiting('16:00:00', '15:50:00'), waiting('16:20:00', '16:00:00')];
    expect(estimateDelay(cards, facts('16:40:00'), due('17:00:00'))).toBe(20);
    expect(estimateDelay(cards, facts('16:40:00'), due('18:00:00'))).toBe(0);
    expect(estimateDelay([], facts('16:40:00'), due('16:40:00'))).toBe(0);
  });

  it('of a past time includes the past waiting time', () => {
    expect(estimateDelay([], facts('16:40:00'), due('16:20:00'))).toBe(20);
  });

  it('differs for a walk-in now and for appointments', () => {
    const walkIns = [walkIn('16:30:00'), walkIn('16:35:00')];
    expect(estimateDelays(walkIns, facts('16:40:00'), [due('18:00:00')])).toEqual({ walkIn: 40, booked: 0 });
    expect(estimateDelays(walkIns, facts('16:40:00'), [due('17:00:00')])).toEqual({ walkIn: 40, booked: 20 });
    const booked = [waiting('16:00:00', '15:50:00'), waiting('16:20:00', '16:10:00')];
    expect(estimateDelays(booked, facts('16:40:00'), [])).toEqual({ walkIn: 40, booked: 40 });
  });

  it('ignores a patient who is late herself', () => {
    expect(estimateDelays([], facts('16:40:00'), [due('16:00:00')])).toEqual({ walkIn: 0, booked: 0 });
  });
});
