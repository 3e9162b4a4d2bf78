import { expect, test } from 'vitest';
import { fold } from '../people/search.ts';
import { namesOne } from './notices.ts';

test('a sentence with a service name is recognized in any spelling, and no other', () => {
  const names = ['Fertility Services', 'خدمات الخصوبة'];
  expect(namesOne('Bring your FERTILITY services card', names, fold)).toBe(true);
  expect(namesOne('كارت خدمات الخصوبه', names, fold)).toBe(true);
  expect(namesOne('The lift is out of order', names, fold)).toBe(false);
  expect(namesOne('anything', [''], fold)).toBe(false);
});
