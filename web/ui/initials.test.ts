import { expect, it } from 'vitest';
import { formatInitials } from './initials.ts';

it.each([
  ['Mona Samir', 'MS'],
  ['Dr. Laila Kamal', 'LK'],
  ['hoda', 'H'],
  ['Nour El Din Hassan', 'NH'],
  ['رضوى عماد', 'ر ع'],
  ['د. ليلى كمال', 'ل ك'],
  ['شيماء السيد', 'ش س'],
  ['هدى عبد الرحمن', 'ه ع'],
  ['', ''],
])('of %s are %s', (name, letters) => {
  expect(formatInitials(name)).toBe(letters);
});

it.each([
  ['إسراء عبد الرحمن', 'إس'],
  ['أمل إبراهيم', 'أم'],
  ['هدى إبراهيم', 'هد'],
  ['آية', 'آي'],
])('never contain a lone alef, which looks like a stroke: %s has %s', (name, letters) => {
  expect(formatInitials(name)).toBe(letters);
});
