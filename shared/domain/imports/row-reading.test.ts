import { describe, expect, test } from 'vitest';
import { guessColumns, isHeadingRow, proposeColumns } from './columns.ts';
import { detectDayOrder, parseClock, parseImportedDay } from './dates.ts';
import { readPhones } from './phones.ts';
import { type RowSettings, readRow } from './row-reading.ts';

describe('days', () => {
  test.each([
    ['23/11/2025', '2025-11-23', null],
    ['٢٣/١١/٢٠٢٥', '2025-11-23', null],
    ['23-11-25', '2025-11-23', null],
    ['2025-11-23', '2025-11-23', null],
    ['20251123', '2025-11-23', null],
    ['2025/11/23 17:20', '2025-11-23', '17:20'],
    ['23/11/2025 5:20 م', '2025-11-23', '17:20'],
    ['23/11/2025، ٥ مساءً', '2025-11-23', '17:00'],
    ['5.3.1998', '1998-03-05', null],
    ['05.03.98 5.20 م', '1998-03-05', '17:20'],
    ['45984', '2025-11-23', null],
    ['45984.7222', '2025-11-23', '17:20'],
    ['5-May-90', '1990-05-05', null],
    ['May 5th, 1990', '1990-05-05', null],
    ['05-MAR-2026 17:30', '2026-03-05', '17:30'],
    ['March 5, 2026 3:00 pm', '2026-03-05', '15:00'],
    ['5:00 PM, Thursday, March 5, 2026', '2026-03-05', '17:00'],
    ['5 مايو 1990', '1990-05-05', null],
    ['الخميس، ٥ مارس ٢٠٢٦ ٥:٣٠ م', '2026-03-05', '17:30'],
    ['5 كانون الثاني 1990', '1990-01-05', null],
    ['2026-03-05 5:00 PM - 5:30 PM', '2026-03-05', '17:00'],
    ['2025-11-23 17:20:00.000000', '2025-11-23', '17:20'],
  ])('%s is %s at %s', (text, date, time) => {
    expect(parseImportedDay(text, 'dmy', 2027)).toMatchObject({ date, time });
  });

  test.each([
    ['2026-03-05T15:00:00Z', '2026-03-05', '17:00'],
    ['2026-07-05T15:00:00Z', '2026-07-05', '18:00'],
    ['2026-03-05T22:30:00.000Z', '2026-03-06', '00:30'],
    ['2026-03-05 15:00:00+00', '2026-03-05', '17:00'],
    ['2026-03-05T15:00:00+0200', '2026-03-05', '15:00'],
    ['2026-03-05T08:00:00-05:00', '2026-03-05', '15:00'],
    ['Thu Mar 05 2026 17:00:00 GMT+0200 (Eastern European Standard Time)', '2026-03-05', '17:00'],
  ])('%s is %s at %s in Cairo', (text, date, time) => {
    expect(parseImportedDay(text, 'dmy', 2027)).toMatchObject({ date, time });
  });

  test.each([
    ['2026-03-05 00:00:00', '2026-03-05'],
    ['2026-03-05T00:00:00Z', '2026-03-05'],
    ['2026-03-05T22:00:00Z', '2026-03-06'],
    ['1990-05-04T22:00:00.000Z', '1990-05-05'],
    ['5/3/2026 12:00:00 AM', '2026-03-05'],
  ])('a database’s midnight %s is the day %s', (text, date) => {
    expect(parseImportedDay(text, 'dmy', 2027)).toMatchObject({ date });
    if (!text.startsWith('1990')) expect(parseImportedDay(text, 'dmy', 2027)).toMatchObject({ time: null });
  });

  test.each([
    '',
    ' ',
    '-',
    '—',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '1/1/0001',
    '1/1/0001 12:00:00 AM',
    '0001-01-01T00:00:00',
    '01 Jan 0001',
    '0/0/00',
    'N/A',
    'لا يوجد',
    'غير معروف',
  ])('“%s” is an empty cell', (text) => {
    expect(parseImportedDay(text, 'dmy', 2027)).toBe('none');
  });

  test.each([
    ['31/11/2025', 'missing'],
    ['الثلاثاء', 'unreadable'],
    ['23/11/2025 وقت الظهر', 'unreadable'],
    ['2026-03-05 17:00 EST', 'unreadable'],
    ['23/11/2025 25:00', 'unreadable'],
    ['March 1990', 'unreadable'],
    [' --05-14', 'unreadable'],
    ['1988', 'year'],
    ['5/6/0088', 'unreadable'],
  ])('%s is %s, without cutting anything off', (text, read) => {
    expect(parseImportedDay(text, 'dmy', 2027)).toBe(read);
  });

  test('a year of two digits is the nearest one', () => {
    expect(parseImportedDay('1/2/36', 'dmy', 2027)).toMatchObject({ date: '2036-02-01' });
    expect(parseImportedDay('1/2/88', 'dmy', 2027)).toMatchObject({ date: '1988-02-01' });
  });

  test('the column decides the order of day and month, and a mixed one is read as far as possible', () => {
    expect(detectDayOrder(['03/04/2025', '23/11/2025'])).toBe('dmy');
    expect(detectDayOrder(['03/04/2025', '11/23/2025'])).toBe('mdy');
    expect(detectDayOrder(['03/04/2025', '2025-11-23'])).toBeNull();
    expect(detectDayOrder(['03/04/2025 17:00', '11/23/2025 5:00 PM'])).toBe('mdy');
    expect(detectDayOrder(['23/11/2025', '11/23/2025'])).toBe('mixed');
    expect(parseImportedDay('03/04/2025', 'mdy', 2027)).toMatchObject({ date: '2025-03-04' });
    expect(parseImportedDay('11/23/2025', 'mixed', 2027)).toMatchObject({ date: '2025-11-23', open: false });
    expect(parseImportedDay('03/04/2025', 'mixed', 2027)).toMatchObject({ date: '2025-04-03', open: true });
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
  expect(parseClock(text)).toBe(time);
});

test('headings in both languages are known, and a field goes to the first column', () => {
  expect(
    proposeColumns([
      'الإسم',
      'رقم التليفون',
      'Mobile',
      'تاريخ الزيارة',
      'Weight',
      'الفرع ',
      'Notes',
      'Allergies',
    ]),
  ).toEqual(['name', 'phone', 'phone2', 'visitDate', 'leave', 'branch', 'notes', 'notes']);
  expect(
    proposeColumns(['first_name', 'last_name', 'phone_cell', 'start_datetime', 'provider', 'الموبيل']),
  ).toEqual(['firstName', 'lastName', 'phone', 'visitDate', 'doctor', 'phone2']);
  expect(proposeColumns(['Name', 'Start Time'])).toEqual(['name', 'visitDate']);
  expect(proposeColumns(['Name', 'Date', 'Start Time'])).toEqual(['name', 'visitDate', 'visitTime']);
});

test('a row of headings is recognized, a row of data is not', () => {
  expect(isHeadingRow(['Name', 'Mobile', 'Weight'])).toBe(true);
  expect(isHeadingRow(['Mona Adel', '01000000010', 'Visit', 'Clinic'])).toBe(false);
});

test('columns without headings are proposed by their content', () => {
  const rows = [
    ['1', 'Mona Adel', '01000000010', 'mona@example.test', '5/3/1990'],
    ['2', 'Noha Samir', '٠١٠٠٠٠٠٠٠١١', '', ''],
  ];
  expect(guessColumns(rows, 5)).toEqual(['leave', 'name', 'phone', 'email', 'leave']);
});

test.each([
  ['01000000112 / 01100000113', ['+201000000112', '+201100000113'], []],
  ['01000000112 ::: 01100000113', ['+201000000112', '+201100000113'], []],
  ['01000000112\n01100000113', ['+201000000112', '+201100000113'], []],
  ['01000000112 أو 01100000113', ['+201000000112', '+201100000113'], []],
  ['01000000112 01100000113', ['+201000000112', '+201100000113'], []],
  ['0100 000 0112', ['+201000000112'], []],
  ['0100 - 000 - 0112', ['+201000000112'], []],
  ['+20 100 000 0112', ['+201000000112'], []],
  ['1000000112', ['+201000000112'], []],
  ['01000000112 (زوجها)', ['+201000000112'], ['01000000112 (زوجها)']],
  ['mobile: 01000000112', ['+201000000112'], ['mobile: 01000000112']],
  ['-', [], []],
  ['لا يوجد', [], []],
])('%j has the numbers %j', (cell, numbers, unread) => {
  expect(readPhones(cell)).toEqual({ numbers, unread, problem: null });
});

const reading: RowSettings = {
  headings: ['Name', 'Mobile', 'Date', 'Time', 'Branch', 'Status', 'Doctor', 'Born', 'Email', 'Notes'],
  columns: [
    ...(['name', 'phone', 'visitDate', 'visitTime', 'branch', 'status', 'doctor', 'birthDate'] as const),
    ...(['email', 'notes'] as const),
  ],
  orders: { visitDate: 'dmy', birthDate: 'dmy' },
  isText: false,
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
  untimedNote: 'no time',
};
const read = (...cells: string[]) => readRow(cells, reading);
const why = (...cells: string[]) => {
  const found = read(...cells);
  return 'wrong' in found ? found.wrong : found;
};

/** The row, and the codes of its doubts. */
function doubted(...cells: string[]) {
  const found = read(...cells);
  if ('wrong' in found) throw new Error(found.wrong.code);
  return { ...found, codes: found.doubts.map(({ code }) => code) };
}

test('a row is read in any notation', () => {
  expect(
    read('فاطمة حسن', '٠١٠٠٠٠٠٠٠١٠', '٢٣/١١/٢٠٢٥', '٥:٢٠ م', 'التجمع', '', 'د. هالة منصور', '1/2/88'),
  ).toEqual({
    doubts: [],
    meant: {
      name: 'فاطمة حسن',
      phone: '+201000000010',
      phone2: null,
      email: null,
      birthDate: '1988-02-01',
      paperFile: null,
      note: '',
      visit: {
        date: '2025-11-23',
        time: '17:20',
        timed: true,
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

test('names in several columns are joined, and all phones are kept', () => {
  const columns = ['firstName', 'middleName', 'lastName', 'phone2', 'phone', 'phone2'] as const;
  const headings = ['First', 'Middle', 'Last', 'Home', 'Mobile', 'Work'];
  const cells = ['Mona', '', 'Adel', '0223456789', '01000000112 / 01000000113', '01000000114'];
  expect(readRow(cells, { ...reading, columns, headings })).toMatchObject({
    doubts: [],
    meant: {
      name: 'Mona Adel',
      phone: '+201000000112',
      phone2: '+201000000113',
      note: 'Home: 02 2345 6789\nWork: 0100 000 0114',
    },
  });
});

test.each([
  [['هدى', '-', '', '', '', '', '', '1988'], 'Born: 1988'],
  [['هدى', 'لا يوجد', '', '', '', '', '', '31/2/1988'], 'Born: 31/2/1988'],
  [['هدى', '', '', '', '', '', '', '1/1/1903'], 'Born: 1/1/1903'],
  [['هدى', '', '', '', '', '', '', '5/6/2099'], 'Born: 5/6/2099'],
  [['هدى', '', '', '', '', '', '', '1 May 2028'], 'Born: 1 May 2028'],
  [['هدى', '', '', '', '', '', '', ' --05-14'], 'Born: --05-14'],
  [['هدى', '', '', '', '', '', '', '', 'hoda at home'], 'Email: hoda at home'],
  [['هدى', '', '', '', '', '', '', '', '', 'حساسية بنسلين\nتتصل قبلها'], 'حساسية بنسلين\nتتصل قبلها'],
])('%j is imported, and values without a field become a note', (cells, note) => {
  expect(read(...cells)).toMatchObject({ doubts: [], meant: { note, birthDate: null, email: null } });
});

test('a birth date with a year of two digits is never in the future', () => {
  expect(read('هدى', '', '', '', '', '', '', '1/5/28')).toMatchObject({ meant: { birthDate: '1928-05-01' } });
});

test('a note belongs to the appointment if there is one, and a missing time is noted', () => {
  const { meant } = doubted('هدى', '', '1/6/2027', '', 'مدينة نصر', '', '', '', '', 'أول زيارة');
  expect(meant).toMatchObject({
    note: '',
    visit: { notes: 'أول زيارة\nno time', time: '15:00', timed: false },
  });
});

test('a birth date in a mixed column is doubted like an appointment’s', () => {
  const mixed = { ...reading, orders: { visitDate: 'dmy', birthDate: 'mixed' } } as const;
  const found = readRow(['هدى', '', '', '', '', '', '', '3/4/1990'], mixed);
  expect(found).toMatchObject({
    doubts: [{ code: 'dayOrder', column: 7 }],
    meant: { birthDate: '1990-04-03' },
  });
});

test('damaged rows of a text are doubted', () => {
  const text = { ...reading, isText: true };
  expect(readRow(['هدى', '01000000010'], text)).toMatchObject({ doubts: [{ code: 'fewerCells' }] });
  const swallowed = Array.from({ length: 10 }, () => '');
  swallowed[0] = 'هدى';
  swallowed[9] = `note\nMona${',x'.repeat(9)}`;
  expect(readRow(swallowed, text)).toMatchObject({ doubts: [{ code: 'rowsInCell', column: 9 }] });
  expect(
    readRow([...Array.from({ length: 10 }, (_, at) => (at === 0 ? 'هدى' : '')), 'more'], reading),
  ).toMatchObject({
    doubts: [{ code: 'moreCells' }],
  });
});

test.each([
  [['هدى', '0100000005'], 'phoneShort', 1],
  [['هدى', '100000005'], 'phoneShort', 1],
  [['هدى', '010000000055'], 'phoneLong', 1],
  [['هدى', '1.00E+09'], 'phoneRounded', 1],
  [['هدى', '#N/A'], 'formulaError', 1],
  [['هدى', '???1'], 'phoneWrong', 1],
  [['هدى', '', '31/11/2025'], 'dayMissing', 2],
  [['هدى', '', 'أمس'], 'dayUnreadable', 2],
  [['هدى', '', '1/1/2095', '', 'مدينة نصر'], 'dayFar', 2],
  [['هدى', '', '1/6/2027', 'ظهرا', 'مدينة نصر'], 'timeUnreadable', 3],
  [['هدى', '', '1/6/2027', '', 'مدينة نصر', 'ربما'], 'statusUnknown', 5],
  [['هدى', '', '1/7/2027', '16:00', 'مدينة نصر', 'حضرت'], 'statusAhead', 5],
  [['هدى', '', '1/6/2027', '', 'مدينة نصر', '', 'سمير'], 'doctorUnknown', 6],
])('%j is doubted with its reason and column', (cells, code, column) => {
  const { doubts, meant } = doubted(...cells);
  expect(doubts).toMatchObject([{ code, column }]);
  const said = cells[column] ?? '';
  if (code !== 'formulaError') expect(`${meant.note}${meant.visit?.notes ?? ''}`).toContain(said);
});

test('an unknown branch or service is doubted if there is a default', () => {
  const cells = ['هدى', '', '1/6/2027', '', 'طنطا'];
  expect(why(...cells)).toMatchObject({ code: 'branchUnknown', column: 4 });
  const usual = { ...reading, locationId: 2 };
  expect(readRow(cells, usual)).toMatchObject({
    doubts: [{ code: 'branchUnknown' }],
    meant: { visit: { locationId: 2, notes: 'Branch: طنطا\nno time' } },
  });
});

test.each([
  [['', '01000000010'], { code: 'noName', column: 0 }],
  [['#REF!', '01000000010'], { code: 'noName', column: 0 }],
  [['\u3164 \u115f', '01000000010'], { code: 'noName', column: 0 }],
  [['\u202e\u200b', '01000000010'], { code: 'noName', column: 0 }],
  [['الإجمالي', '', '', '', '45'], { code: 'total' }],
  [['Total: 45'], { code: 'total' }],
  [['هدى', '', '1/7/2027', '', 'مدينة نصر'], { code: 'timeNeeded', column: 3 }],
  [['هدى', '', '28/4/2028', '0:30', 'مدينة نصر'], { code: 'timeSkipped', column: 3 }],
  [['هدى', '', '30/4/2027 00:10', '', 'مدينة نصر'], { code: 'timeSkipped', column: 2 }],
  [['هدى', '', '1/6/2027'], { code: 'branchNeeded', column: 4 }],
] as const)('%j is left out with its reason and column', (cells, expected) => {
  expect(why(...cells)).toMatchObject(expected);
});
