import { describe, expect, test } from 'vitest';
import { proposeColumns } from './columns.ts';
import { clockAfterDay, orderOf, readClock, readDay } from './dates.ts';
import { type Reading, readRow } from './row-reading.ts';

describe('days', () => {
  test.each([
    ['23/11/2025', '2025-11-23'],
    ['٢٣/١١/٢٠٢٥', '2025-11-23'],
    ['23-11-25', '2025-11-23'],
    ['2025-11-23', '2025-11-23'],
    ['2025/11/23 17:20', '2025-11-23'],
    ['5.3.1998', '1998-03-05'],
    ['45984', '2025-11-23'],
  ])('%s is %s', (text, date) => {
    expect(readDay(text, 'dmy', 2027)).toMatchObject({ date });
  });

  test('of two digits the year is the one that is not far ahead', () => {
    expect(readDay('1/2/36', 'dmy', 2027)).toMatchObject({ date: '2036-02-01' });
    expect(readDay('1/2/88', 'dmy', 2027)).toMatchObject({ date: '1988-02-01' });
  });

  test('a day that its month does not have is told from what is no day', () => {
    expect(readDay('31/11/2025', 'dmy', 2027)).toBe('missing');
    expect(readDay('11/31/2025', 'mdy', 2027)).toBe('missing');
    expect(readDay('الثلاثاء', 'dmy', 2027)).toBe('unreadable');
    expect(readDay(' ', 'dmy', 2027)).toBe('none');
  });

  test('the column says whether day or month comes first; where it says both, each is read as it can be', () => {
    expect(orderOf(['03/04/2025', '23/11/2025'])).toBe('dmy');
    expect(orderOf(['03/04/2025', '11/23/2025'])).toBe('mdy');
    expect(orderOf(['03/04/2025', '2025-11-23'])).toBe('dmy');
    expect(orderOf(['23/11/2025', '11/23/2025'])).toBe('mixed');
    expect(readDay('03/04/2025', 'mdy', 2027)).toMatchObject({ date: '2025-03-04' });
    expect(readDay('11/23/2025', 'mixed', 2027)).toEqual({ date: '2025-11-23', open: false });
    expect(readDay('03/04/2025', 'mixed', 2027)).toEqual({ date: '2025-04-03', open: true });
  });
});

test.each([
  ['17:20', '17:20'],
  ['5:20 م', '17:20'],
  ['٥:٢٠ م', '17:20'],
  ['5.20 pm', '17:20'],
  ['11:00 ص', '11:00'],
  ['12:30 ص', '00:30'],
  ['12 م', '12:00'],
  ['05:20:00 PM', '17:20'],
  ['6', '18:00'],
  ['9', '09:00'],
  ['12', '12:00'],
  ['25:00', null],
  ['بعد العصر', null],
])('the time %s is %s', (text, time) => {
  expect(readClock(text)).toBe(time);
});

test('a time may stand behind its day', () => {
  expect(clockAfterDay('2025-11-23 17:20')).toBe('17:20');
  expect(clockAfterDay('23/11/2025 5:20 م')).toBe('17:20');
  expect(clockAfterDay('23/11/2025')).toBeNull();
});

test('headings in both languages are known, each thing once', () => {
  expect(proposeColumns(['الإسم', 'رقم التليفون', 'Mobile', 'تاريخ الزيارة', 'ملاحظات 2', 'الفرع '])).toEqual(
    ['name', 'phone', 'leave', 'visitDate', 'leave', 'branch'],
  );
});

const reading: Reading = {
  columns: ['name', 'phone', 'visitDate', 'visitTime', 'branch', 'status', 'doctor', 'birthDate'],
  order: 'dmy',
  clock: { date: '2027-06-07', time: '12:00:00' },
  locations: [
    { id: 1, names: ['New Cairo', 'القاهرة الجديدة - التجمع الخامس'] },
    { id: 2, names: ['Nasr City', 'مدينة نصر'] },
  ],
  services: [{ id: 5, names: ['Consultation', 'كشف'], minutes: 20 }],
  doctors: [{ id: 9, names: ['Hala Mansour', 'هالة منصور'] }],
  locationId: null,
  serviceId: 5,
  usualTime: '15:00',
};
const read = (...cells: string[]) => readRow(cells, reading);
const why = (...cells: string[]) => {
  const found = read(...cells);
  return 'wrong' in found ? found.wrong : found;
};

test('a row says who she is and when she came, however it is written', () => {
  expect(
    read('فاطمة حسن', '٠١٠٠٠٠٠٠٠١٠', '٢٣/١١/٢٠٢٥', '٥:٢٠ م', 'التجمع', '', 'د. هالة منصور', '1/2/88'),
  ).toEqual({
    doubt: null,
    meant: {
      name: 'فاطمة حسن',
      phone: '+201000000010',
      phone2: null,
      email: null,
      birthDate: '1988-02-01',
      paperFile: null,
      visit: {
        date: '2025-11-23',
        time: '17:20',
        minutes: 20,
        locationId: 1,
        serviceId: 5,
        doctorId: 9,
        status: 'attended',
        notes: '',
        ahead: false,
      },
    },
  });
});

test('a mobile whose zero a spreadsheet took has it again; two in one cell are two', () => {
  expect(read('نهى', '1000000112')).toMatchObject({ meant: { phone: '+201000000112' } });
  expect(read('نهى', '01000000112 / 01100000113')).toMatchObject({
    meant: { phone: '+201000000112', phone2: '+201100000113' },
  });
});

test.each([
  [['', '01000000010'], { code: 'noName', column: 0 }],
  [['هدى', '0100000005'], { code: 'phoneShort', column: 1, params: { n: 10 } }],
  [['هدى', '100000005'], { code: 'phoneShort', column: 1, params: { n: 10 } }],
  [['هدى', '010000000055'], { code: 'phoneLong', column: 1, params: { n: 12 } }],
  [['هدى', '1.00E+09'], { code: 'phoneRounded', column: 1, params: { text: '1.00E+09' } }],
  [['هدى', '#N/A'], { code: 'formulaError', column: 1, params: { text: '#N/A' } }],
  [['#REF!', '01000000010'], { code: 'formulaError', column: 0, params: { text: '#REF!' } }],
  [['هدى', '???????????'], { code: 'phoneWrong', column: 1, params: { text: '???????????' } }],
  [['هدى', '', '31/11/2025'], { code: 'dayMissing', column: 2, params: { text: '31/11/2025' } }],
  [['هدى', '', 'أمس'], { code: 'dayUnreadable', column: 2, params: { text: 'أمس' } }],
  [['هدى', '', '1/1/2095', '', 'مدينة نصر'], { code: 'dayFar', column: 2 }],
  [['هدى', '', '1/7/2027', '', 'مدينة نصر'], { code: 'timeNeeded', column: 3 }],
  [['هدى', '', '1/6/2027', 'ظهرا', 'مدينة نصر'], { code: 'timeUnreadable', column: 3 }],
  [['هدى', '', '28/4/2028', '0:30', 'مدينة نصر'], { code: 'timeSkipped', column: 3 }],
  [['هدى', '', '30/4/2027 00:10', '', 'مدينة نصر'], { code: 'timeSkipped', column: 2 }],
  [['هدى', '', '1/6/2027', '', 'طنطا'], { code: 'branchUnknown', column: 4 }],
  [['هدى', '', '1/6/2027'], { code: 'branchNeeded', column: 4 }],
  [['هدى', '', '1/6/2027', '', 'مدينة نصر', 'ربما'], { code: 'statusUnknown', column: 5 }],
  [['هدى', '', '1/7/2027', '16:00', 'مدينة نصر', 'حضرت'], { code: 'statusAhead', column: 5 }],
  [['هدى', '', '1/6/2027', '', 'مدينة نصر', '', 'سمير'], { code: 'doctorUnknown', column: 6 }],
  [['هدى', '', '', '', '', '', '', '1/1/1903'], { code: 'born', column: 7 }],
] as const)('%j is refused for its reason, in its column', (cells, expected) => {
  expect(why(...cells)).toMatchObject(expected);
});
