import { expect, test } from 'vitest';
import { findArrowTarget, findHighlightedIndex } from './highlight.ts';

test('Enter takes the first item, or the highlighted one wherever it is, or nothing once it is gone', () => {
  expect(findHighlightedIndex(['a', 'b', 'c'], null)).toBe(0);
  expect(findHighlightedIndex(['b', 'c', 'a'], 'b')).toBe(0);
  expect(findHighlightedIndex(['a', 'c', 'd', 'action'], 'b')).toBe(-1);
});

test('the arrow keys wrap around, and without a highlight start at the nearer end', () => {
  const keys = ['a', 'b', 'c'];
  expect(['ArrowDown', 'ArrowUp'].map((arrow) => findArrowTarget(keys, -1, arrow))).toEqual(['a', 'c']);
  expect([findArrowTarget(keys, 2, 'ArrowDown'), findArrowTarget(keys, 0, 'ArrowUp')]).toEqual(['a', 'c']);
  expect([findArrowTarget(keys, 1, 'ArrowDown'), findArrowTarget(keys, 1, 'ArrowUp')]).toEqual(['c', 'a']);
  expect([findArrowTarget([], -1, 'ArrowDown'), findArrowTarget([], -1, 'ArrowUp')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(findArrowTarget(keys, 1, 'Enter')).toBeUndefined();
});
