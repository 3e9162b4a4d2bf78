import { expect, test } from 'vitest';
import { canPromiseConfirmation, chooseBookedText } from './booking-promise.ts';

test('the toast after booking promises a confirmation only to a patient whom a message reaches', () => {
  expect(chooseBookedText({ reached: true })).toBe('booking.success.text');
  expect(chooseBookedText({ reached: false })).toBe('booking.success.unreached');
  expect(chooseBookedText({ reached: false, link: '/l/x' })).toBe('booking.success.unheard');
});

test('the form promises a confirmation only if a message reaches the person who books', () => {
  const herself = {
    whom: { isOther: false, person: { id: 7 } },
    who: { withoutCode: undefined },
    visitor: false,
  };
  const reached = { id: 7, unreachable: false };
  expect(canPromiseConfirmation({ ...herself, user: reached })).toBe(true);
  expect(canPromiseConfirmation({ ...herself, user: { id: 7, unreachable: true } })).toBe(false);
  const daughter = { isOther: false, person: { id: 8 } };
  expect(canPromiseConfirmation({ ...herself, user: reached, whom: daughter })).toBe(false);
  const named = { isOther: true, person: { id: 7 } };
  expect(canPromiseConfirmation({ ...herself, user: reached, whom: named })).toBe(true);
  const visitor = { ...herself, user: null, whom: { isOther: false, person: null }, visitor: true };
  expect(canPromiseConfirmation({ ...visitor, who: { withoutCode: false } })).toBe(true);
  expect(canPromiseConfirmation({ ...visitor, who: { withoutCode: true } })).toBe(false);
});
