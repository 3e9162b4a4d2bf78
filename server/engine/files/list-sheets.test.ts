import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type MadeSheet, workbook } from '#server/testing/lists/workbook.ts';
import { listSheets } from './list-sheets.ts';
import { openTable } from './read-table.ts';
import { zip } from './zip.ts';

const sheets: MadeSheet[] = [
  { name: 'Lists', rows: [['7']], hidden: true },
  { name: 'A year &amp; a day', rows: [['first']] },
  { name: 'Chart1', chart: true },
  { name: 'مريضات', rows: [['second'], ['third']] },
];
async function read(file: Buffer, sheet: number | null) {
  const table = await openTable(file, { encoding: null, delimiter: null, sheet });
  const rows: string[] = [];
  for await (const { cells } of table.read(null).rows) rows.push(...cells);
  return { sheets: table.sheets, sheet: table.sheet, rows };
}

test('only visible sheets with cells count, and the active or the requested one is read', async () => {
  const names = ['A year & a day', 'مريضات'];
  const file = await workbook(sheets, 3);
  expect(await read(file, null)).toEqual({ sheets: names, sheet: 1, rows: ['second', 'third'] });
  expect(await read(file, 0)).toEqual({ sheets: names, sheet: 0, rows: ['first'] });
  expect((await read(file, 9)).sheet).toBe(1);
});

test('the first visible sheet is read if a chart or a hidden sheet is active', async () => {
  for (const inFront of [0, 2]) {
    const { sheet, rows } = await read(await workbook(sheets, inFront), null);
    expect([sheet, rows]).toEqual([0, ['first']]);
  }
  const hidden = await workbook([{ name: 'Only', rows: [['x']], hidden: true }]);
  expect(await read(hidden, null)).toEqual({ sheets: ['Only'], sheet: 0, rows: ['x'] });
});

test('a sheet list that is invalid or too large is a damaged file', async () => {
  const entries = [{ name: 'xl/workbook.xml', content: Array(5).fill(' '.repeat(1 << 20)) as string[] }];
  const large = Buffer.concat(await Readable.from(zip(Readable.from(entries))).toArray());
  expect(await listSheets(large)).toBe('broken');
  expect(await listSheets(Buffer.alloc(30))).toBe('broken');
});

test('unclosed tags up to the size limit are skipped at once', async () => {
  const unclosed = (tag: string) => [`${tag} `.repeat(Math.floor((4 << 20) / (tag.length + 1)))];
  const began = performance.now();
  for (const tag of ['<sheet', '<workbookView', '<x:sheet name="']) {
    const entries = [
      { name: 'xl/workbook.xml', content: unclosed(tag) },
      { name: 'xl/_rels/workbook.xml.rels', content: unclosed('<Relationship') },
    ];
    const file = Buffer.concat(await Readable.from(zip(Readable.from(entries))).toArray());
    expect(await listSheets(file)).toEqual({ sheets: [], inFront: 0, hidden: [] });
  }
  // Searching for a tag to the end of the file would take many times as long.
  expect(performance.now() - began).toBeLessThan(5000);
});

test('entities declared in a workbook are not expanded: neither local files nor growing texts', async () => {
  const grown = Array.from({ length: 9 }, (_, n) => `<!ENTITY x${n + 1} "${`&x${n};`.repeat(10)}">`);
  const head = `<!DOCTYPE d [<!ENTITY own SYSTEM "file:///etc/hostname"><!ENTITY x0 "lol">${grown.join('')}]>`;
  const { rows } = await read(
    await workbook([{ name: 'List', rows: [['&own;', '&x9;', 'end']], head }]),
    null,
  );
  expect(rows).toEqual(['&own;', '&x9;', 'end']);
});
