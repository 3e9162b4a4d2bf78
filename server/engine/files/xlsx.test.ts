import { describe, expect, test } from 'vitest';
import { unzip } from '#server/testing/unzip.ts';
import { xlsx } from './xlsx.ts';

async function workbook(pages: string[][][], rightToLeft = false): Promise<Map<string, string>> {
  const chunks: Buffer[] = [];
  const read = async function* () {
    yield* pages;
  };
  for await (const chunk of xlsx({
    sheetName: 'Visits',
    rightToLeft,
    columns: ['Name', 'Notes', 'Day'].map((heading) => ({ heading, width: 12, days: heading === 'Day' })),
    pages: read(),
  }))
    chunks.push(chunk);
  const files = await unzip(Buffer.concat(chunks));
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
}

describe('an Excel workbook', () => {
  test('has the parts that spreadsheets require', async () => {
    const files = await workbook([[['Mona', '']]]);
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(files.get('xl/workbook.xml')).toContain('<sheet name="Visits" sheetId="1" r:id="rId1"/>');
  });

  test('stores every cell as text in any script, without characters that XML cannot hold', async () => {
    const files = await workbook([[['منى', '=1+1']], [['<b> & "c"', 'a\u0007b\nc']]], true);
    const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
    const cells = [...xml.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text]) => text);
    expect(cells).toEqual(['Name', 'Notes', 'Day', 'منى', '=1+1', '&lt;b&gt; &amp; &quot;c&quot;', 'ab\nc']);
    expect(xml).toContain('rightToLeft="1"');
    expect(xml).not.toContain('<f>');
  });

  test('has real dates, fitting column widths and a filter row', async () => {
    const files = await workbook([[['Mona', '', '2027-06-07']], [['Nour', '', 'soon']]]);
    const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).toContain('<c r="C2" s="1"><v>46545</v></c>');
    expect(xml).toContain('>soon</t>');
    expect(xml).toContain('<col min="3" max="3" width="12" customWidth="1"/></cols><sheetData>');
    expect(xml).toMatch(/<\/sheetData><autoFilter ref="A1:C3"\/><\/worksheet>$/);
    expect(files.get('xl/styles.xml')).toContain('formatCode="yyyy-mm-dd"');
  });

  test('names every row and cell, which strict readers need', async () => {
    const files = await workbook([[['Mona', '']], [['Nour', '']]]);
    const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
    const names = [...xml.matchAll(/<(?:row|c) r="([A-Z]?\d)"/g)].map(([, name]) => name);
    expect(names).toEqual(['1', 'A1', 'B1', 'C1', '2', 'A2', 'B2', '3', 'A3', 'B3']);
    expect(xml).not.toMatch(/<(row|c)(?! r=)[ >]/);
  });

  test('passes on an error of its source', async () => {
    const failing = async function* (): AsyncGenerator<string[][]> {
      yield [['a', 'b']];
      throw new Error('the database is gone');
    };
    const read = async () => {
      for await (const _ of xlsx({ sheetName: 'x', rightToLeft: false, columns: [], pages: failing() }));
    };
    await expect(read()).rejects.toThrow('the database is gone');
  });
});
