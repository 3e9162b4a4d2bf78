import { expect, test } from 'vitest';
import { firstOffered, soonestFor } from './wish-rules.ts';

const at = (localStart: string, locationId = 1) => ({ locationId, localStart: `2027-06-${localStart}:00` });
const wish = (offered = [at('08 15:00')]) => ({ visitStart: '2027-06-10 16:00:00', offered });
const notBefore = firstOffered('2027-06-07 14:30:00', 30);

test('an offer is for what lies beyond the time it is kept and an hour', () => {
  expect(notBefore).toBe('2027-06-07 16:00:00');
  expect(soonestFor(wish(), [at('07 15:40')], notBefore)).toBeUndefined();
  expect(soonestFor(wish(), [at('07 16:00')], notBefore)).toEqual(at('07 16:00'));
});

test('the soonest is offered, at whichever branch; nothing later than her visit, nothing twice', () => {
  expect(soonestFor(wish(), [at('09 15:00'), at('08 17:00', 2)], notBefore)).toEqual(at('08 17:00', 2));
  expect(soonestFor(wish(), [at('10 16:00'), at('11 15:00')], notBefore)).toBeUndefined();
  expect(soonestFor(wish(), [at('08 15:00'), at('08 15:00', 2)], notBefore)).toEqual(at('08 15:00', 2));
});
