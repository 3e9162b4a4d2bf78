import { expect, test } from 'vitest';
import { findAnswerDeadline } from './nearest-times.ts';

const morning = '2027-06-07 10:00:00';
const afternoon = '2027-06-07 17:00:00';
const inTwoWeeks = '2027-06-21 15:00:00';
const tomorrow = '2027-06-08 15:00:00';

test.each([
  ['in the morning, of a visit tomorrow: this evening', morning, tomorrow, inTwoWeeks, '2027-06-07 20:00:00'],
  [
    'less than two hours before the evening: the next',
    '2027-06-07 18:30:00',
    inTwoWeeks,
    inTwoWeeks,
    '2027-06-08 20:00:00',
  ],
  ['of a visit in two weeks: noon of the next day', afternoon, inTwoWeeks, inTwoWeeks, '2027-06-08 12:00:00'],
  ['also where it is offered early in the morning', morning, inTwoWeeks, inTwoWeeks, '2027-06-08 12:00:00'],
  [
    'two days ahead to the minute: this evening',
    afternoon,
    '2027-06-09 17:00:00',
    inTwoWeeks,
    '2027-06-07 20:00:00',
  ],
  ['more than two days ahead: noon', afternoon, '2027-06-09 17:20:00', inTwoWeeks, '2027-06-08 12:00:00'],
  [
    'after midnight it is still the day before',
    '2027-06-08 00:30:00',
    inTwoWeeks,
    inTwoWeeks,
    '2027-06-08 20:00:00',
  ],
  [
    'an hour before the time that is offered',
    afternoon,
    inTwoWeeks,
    '2027-06-08 10:00:00',
    '2027-06-08 09:00:00',
  ],
  ['an hour before the visit itself', morning, '2027-06-07 15:00:00', inTwoWeeks, '2027-06-07 14:00:00'],
  ['half an hour at least', morning, '2027-06-07 10:40:00', inTwoWeeks, '2027-06-07 10:30:00'],
])('the answer deadline of a request at %s', (_, now, visit, offered, by) => {
  expect(findAnswerDeadline(now, visit, offered)).toBe(by);
});
