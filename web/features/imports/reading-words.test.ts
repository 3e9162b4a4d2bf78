import { expect, test } from 'vitest';
import type { Import } from '#shared/contract/connections/imports.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { formatFileReading } from './reading-words.ts';

const file: Import = {
  id: 1,
  fileName: 'list.xlsx',
  state: 'checked',
  refusal: null,
  encoding: null,
  delimiter: null,
  sheets: [],
  sheet: 0,
  dayOrder: 'auto',
  headings: [],
  columns: [],
  examples: [],
  hasHeadings: true,
  orders: { visitDate: null, birthDate: null },
  account: null,
  reasons: [],
  accepted: [],
  locationId: null,
  serviceId: null,
  remind: false,
  total: 3,
  progress: 3,
  counts: { new: 3, same: 0, doubtful: 0, wrong: 0 },
  patients: 0,
  visits: 0,
  left: 0,
  createdAt: '2027-06-07T09:00:00.000Z',
  finishedAt: null,
};
const said = (sheets: number) =>
  formatFileReading({ ...file, sheets: Array.from({ length: sheets }, (_, at) => `S${at}`) }).replace(
    /[\u2068\u2069]/g,
    '',
  );

test('a list with appointments says what a missing status becomes', () => {
  const visits: Import = { ...file, columns: ['name', 'visitDate'] };
  setMessageLanguage('en', dictionaries.en);
  expect(formatFileReading(visits)).toBe(
    'list.xlsx, 3 rows. A visit without a status is imported as attended, or as confirmed if it is upcoming.',
  );
  setMessageLanguage('ar', dictionaries.ar);
  expect(formatFileReading(visits)).toContain('بلا حالة تُسجّل «حضرت»');
  expect(formatFileReading({ ...file, columns: ['name', 'phone'] })).not.toContain('حضرت');
});

test('at most five unread sheets are named', () => {
  setMessageLanguage('en', dictionaries.en);
  expect(said(1)).toBe('list.xlsx, 3 rows.');
  expect(said(6)).toBe('list.xlsx, 3 rows. Sheet read: S0. Not read: the 5 sheets S1, S2, S3, S4, S5.');
  expect(said(200)).toMatch(/Not read: the 199 sheets S1, S2, S3, S4, S5, and 194 more\.$/);
  setMessageLanguage('ar', dictionaries.ar);
  expect(said(200)).toMatch(/S4، S5، و١٩٤ ورقة أخرى\.$/);
});
