import { expect, test } from 'vitest';
import { addressOn, greetingName } from './address.ts';
import type { Recipient } from './queries.ts';

const mona: Recipient = {
  id: 1,
  name: 'Mona',
  email: 'mona@example.org',
  phone: '+201001234567',
  locale: 'en',
  channels: [],
  reach: null,
  emailKnown: true,
  phoneKnown: false,
};

test('only an address that is known to be hers is written to', () => {
  expect(addressOn('email', mona)).toBe('mona@example.org');
  expect(addressOn('email', { ...mona, emailKnown: false })).toBeNull();
  expect([addressOn('sms', mona), addressOn('whatsapp', mona), addressOn('push', mona)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(addressOn('whatsapp', { ...mona, phoneKnown: true })).toBe('+201001234567');
});

test('a name that carries an address greets without it', () => {
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
  ])
    expect(greetingName(`Win ${name} now`), name).toBe('Win now');
  expect(greetingName('evil.Com')).toBe('evil. Com');
});
