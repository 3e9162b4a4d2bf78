import { afterEach, expect, test, vi } from 'vitest';
import { cookieValue } from '#shared/cookies.ts';
import { clearPersonalData, setYearCookie } from './personal-data-cleanup.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * A document with a cookie jar like a browser's: it rejects cookies that violate the rules of their name
 * prefix.
 */
function atPage(protocol: string, jar: Map<string, string>): () => string {
  const header = () => [...jar].map((pair) => pair.join('=')).join('; ');
  const take = (text: string) => {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(text) ?? [];
    const keeps = rest.includes('; secure') && rest.includes('path=/;') && !/domain/i.test(rest);
    if (name.startsWith('__Host-') && (!keeps || protocol !== 'https:')) return;
    if (rest.includes('max-age=0')) jar.delete(name);
    else jar.set(name, value);
  };
  vi.stubGlobal('location', { protocol });
  const cookie = { get: header, set: take };
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', cookie));
  return header;
}

test('a device setting has a prefixed cookie name, and the plain one is deleted', () => {
  const header = atPage('https:', new Map([['theme', 'light']]));
  expect(cookieValue(header(), 'theme')).toBe('light');
  setYearCookie('theme', 'dark');
  setYearCookie('text', 'large');
  expect(header()).toBe('__Host-theme=dark; __Host-text=large');
  setYearCookie('theme', null);
  expect(header()).toBe('__Host-text=large');
});

test('it has its plain name on loopback without TLS', () => {
  const header = atPage('http:', new Map());
  setYearCookie('theme', 'dark');
  expect(header()).toBe('theme=dark');
});

test('quick exit deletes everything except device settings, under either name', () => {
  const before = {
    '__Host-signed-in': '1',
    'signed-in': '1',
    other: 'x',
    lang: 'ar',
    '__Host-text': 'large',
  };
  const header = atPage('https:', new Map(Object.entries(before)));
  const storage = { clear: () => undefined, setItem: () => undefined };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  clearPersonalData();
  expect(header()).toBe('lang=ar; __Host-text=large');
});
