import { expect, test } from 'vitest';
import { personName } from './fields.ts';

const isName = (name: string): boolean => personName().safeParse(name).success;

test.each(['Mona', ' منى ', 'مُنَى', 'O', '0100 123 4567', 'Mona 🌸'])('“%s” is a valid name', (name) => {
  expect(isName(name)).toBe(true);
});

test.each([
  '',
  '   ',
  '\u200b\u200b',
  '\u3164',
  '\u2800',
  '\uffa0\u115f',
  '\u0650\u064e',
  'ـــ',
  '🌸',
  '…',
  '-',
])('a name without a visible letter is rejected: %j', (name) => {
  expect(isName(name)).toBe(false);
});
