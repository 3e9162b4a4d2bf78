import { expect, test } from 'vitest';
import { bookAddress, bookButtonHtml } from './book-button.ts';

const clinic = 'https://clinic.example';

test('an address prefills the named choices in its language', () => {
  expect(bookAddress(clinic, 'en', {})).toBe(`${clinic}/book`);
  const choice = { service: 2, location: 1, doctor: 7, date: '2027-06-09', time: '15:00' };
  expect(bookAddress(clinic, 'ar', choice)).toBe(
    `${clinic}/ar/book?location=1&service=2&doctor=7&date=2027-06-09&time=15%3A00`,
  );
});

test('the HTML for another site is a link that works without the script', () => {
  const html = bookButtonHtml(clinic, { lang: 'ar', location: 1, service: 2, firstFree: true });
  expect(html.split('\n')).toEqual([
    `<a href="${clinic}/ar/book?location=1&amp;service=2" lang="ar" referrerpolicy="no-referrer"` +
      ' data-clinic-visit data-location="1" data-service="2" data-date="first-free">احجزي موعدك</a>',
    `<script async src="${clinic}/book-button-1.js" crossorigin="anonymous" referrerpolicy="no-referrer"></script>`,
  ]);
  expect(bookButtonHtml(clinic, { lang: 'en', firstFree: false })).toContain(
    `<a href="${clinic}/book" lang="en" referrerpolicy="no-referrer" data-clinic-visit>Book a visit</a>`,
  );
});
