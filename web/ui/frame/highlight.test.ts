import { expect, test } from 'vitest';
import { arrowTo, placeTaken } from './highlight.ts';

test('Enter takes the first item, or the highlighted one wherever it is, or nothing once it is gone', () => {
  expect(placeTaken(['a', 'b', 'c'], null)).toBe(0);
  expect(placeTaken(['b', 'c', 'a'], 'b')).toBe(0);
  expect(placeTaken(['a', 'c', 'd', 'action'], 'b')).toBe(-1);
});

test('the arrow keys wrap around, and without a highlight start at the nearer end', () => {
  const keys = ['a', 'b', 'c'];
  expect(['ArrowDown', 'ArrowUp'].map((arrow) => arrowTo(keys, -1, arrow))).toEqual(['a', 'c']);
  expect([arrowTo(keys, 2, 'ArrowDown'), arrowTo(keys, 0, 'ArrowUp')]).toEqual(['a', 'c']);
  expect([arrowTo(keys, 1, 'ArrowDown'), arrowTo(keys, 1, 'ArrowUp')]).toEqual(['c', 'a']);
  expect([arrowTo([], -1, 'ArrowDown'), arrowTo([], -1, 'ArrowUp')]).toEqual([undefined, undefined]);
  expect(arrowTo(keys, 1, 'Enter')).toBeUndefined();
});
