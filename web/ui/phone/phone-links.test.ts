import { describe, expect, it } from 'vitest';
import { callHref, canTextPhone, whatsAppHref } from './phone-links.ts';

describe('a link of a typed phone number', () => {
  it.each([
    ['+20 2 2735 4410', 'tel:+20227354410'],
    ['(02) 2735-4410', 'tel:0227354410'],
    ['٠١٠٠ ١٢٣ ٤٥٦٧', 'tel:01001234567'],
  ])('calls %s', (phone, href) => expect(callHref(phone)).toBe(href));

  it.each([
    ['+20 100 123 4567', 'https://wa.me/201001234567'],
    ['0100 123 4567', 'https://wa.me/201001234567'],
    ['٠١٠٠١٢٣٤٥٦٧', 'https://wa.me/201001234567'],
    ['00966 50 123 4567', 'https://wa.me/966501234567'],
  ])('to %s has the country code for WhatsApp', (phone, href) => expect(whatsAppHref(phone)).toBe(href));

  it.each([
    ['02 2345 6780', false],
    ['٠٢ ٢٣٤٥٦٧٨٠', false],
    ['+20 40 234 5678', false],
    ['0100 123 4567', true],
    ['+966 501 234 567', true],
  ])('says whether SMS and WhatsApp reach %s', (phone, can) => expect(canTextPhone(phone)).toBe(can));
});
