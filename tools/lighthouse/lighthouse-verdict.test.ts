import { expect, test } from 'vitest';
import { complaintsOf, median, table } from './lighthouse-verdict.mjs';

const scores = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const good = {
  path: '/',
  who: '',
  promised: { scores, bytes: 100_000, requests: 10 },
  bytes: 96_000,
  requests: 8,
  runs: 1,
  largestPaintMs: 1432,
  blockedMs: 120,
  benchmark: 1700,
  scores,
  findings: ['a small thing'],
};

test('a page as promised gets no complaint, whatever else Lighthouse remarks', () => {
  expect(complaintsOf(good)).toEqual([]);
});

test('every broken promise is said', () => {
  const bad = { ...good, bytes: 100_001, requests: 11, scores: { ...good.scores, seo: 99 } };
  expect(complaintsOf(bad)).toEqual([
    '/: seo is 99, promised is 100',
    '/: a small thing',
    '/: 100001 bytes in the first 4.7 s, promised are 100000',
    '/: 11 requests in the first 4.7 s, promised are 10',
  ]);
});

test('a page that is signed in is held to its speed alone', () => {
  const promised = { ...good.promised, scores: { performance: 95 } };
  expect(complaintsOf({ ...good, promised, scores: { ...scores, performance: 95, seo: 60 } })).toEqual([]);
  expect(complaintsOf({ ...good, promised, scores: { ...scores, performance: 94 } })).toHaveLength(2);
});

test('a score that is missing is no good score', () => {
  expect(complaintsOf({ ...good, scores: { ...scores, seo: undefined } })).toHaveLength(2);
});

test('the middle of several runs counts, the lower of two', () => {
  expect([median([99, 100, 97]), median([99, 100]), median([100])]).toEqual([99, 99, 100]);
});

test('the table has a row for each page', () => {
  expect(table([good]).split('\n').at(-1)).toBe(
    '| / | – | 100 | 100 | 100 | 100 | 1.43 s | 120 ms | 1700 | 96.0 kB in 8 requests | 1 |',
  );
});
