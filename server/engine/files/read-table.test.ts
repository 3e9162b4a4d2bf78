import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openTable } from './read-table.ts';
import type { TableRow } from './table-types.ts';
import { xlsx } from './xlsx.ts';
import { zip } from './zip.ts';

const list = (name: string) => readFile(new URL(`../../testing/lists/${name}`, import.meta.url));
const asked = { encoding: null, delimiter: null, sheet: null };
async function read(bytes: Buffer, how: Parameters<typeof openTable>[1] = asked) {
  const { encoding, delimiter, read } = await openTable(bytes, how);
  const reader = read(null);
  const found: TableRow[] = [];
  for await (const row of reader.rows) found.push(row);
  return { encoding, delimiter, rows: found, lines: reader.countLines(), breaks: reader.countBreaks() };
}
const refusal = (bytes: Buffer) => read(bytes).catch((error: { reason?: string }) => error.reason);
const joined = async (parts: AsyncIterable<Buffer>) => Buffer.concat(await Readable.from(parts).toArray());

test('a LibreOffice workbook: merged headings, real days and times, a mobile number stored as a number', async () => {
  const { encoding, rows } = await read(await list('libreoffice-merged.xlsx'));
  expect(encoding).toBeNull();
  expect(rows[0]).toEqual({ n: 1, cells: ['كشف المريضات ٢٠٢٥'] });
  expect(rows[1]?.cells).toEqual(['المريضة', '', 'الزيارة']);
  expect(rows[4]).toEqual({
    n: 5,
    cells: ['نهى عبد الله', '1000000112', '2025-11-23', '17:40', 'التجمع', 'كشف'],
  });
});

test('an Excel workbook: shared texts, a counted empty row, the result of a formula', async () => {
  const { rows } = await read(await list('excel.xlsx'));
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(rows[2]?.cells).toEqual(['1', 'فاطمة حسن', '٠١٠٠٠٠٠٠٠١٠', '2025-11-23', '17:20', 'المعادي', '2']);
});

test('text in the encoding of an Egyptian Windows, separated by semicolons', async () => {
  const { encoding, delimiter, rows } = await read(await list('libreoffice-windows-1256.csv'));
  expect([encoding, delimiter]).toEqual(['windows-1256', ';']);
  expect(rows[1]?.cells).toEqual([
    'فاطمة حسن',
    '01000000010',
    '11/23/2025',
    '05:20:00 PM',
    'التجمع',
    'متابعة حمل',
    'أول زيارة',
  ]);
});

test.each([
  ['excel-utf8.csv', 'utf-8', ';'],
  ['excel-unicode.txt', 'utf-16le', '\t'],
])('%s: Excel’s marks are interpreted and in no cell', async (name, encoding, delimiter) => {
  const found = await read(await list(name));
  expect([found.encoding, found.delimiter]).toEqual([encoding, delimiter]);
  expect(found.rows[0]?.cells).toEqual(['الاسم', 'التليفون', 'تاريخ الزيارة', 'الساعة']);
  expect(found.rows[2]?.cells[0]).toBe('نهى; عبد الله');
});

test('a chosen format replaces the detected one', async () => {
  const wrong = await read(await list('libreoffice-windows-1256.csv'), {
    ...asked,
    encoding: 'iso-8859-6',
    delimiter: ',',
  });
  expect(wrong.rows[1]?.cells.length).toBe(1);
  expect(wrong.rows[0]?.cells[0]).not.toContain('الاسم');
});

test('a first line that names the separator is used and counted', async () => {
  const { delimiter, rows } = await read(Buffer.from('sep=;\r\nName;Mobile\r\nMona, A.;01000000010\r\n'));
  expect(delimiter).toBe(';');
  expect(rows).toEqual([
    { n: 2, cells: ['Name', 'Mobile'] },
    { n: 3, cells: ['Mona, A.', '01000000010'] },
  ]);
});

test('a file that cannot be read gives the reason', async () => {
  expect(await refusal(Buffer.alloc(0))).toBe('empty');
  expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBe('old_excel');
  expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2]))).toBe('not_a_table');
  const whole = await list('excel.xlsx');
  expect(await refusal(whole.subarray(0, whole.length / 2))).toBe('broken');
  expect(await refusal(Buffer.from(`${'a,'.repeat(500)}b\n`))).toBe('too_many_columns');
  expect(await refusal(Buffer.from('a,b\n'.repeat(100_002)))).toBe('too_many_rows');
  expect(await refusal(Buffer.from('a,'.repeat(5_000_000)))).toBe('too_many_columns');
  expect(await refusal(Buffer.from(`a,b\n${'a'.repeat(2_000_000)}`))).toBe('cell_too_long');
  expect(await refusal(Buffer.from(`a,b\n"${'a,b\n'.repeat(500_000)}`))).toBe('cell_too_long');
  expect(await refusal(Buffer.from('a,b\n"a,b\n'))).toBe('quote_open');
  const empty = await joined(zip(Readable.from([{ name: 'a.txt', content: ['no sheet'] }])));
  expect(await refusal(empty)).toBe('broken');
});

test('our own exports can be read again', async () => {
  async function* pages() {
    yield [['فاطمة', '2025-11-23']];
  }
  const columns = [
    { heading: 'Name', width: 10 },
    { heading: 'Day', width: 10, days: true },
  ];
  const { rows } = await read(
    await joined(xlsx({ sheetName: 'List', rightToLeft: true, columns, pages: pages() })),
  );
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Name', 'Day'],
    ['فاطمة', '2025-11-23'],
  ]);
});

test('parts of Excel: a hidden first sheet, rich text, phonetic text, date formats, formulas', async () => {
  const { rows } = await read(await list('excel-parts.xlsx'));
  expect(rows.map(({ n, cells }) => [n, ...cells])).toEqual([
    [1, 'كشف المريضات'],
    [2, 'الاسم', 'رقم التليفون', 'تاريخ الزيارة', 'الساعة', 'فرع', 'الخدمة', 'ملاحظات', 'السن'],
    [3, 'فاطمة حسن', '1000000010', '2025-11-23', '17:20', 'التجمع', 'كشف', 'أول زيارة\nتتصل قبلها', '31'],
    [
      4,
      'نهى عبد الله',
      '01000000013',
      '2025-11-24',
      '17:40',
      'التجمع',
      'كشف',
      'رمزها _x000D_ في الدفتر',
      '28',
    ],
    [6, 'مريم عادل', '1000000014', '2025-11-25 18:00', '', 'التجمع', 'كشف', '', '36'],
    [7, 'هدى & <سمير>', '#N/A', '2025-11-26', '#REF!', 'التجمع', 'كشف', '#N/A', 'true'],
  ]);
});

test.each(['excel-1904.xlsx', 'excel-strict.xlsx', 'excel-macros.xlsm'])(
  '%s: its days are those that the program shows',
  async (name) => {
    const { rows } = await read(await list(name));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['الاسم', 'رقم التليفون', 'تاريخ الزيارة'],
      ['فاطمة حسن', '01000000013', '2025-11-23'],
      ['نهى عبد الله', '01000000013', '2025-11-24 18:00'],
    ]);
  },
);

test('a text protected from becoming a number stays that text', async () => {
  const { delimiter, rows } = await read(await list('excel-sep.csv'));
  expect(delimiter).toBe(';');
  expect(rows.map(({ n, cells }) => [n, ...cells])).toEqual([
    [2, 'الاسم', 'التليفون', 'تاريخ الزيارة'],
    [3, 'حسن; فاطمة', '1E+09', '23/11/2025'],
    [4, 'نهى عبد الله', '1.00E+09', '24/11/2025'],
    [5, 'مريم عادل', '01000000014', '25/11/2025'],
  ]);
});

test('LibreOffice reads the same data and saves it in its own formats', async () => {
  const excel = await read(await list('excel-parts.xlsx'));
  const workbook = await read(await list('libreoffice-parts.xlsx'));
  const sameLines = ({ rows }: typeof excel) => rows.map(({ n, cells }) => [n, ...cells]);
  // LibreOffice computes formulas again, and the lookup fails.
  const lookedUp = (lines: ReturnType<typeof sameLines>) =>
    lines.map((line) => line.map((cell) => (cell === '#N/A' ? 'التجمع' : cell)));
  expect(lookedUp(sameLines(workbook))).toEqual(lookedUp(sameLines(excel)));
  const text = await read(await list('libreoffice-parts.csv'));
  expect([text.encoding, text.delimiter]).toEqual(['utf-8', ';']);
  expect(text.rows[4]?.cells.slice(0, 3)).toEqual(['مريم عادل', '1000000014', '2025-11-25 18:00:00']);
  expect(await refusal(await list('libreoffice.ods'))).toBe('other_workbook');
});
