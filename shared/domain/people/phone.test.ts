import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePhone } from './phone.ts';
import {
  canReceiveTexts,
  formatPhone,
  formatPhoneInSentence,
  groupTypedPhone,
  phoneSearch,
} from './phone-text.ts';

describe('a stored phone', () => {
  it.each([
    ['01001234567', '+201001234567'],
    ['0100 123 4567', '+201001234567'],
    ['+20 100 123 4567', '+201001234567'],
    ['0020-100-123-4567', '+201001234567'],
    ['201001234567', '+201001234567'],
    ['٠١٠٠١٢٣٤٥٦٧', '+201001234567'],
    ['\u200e+201001234567\u200f', '+201001234567'],
    ['02 2345 6789', '+20223456789'],
    ['03 345 6789', '+2033456789'],
    ['+44 20 7946 0958', '+442079460958'],
    ['00966501234567', '+966501234567'],
    ['0100123456', null],
    ['019 12345678', null],
    ['013 12345678', null],
    ['010012345678', null],
    ['16000', null],
    ['call 01001234567', null],
    ['+999123456789', null],
    ['', null],
    ['1'.repeat(300), null],
  ])('%j → %j', (typed, kept) => {
    expect(normalizePhone(typed)).toBe(kept);
  });

  it('stays in one piece in an Arabic line', () => {
    expect(formatPhoneInSentence('ar', '+20 55 000 0005')).toBe('+20550000005');
    expect(formatPhoneInSentence('en', '+20 55 000 0005')).toBe('+20 55 000 0005');
  });

  it('is parsed back from its display form', () => {
    const mobile = fc.tuple(fc.constantFrom('10', '11', '12', '15'), fc.integer({ min: 0, max: 99_999_999 }));
    fc.assert(
      fc.property(mobile, ([net, rest]) => {
        const kept = `+20${net}${String(rest).padStart(8, '0')}`;
        expect(normalizePhone(formatPhone(kept))).toBe(kept);
      }),
    );
  });
});

describe('a typed phone', () => {
  it.each([
    ['+201001234567', '0100 123 4567'],
    ['+20223456789', '02 2345 6789'],
    ['+2033456789', '03 345 6789'],
    ['+20403456789', '040 345 6789'],
    ['+966501234567', '+966 501 234 567'],
    ['+442079460958', '+44 207 946 0958'],
    ['+12025550100', '+1 202 555 0100'],
    ['020 0000 0000', '020 0000 0000'],
    ['', ''],
  ])('%s → %s', (kept, shown) => {
    expect(formatPhone(kept)).toBe(shown);
  });

  it.each([
    ['01001234567', '0100 123 4567'],
    ['٠١٠٠ ١٢٣٤٥٦٧', '0100 123 4567'],
    ['+20 1001234567', '0100 123 4567'],
    ['00966501234567', '+966 501 234 567'],
    ['mona@mail.example', 'mona@mail.example'],
  ])('the typed %s is shown as %s', (typed, shown) => {
    expect(groupTypedPhone(typed)).toBe(shown);
  });

  it.each([
    ['+201001234567', true],
    ['+20212345678', false],
    ['+966501234567', true],
  ])('%s takes text messages: %s', (kept, takes) => {
    expect(canReceiveTexts(kept)).toBe(takes);
  });
});

describe('a phone in a search box', () => {
  it.each([
    ['0100 12', '+2010012'],
    ['٠١٠٠١٢', '+2010012'],
    ['+20100', '+20100'],
    ['00201001', '+201001'],
    ['4567', '4567'],
    ['01', '01'],
    ['42', '42'],
    ['sara', null],
    ['HKM-42', null],
    ['', null],
  ])('%j → %j', (typed, form) => {
    expect(phoneSearch(typed)).toBe(form);
  });
});
