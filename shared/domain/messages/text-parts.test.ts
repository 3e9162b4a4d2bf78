import { expect, test } from 'vitest';
import { fitsText, textParts } from './text-parts.ts';

test('an SMS has 160 GSM characters alone and 153 per part, and some count as two', () => {
  expect([textParts(''), textParts('a'), textParts('a'.repeat(160)), textParts('a'.repeat(161))]).toEqual([
    0, 1, 1, 2,
  ]);
  expect([textParts('a'.repeat(306)), textParts('a'.repeat(307))]).toEqual([2, 3]);
  expect([textParts(`${'a'.repeat(158)}€`), textParts(`${'a'.repeat(159)}€`)]).toEqual([1, 2]);
});

test('one other character reduces the limits to 70 alone and 67 per part', () => {
  expect([textParts('م'.repeat(70)), textParts('م'.repeat(71)), textParts('م'.repeat(135))]).toEqual([
    1, 2, 3,
  ]);
  expect(textParts(`${'a'.repeat(70)}…`)).toBe(2);
  // A character that looks like one may be two units for the network.
  expect(textParts('🌸'.repeat(36))).toBe(2);
});

test('a text may have two parts, or three in another alphabet', () => {
  expect([fitsText('a'.repeat(306)), fitsText('a'.repeat(307))]).toEqual([true, false]);
  expect([fitsText('م'.repeat(201)), fitsText('م'.repeat(202))]).toEqual([true, false]);
});
