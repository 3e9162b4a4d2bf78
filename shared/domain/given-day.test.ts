import { expect, test } from 'vitest';
import { isoDate } from '../fields.ts';

const says = (value: unknown) => isoDate.safeParse(value).error?.issues.map(({ message }) => message);

test('a missing day and an invalid day have different messages', () => {
  for (const missing of ['', undefined, null]) expect(says(missing)).toEqual(['validation.selectDate']);
  for (const wrong of ['22/11/2026', '2027-02-30', '1027-02-03', 20_270_203])
    expect(says(wrong)).toEqual(['validation.date']);
  expect(says('2027-02-28')).toBeUndefined();
});
