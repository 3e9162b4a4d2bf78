import { expect, test } from 'vitest';
import { normalizeForSearch } from '../people/search.ts';
import { mentionsService } from './notices.ts';

test('a sentence with a service name is recognized in any spelling, and no other', () => {
  const names = ['Fertility Services', 'خدمات الخصوبة'];
  expect(mentionsService('Bring your FERTILITY services card', names, normalizeForSearch)).toBe(true);
  expect(mentionsService('كارت خدمات الخصوبه', names, normalizeForSearch)).toBe(true);
  expect(mentionsService('The lift is out of order', names, normalizeForSearch)).toBe(false);
  expect(mentionsService('anything', [''], normalizeForSearch)).toBe(false);
});
