import { expect, test } from 'vitest';
import { initialsOf, isDifferentPerson, isUnnamed } from './name-match.ts';

test.each([
  ['Mother One', 'Daughter Two', true],
  ['Mona Samir', 'Mona Adel', true],
  ['منى سمير', 'Mona Samir', true],
  ['Mona Samir', 'mona', false],
  ['Mona', 'MONA  Samir', false],
  ['مُنى أحمد', 'منى احمد', false],
  ['Mona Samir', 'Mona Ahmed Samir', false],
  ['Mona Samir', 'Samir Mona', true],
  ['Mona Ahmed', 'Ahmed', true],
  ['Ahmed', 'Mona Ahmed', true],
])('an account of %s, and %s is typed: another person is %s', (known, typed, other) => {
  expect(isDifferentPerson(known, typed)).toBe(other);
});

test('an account without a name matches any name, and masked names reveal nothing', () => {
  expect(isUnnamed('0100 123 4567', '+201001234567')).toBe(true);
  expect(isUnnamed('Mona', '+201001234567')).toBe(false);
  expect(initialsOf('Mother One')).toBe('M… O…');
  expect(initialsOf('منى سمير')).toBe('م… س…');
});
