import { expect, test } from 'vitest';
import type { User } from '#shared/contract/users.ts';
import { bestMatches } from './patient-search.ts';

const person = (name: string, more: Partial<User> = {}) =>
  ({ name, username: null, phone: null, email: null, ...more }) as User;
const mona = person('Mona Adel', { username: 'mona' });
const monaLisa = person('Mona Lisa', { phone: '0100 123 4567' });
const ramona = person('Ramona Said');

test('exact matches stand alone', () => {
  expect(bestMatches([mona, monaLisa, ramona], 'MONA')).toEqual([mona]);
  expect(bestMatches([monaLisa], '01001234567')).toEqual([monaLisa]);
});

test('without an exact match those that begin so, without these those that contain it', () => {
  expect(bestMatches([monaLisa, ramona], 'mona')).toEqual([monaLisa]);
  expect(bestMatches([ramona], 'mona')).toEqual([ramona]);
});

test('Arabic letters are folded', () => {
  const salma = person('سلمى أحمد');
  expect(bestMatches([salma], 'سلمي احمد')).toEqual([salma]);
});

test('what only the server understood (a code, a phone with its country) stays', () => {
  expect(bestMatches([monaLisa], '+20100')).toEqual([monaLisa]);
});

test('who begins so is never cut off; who only contains it is, at ten', () => {
  const many = (name: string) => Array.from({ length: 25 }, (_, i) => person(`${name} ${i}`));
  expect(bestMatches(many('Mona'), 'mona')).toHaveLength(25);
  expect(bestMatches(many('Ramona'), 'mona')).toHaveLength(10);
});
