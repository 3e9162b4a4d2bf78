import { expect, test } from 'vitest';
import { ApiError, reasonOf } from './client.ts';

test('a refusal is told in the words of the server, or else of the screen', () => {
  expect(reasonOf(new ApiError(409, 'slot_taken', 'That time was just taken.'), 'Failed to move')).toBe(
    'That time was just taken.',
  );
  const wordless = new ApiError(502, 'wordless', 'Server error: 502 Bad Gateway');
  expect(reasonOf(wordless, 'Failed to move')).toBe('Failed to move');
  expect(reasonOf(new TypeError('x is undefined'), 'Failed to move')).toBe('Failed to move');
});
