import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { cookieValue, cookieValueScript } from '#shared/cookies.ts';

const inPage = (cookie: string, name: string): unknown =>
  runInNewContext(`let ${cookieValueScript};v('${name}')`, { d: { cookie } });

test('a prefixed cookie takes precedence over one that another host may have set, in pages and scripts', () => {
  const told: [string, string | undefined][] = [
    ['', undefined],
    ['theme=dark', 'dark'],
    ['__Host-theme=dark', 'dark'],
    ['theme=light; __Host-theme=dark', 'dark'],
    ['__Host-theme=dark; theme=light', 'dark'],
    ['x__Host-theme=dark; mytheme=light; lang=ar', undefined],
  ];
  for (const [cookies, value] of told) {
    expect(cookieValue(cookies, 'theme'), cookies).toBe(value);
    expect(inPage(cookies, 'theme'), `${cookies} in a page`).toBe(value);
  }
});
