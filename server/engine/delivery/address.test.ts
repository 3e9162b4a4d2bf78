import { expect, test } from 'vitest';
import { greetingName } from './address.ts';

test('a greeting leaves out a name that contains an address', () => {
  expect(greetingName('Mona Samir')).toBe('Mona Samir');
  expect(greetingName('Dr.Mona A. Samir')).toBe('Dr. Mona A. Samir');
  expect(greetingName('منى سمير')).toBe('منى سمير');
  for (const name of [
    'https://evil.example/x',
    'evil.com',
    'EVIL.COM',
    'www.evil',
    'a@b.co',
    'evil.com/x?y',
    'evil.com،',
    'evil．com',
    'evil。com',
    'ｅｖｉｌ．ｃｏｍ',
    'evil․com',
    'evil∕x',
  ])
    expect(greetingName(`Win ${name} now`), name).toBe('Win now');
  expect(greetingName('evil.Com')).toBe('evil. Com');
});
