import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseReference, referenceCode } from './reference-code.ts';

it.each([
  [1, 'HKM-000001'],
  [42, 'HKM-000042'],
  [1_234_567, 'HKM-1234567'],
])('%i is %s', (id, code) => {
  expect(referenceCode('HKM', id)).toBe(code);
});

it.each([
  ['HKM-000042', 42],
  ['hkm000042', 42],
  [' HKM 42 ', 42],
  ['#42', 42],
  ['٤٢', 42],
  ['42', 42],
  ['0', null],
  ['HKM-', null],
  ['2147483648', null],
  ['01001234567', null],
  ['1e3', null],
  ['sara 42', 42],
  ['fatma-zahra 42', null],
  ['', null],
])('%j names %j', (typed, id) => {
  expect(parseReference(typed)).toBe(id);
});

it('every written code can be parsed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_147_483_647 }),
      (id) => parseReference(referenceCode('HKM', id)) === id,
    ),
  );
});
