import { expect, test } from 'vitest';
import { findFirstOfferable, findPauseReason, listSuitableTimes } from './wish-rules.ts';

const at = (localStart: string, locationId = 1) => ({ locationId, localStart: `2027-06-${localStart}:00` });
type Wanted = Parameters<typeof listSuitableTimes>[0];
const soonestFor = (...given: Parameters<typeof listSuitableTimes>) => listSuitableTimes(...given)[0];
const anyTime: Wanted = {
  visitStart: null,
  fromDate: null,
  toDate: null,
  parts: [],
  offered: [],
  busy: [],
  minutes: 20,
};
const earlier: Wanted = { ...anyTime, visitStart: '2027-06-10 16:00:00', offered: [at('08 15:00')] };
const notBefore = findFirstOfferable('2027-06-07 14:30:00', 30);

test('an offered time is at least an hour after the offer’s deadline', () => {
  expect(notBefore).toBe('2027-06-07 16:00:00');
  expect(soonestFor(earlier, [at('07 15:40')], notBefore)).toBeUndefined();
  expect(soonestFor(earlier, [at('07 16:00')], notBefore)).toEqual(at('07 16:00'));
});

test('the soonest time is offered at any branch, never a later one and never one twice', () => {
  expect(soonestFor(earlier, [at('09 15:00'), at('08 17:00', 2)], notBefore)).toEqual(at('08 17:00', 2));
  expect(soonestFor(earlier, [at('10 16:00'), at('11 15:00')], notBefore)).toBeUndefined();
  expect(soonestFor(earlier, [at('08 15:00'), at('08 15:00', 2)], notBefore)).toEqual(at('08 15:00', 2));
});

test('a patient without an appointment gets times on her days and parts of the day', () => {
  const wish: Wanted = { ...anyTime, fromDate: '2027-06-09', toDate: '2027-06-10', parts: ['evening'] };
  const free = [at('08 17:00'), at('09 16:40'), at('11 17:00')];
  expect(soonestFor(wish, free, notBefore)).toBeUndefined();
  expect(soonestFor(wish, [...free, at('10 17:00')], notBefore)).toEqual(at('10 17:00'));
  expect(soonestFor({ ...wish, parts: [] }, free, notBefore)).toEqual(at('09 16:40'));
});

test('no time of another appointment of hers is offered', () => {
  const busy = [{ from: '2027-06-08 15:10:00', to: '2027-06-08 15:30:00' }];
  const free = [at('08 15:00'), at('08 15:20'), at('08 15:30')];
  expect(soonestFor({ ...anyTime, busy }, free, notBefore)).toEqual(at('08 15:30'));
});

test('the reason why nothing is offered is the longest lasting one', () => {
  const waits = {
    keeps: false,
    toldToday: false,
    offered: 0,
    withdrew: false,
    isReached: true,
    byHand: false,
  };
  expect(findPauseReason(waits)).toBeNull();
  expect(findPauseReason({ ...waits, toldToday: true })).toBe('today');
  expect(findPauseReason({ ...waits, byHand: true })).toBe('hand');
  expect(findPauseReason({ ...waits, toldToday: true, isReached: false })).toBe('unreached');
  expect(findPauseReason({ ...waits, withdrew: true, isReached: false })).toBe('withdrawn');
  expect(findPauseReason({ ...waits, offered: 3, isReached: false })).toBe('enough');
  expect(findPauseReason({ ...waits, offered: 3, keeps: true })).toBe('kept');
});
