import { expect, test } from 'vitest';
import { isArabicAddress } from '#shared/domain/languages.ts';
import { arabicAddress, withoutLang } from './page-address.ts';

test.each([
  ['/?lang=ar', '/ar'],
  ['/ar?lang=en', '/'],
  ['/ar/book?lang=en&service=3', '/book?service=3'],
  ['/profile?tab=password&lang=ar', '/profile?tab=password'],
  ['/ar/no-such-page?lang=en', '/no-such-page'],
  ['/ar/no-such-page?lang=ar', '/ar/no-such-page'],
])('choosing a language redirects from %s to %s', (url, target) => {
  expect(withoutLang(url)).toBe(target);
});

test.each([
  '//evil.example?lang=en',
  '/ar//evil.example?lang=en',
  '/\\evil.example?lang=ar',
  '/ar/\\/evil.example?lang=en',
])('%s does not redirect to another site', (url) => {
  expect(new URL(withoutLang(url), 'https://hakima.example').host).toBe('hakima.example');
});

test('an address below /ar is Arabic, whether or not the page exists', () => {
  expect(['/ar', '/ar/', '/ar?x=1', '/ar/no-such-page'].every(isArabicAddress)).toBe(true);
  expect(['/', '/arabic', '/book', '/book?next=/ar/'].some(isArabicAddress)).toBe(false);
  expect(arabicAddress('/book?service=3')).toBe('/ar/book?service=3');
});
