import { expect, test } from 'vitest';
import type { Refusal } from '#shared/errors.ts';
import { type CursorKind, decodeCursor } from './list-pages.ts';

const read = (kind: CursorKind, value: unknown) => {
  try {
    return decodeCursor(Buffer.from(JSON.stringify([value])).toString('base64url'), [kind]);
  } catch (error) {
    return (error as Refusal).code;
  }
};

const good: [CursorKind, unknown[]][] = [
  ['int4', [0, 1, 2_147_483_647]],
  ['int8', [2_147_483_648, Number.MAX_SAFE_INTEGER]],
  ['text', ['', 'نور', 'a|b']],
  ['localTime', ['2027-06-07 15:00:00']],
  ['instant', ['2027-06-07 12:00:00.123456+03', '2027-06-07 09:00:00+00', '2027-06-07 09:00:00.5-03:30']],
];
const bad: [CursorKind, unknown[]][] = [
  ['int4', [2_147_483_648, -1, 1.5, '1', null, 1e300, {}]],
  ['int8', [2 ** 53, -1, '1']],
  ['text', ['a\0b', '\ud800', 1, null]],
  [
    'localTime',
    ['2027-02-30 15:00:00', '2027-06-07 25:00:00', '9999-01-01 00:00:00', '2027-06-07', 'infinity', 1],
  ],
  [
    'instant',
    [
      'yesterday',
      '2027-06-07 24:00:00+00',
      '2027-13-07 12:00:00+00',
      '2027-06-07 12:00:00+99',
      '2027-06-07 12:00:00',
    ],
  ],
];

test('a cursor returns the sort values of the last row', () => {
  for (const [kind, values] of good)
    for (const value of values)
      expect(read(kind, value), `${kind} ${JSON.stringify(value)}`).toEqual([value]);
});

test('a cursor with values that the database cannot compare is malformed', () => {
  for (const [kind, values] of bad)
    for (const value of values)
      expect(read(kind, value), `${kind} ${JSON.stringify(value)}`).toBe('malformed');
});
