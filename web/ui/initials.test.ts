import { expect, it } from 'vitest';
import { initials } from './initials.ts';

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
])('of %s is %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it.each([
  ['إسراء عبد الرحمن', 'إس'],
  ['أمل إبراهيم', 'أم'],
  ['هدى إبراهيم', 'هد'],
  ['آية', 'آي'],
])('an alef never stands alone, a stroke or a mark of exclamation to the eye: %s is %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
