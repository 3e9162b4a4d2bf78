import { expect, test } from 'vitest';
import { addressOf, allPictures, chosen, scenes, wanted } from './pictures-plan.mjs';

test('each scene is taken at three widths, in two languages and two themes, under a unique name', () => {
  const files = allPictures().map(({ file }) => file);
  expect(files).toHaveLength(scenes.length * 12);
  expect(new Set(files).size).toBe(files.length);
});

test('the stored pictures are few and among all', () => {
  expect(chosen.length).toBeLessThanOrEqual(12);
  expect(
    wanted(['--chosen'])
      .map(({ file }) => file)
      .sort(),
  ).toEqual([...chosen].sort());
});

test('a word filters the pictures', () => {
  expect(wanted(['splash-ar']).map(({ file }) => file)).toHaveLength(6);
  expect(wanted(['nothing of the kind'])).toEqual([]);
});

test('only pages with two addresses have an Arabic one', () => {
  const page = { name: '', path: '/book', public: true };
  expect([
    addressOf(page, 'ar'),
    addressOf({ ...page, path: '/' }, 'ar'),
    addressOf({ ...page, public: false }, 'ar'),
  ]).toEqual(['/ar/book', '/ar', '/book']);
  expect(addressOf({ ...page, path: '/?dialog=login' }, 'ar')).toBe('/ar?dialog=login');
});
