import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openTable } from './read-table.ts';
import { openZip } from './read-zip.ts';
import { withNamedTexts } from './shared-text-cells.ts';
import { zip } from './zip.ts';

const list = (name: string) => readFile(new URL(`../../testing/lists/${name}`, import.meta.url));

/** A workbook of Excel with other rows. */
async function withRows(rows: string): Promise<Buffer> {
  const { files: parts } = await openZip(await list('excel.xlsx'));
  const entries = parts.map(async ({ name, read }) => {
    const text = Buffer.concat(await Readable.from(read()).toArray()).toString('utf8');
    return { name, content: [text.replace(/(<sheetData>)[^]*(<\/sheetData>)/, `$1${rows}$2`)] };
  });
  return Buffer.concat(await Readable.from(zip(Readable.from(await Promise.all(entries)))).toArray());
}

async function cellsOf(file: Buffer): Promise<string[][]> {
  const { read } = await openTable(file, { encoding: null, delimiter: null, sheet: null });
  const found: string[][] = [];
  for await (const { cells } of read(null).rows) found.push([...cells]);
  return found;
}

const named = (at: string, n: number) => `<c r="${at}" t="s"><v>${n}</v></c>`;

test('a shared-text cell without an index is empty, in every notation', async () => {
  const empty = [
    '<c r="B2" t="s"/>',
    '<c r="C2" s="1" t="s"></c>',
    '<c r="D2" t="s" s="1"><v></v></c>',
    "<c r='E2' t='s'><v/></c>",
    '<c r="F2" t="s">\n<v> </v>\n</c>',
  ];
  const file = await withRows(
    `<row r="1">${named('A1', 0)}${named('B1', 1)}</row>` +
      `<row r="2">${named('A2', 1)}${empty.join('')}${named('G2', 0)}</row>`,
  );
  const [[first = '', second = ''] = [], below] = await cellsOf(file);
  expect(first).not.toBe('');
  expect(below).toEqual([second, '', '', '', '', '', first]);
});

test('also if it spans two pieces of the archive', async () => {
  const row = (n: number) => `<row r="${n}">${named(`A${n}`, 1)}<c r="B${n}" t="s"><v></v></c></row>`;
  const rows = Array.from({ length: 20_000 }, (_, i) => row(i + 1));
  const found = await cellsOf(await withRows(rows.join('')));
  expect(found).toHaveLength(rows.length);
  expect(found.filter((cells) => cells.length !== 1)).toEqual([]);
});

test('a workbook whose cells all have an index is unchanged', async () => {
  for (const name of ['excel.xlsx', 'excel-parts.xlsx', 'excel-strict.xlsx', 'libreoffice-parts.xlsx']) {
    const file = await list(name);
    expect(await withNamedTexts(file)).toBe(file);
  }
});

test('unclosed tags and endless blanks are skipped', async () => {
  const blanks = ' '.repeat(16_000);
  for (const piece of ['<c ', '<c t="s">', '<', `<c ${' '.repeat(9)}`, `<c t="s">${blanks}x</c>`])
    await withNamedTexts(await withRows(piece.repeat(Math.floor((8 << 20) / piece.length))));
});
