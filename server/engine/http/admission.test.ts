import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Refusal } from '#shared/errors.ts';
import { Admission, type Rank } from './admission.ts';

const start = 1_000_000;

// A slow machine needs longer than the longest wait to enter hundreds of requests.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(start));
afterEach(() => void vi.restoreAllMocks());

/** Lets resolved promises run. */
const settled = () => new Promise((done) => setImmediate(done));

/** Counts what was admitted and refused of several requests. */
function crowd(admission: Admission, rank: Rank, count: number, networks = count) {
  const admitted: (() => void)[] = [];
  const refused: unknown[] = [];
  for (let i = 0; i < count; i++)
    admission.enter(rank, `network ${i % networks}`).then(
      (leave) => admitted.push(leave),
      (error: unknown) => refused.push(error),
    );
  return { admitted, refused };
}

test('bookings are admitted beside the maximum of other requests, and staff beside both', async () => {
  const admission = new Admission();
  const others = crowd(admission, 'other', 100);
  await settled();
  expect(others.admitted).toHaveLength(7);
  const bookings = crowd(admission, 'booking', 100);
  await settled();
  expect(bookings.admitted).toHaveLength(5);
  const staff = crowd(admission, 'staff', 100);
  await settled();
  expect(staff.admitted).toHaveLength(4);
  expect([others, bookings, staff].flatMap(({ refused }) => refused)).toEqual([]);
});

test('an endless load of staff and bookings does not exclude others', async () => {
  const admission = new Admission();
  const ranks = ['staff', 'booking', 'other'] as const;
  crowd(admission, 'staff', 100);
  await settled();
  const [bookings, others] = [crowd(admission, 'booking', 10), crowd(admission, 'other', 10)];
  await settled();
  expect(bookings.admitted).toHaveLength(3);
  expect(others.admitted).toHaveLength(2);
  expect(ranks.map((rank) => admission.refused[rank])).toEqual([0, 0, 0]);
});

test('public pages are admitted while hanging requests hold all other places', async () => {
  const admission = new Admission();
  crowd(admission, 'other', 20);
  await settled();
  const pages = crowd(admission, 'page', 5);
  await settled();
  expect(pages.admitted).toHaveLength(2);
});

test('in each turn of the event loop at most as many answers come from memory as there are places', async () => {
  const admission = new Admission();
  let answered = 0;
  for (let i = 0; i < 70; i++)
    void admission.enter('page', `network ${i}`).then((leave) => {
      answered++;
      leave();
    });
  const perTurn: number[] = [];
  for (let before = 0; answered < 70; before = answered) {
    await new Promise((done) => setImmediate(done));
    perTurn.push(answered - before);
  }
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(7);
});

test('a released place goes to the next in the queue, once', async () => {
  const admission = new Admission();
  const { admitted } = crowd(admission, 'other', 9);
  await settled();
  admitted[0]?.();
  admitted[0]?.();
  await settled();
  expect(admitted).toHaveLength(8);
});

test('one network gets at most half of the places and of the queue, and others are admitted past it', async () => {
  const admission = new Admission();
  const flood = crowd(admission, 'other', 400, 1);
  await settled();
  expect(flood.admitted).toHaveLength(4);
  expect(flood.refused).toHaveLength(400 - 4 - 300);
  const others = crowd(admission, 'other', 3);
  await settled();
  // The first request is from the same network.
  expect(others.admitted).toHaveLength(2);
});

test('staff of one clinic share a network and are not limited by it', async () => {
  const admission = new Admission();
  const staff = crowd(admission, 'staff', 30, 1);
  await settled();
  expect(staff.admitted).toHaveLength(16);
});

test('a full queue rejects at once with a time to retry', async () => {
  const admission = new Admission();
  const { refused } = crowd(admission, 'other', 650);
  await settled();
  expect(refused).toHaveLength(650 - 7 - 600);
  expect(admission.refused.other).toBe(43);
  for (const error of refused) {
    expect(error).toMatchObject({ code: 'busy' });
    expect((error as Refusal).retryAfter).toBeGreaterThan(0);
  }
});

test('a long wait alone causes no rejection, only a long queue rejects its oldest requests', async () => {
  const [slow, overloaded] = [new Admission(), new Admission()];
  const few = crowd(slow, 'other', 40);
  const many = crowd(overloaded, 'other', 100);
  await settled();
  vi.mocked(performance.now).mockReturnValue(start + 60_000);
  few.admitted[0]?.();
  many.admitted[0]?.();
  await settled();
  expect(few.refused).toEqual([]);
  expect(few.admitted).toHaveLength(8);
  expect(many.refused).toHaveLength(100 - 7 - 40);
  expect(many.admitted).toHaveLength(8);
});
