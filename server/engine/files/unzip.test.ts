import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { unpacksWithin } from './unpacked-size.ts';
import { TooLargeUnpacked, unzip } from './unzip.ts';
import { zip } from './zip.ts';
import { BrokenArchive, filesOf, listingIn } from './zip-directory.ts';

const root = mkdtempSync(join(tmpdir(), 'hakima-unzip-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const names = /^[a-z/]+\.txt$/;
const joined = async (parts: AsyncIterable<Buffer>) => Buffer.concat(await Readable.from(parts).toArray());
const packed = (files: Record<string, string>, how?: Parameters<typeof zip>[1]) =>
  joined(zip(Readable.from(Object.entries(files).map(([name, text]) => ({ name, text: [text] }))), how));
let n = 0;
async function unpack(archive: Buffer): Promise<string> {
  const [file, folder] = [join(root, `${++n}.zip`), join(root, String(n))];
  writeFileSync(file, archive);
  await unzip(file, folder, names).finally(() => rmSync(file));
  return folder;
}
/** Where the list says how large its first file is, unpacked. */
const saidSize = (archive: Buffer): number => listingIn(archive).from + 24;

test('an archive with numbers of 64 bits is read as any other', async () => {
  const files = { 'a.txt': 'one', 'more/b.txt': 'two'.repeat(1000), 'empty.txt': '' };
  for (const wideFrom of [0xffffffff, 500, 0]) {
    const archive = await packed(files, { large: true, wideFrom });
    const folder = await unpack(archive);
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    const list = listingIn(archive);
    const sizes = filesOf(archive.subarray(list.from), list.count).map(({ size }) => size);
    expect(sizes).toEqual([3, 3000, 0]);
    expect(await unpacksWithin(archive, 3003)).toBe(true);
    expect(await unpacksWithin(archive, 3002)).toBe(false);
  }
  await expect(packed(files, { wideFrom: 0 })).rejects.toThrow('too large for its readers');
});

test('an archive that says that it is a bomb is refused before anything of it is written', async () => {
  const archive = await packed({ 'a.txt': 'A list of ours', 'b.txt': 'and another' });
  archive.writeUInt32LE(300 << 20, saidSize(archive));
  const error: unknown = await unpack(archive).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(TooLargeUnpacked);
  expect(error).toMatchObject({ room: null, bytes: (300 << 20) + 'and another'.length });
  expect(existsSync(join(root, String(n)))).toBe(false);
});

test('one that unpacks to more than it said is cut off there', async () => {
  const archive = await packed({ 'a.txt': '0'.repeat(10 << 20) });
  for (const said of [1000, 20 << 20]) {
    archive.writeUInt32LE(said, saidSize(archive));
    await expect(unpack(archive)).rejects.toThrow(BrokenArchive);
    const folder = join(root, String(n));
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name)).length).toBeLessThanOrEqual(said);
  }
});
