import { expect, test } from 'vitest';
import { doctorName, lacksArabic } from './doctor-name.ts';

const laila = { name: 'Laila Kamal', nameAr: 'ليلى كمال', title: 'Prof.', titleAr: 'أ.د.' };

test('a doctor’s title and name are in the language of the reader', () => {
  expect(doctorName('en', laila)).toBe('Prof. Laila Kamal');
  expect(doctorName('ar', laila)).toBe('أ.د. ليلى كمال');
});

test('the default title is used, and the other name if there is no Arabic one', () => {
  const bare = { name: 'Hoda Selim', nameAr: null, title: '', titleAr: null };
  expect(doctorName('en', bare)).toBe('Dr. Hoda Selim');
  expect(doctorName('ar', bare)).toBe('د. Hoda Selim');
});

test('a title that is part of the name is not repeated', () => {
  expect(doctorName('en', { name: 'Dr. Hoda', nameAr: null, title: 'Dr.', titleAr: null })).toBe('Dr. Hoda');
});

test('an Arabic name is missing if none was entered and the account’s is not Arabic', () => {
  expect(lacksArabic({ name: 'Karim Aziz', nameAr: null })).toBe(true);
  expect(lacksArabic({ name: 'Karim Aziz', nameAr: ' ' })).toBe(true);
  expect(lacksArabic({ name: 'Karim Aziz', nameAr: 'كريم عزيز' })).toBe(false);
  expect(lacksArabic({ name: 'كريم عزيز', nameAr: null })).toBe(false);
});
