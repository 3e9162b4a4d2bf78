import { expect, it } from 'vitest';
import { toSchemaOrgHours } from './opening-hours.ts';

it.each([
  ['Sunday - Thursday: 9am - 7pm, Friday: 9am - 3pm', ['Su-Th 09:00-19:00', 'Fr 09:00-15:00']],
  ['Sunday - Thursday: 9am - 7pm\nFriday: 9am - 3pm', ['Su-Th 09:00-19:00', 'Fr 09:00-15:00']],
  ['Saturday: 12pm - 9:30pm', ['Sa 12:00-21:30']],
  ['Monday to Wednesday 12am - 8am', ['Mo-We 00:00-08:00']],
  ['By appointment\nFriday: 9am - 3pm', ['Fr 09:00-15:00']],
  ['Someday - Friday: 9am - 3pm', []],
  ['', []],
])('parses %j', (text, hours) => {
  expect(toSchemaOrgHours(text)).toEqual(hours);
});
