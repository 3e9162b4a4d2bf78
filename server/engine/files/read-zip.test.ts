import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { DamagedZip, isUnpackedSizeWithin, openZip, readWhole } from './read-zip.ts';
import { type Entry, zip } from './zip.ts';

const packed = async (entries: Iterable<Entry>) => Buffer.concat(await Readable.from(zip(entries)).toArray());
const directoryEntry = Buffer.from('504b0102', 'hex');
/** Changes the unpacked size that the archive states for its first file. */
function claim(archive: Buffer, size: number): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt32LE(size, archive.indexOf(directoryEntry) + 24);
  return changed;
}
const first = async (archive: Buffer, most = 1 << 30) => {
  const [file] = (await openZip(archive)).files;
  return file && readWhole(file, most);
};

test('files are unpacked unchanged and in order', async () => {
  const texts: [string, string][] = [
    ['a.txt', 'one'],
    ['more/منى.txt', 'two'.repeat(100_000)],
    ['empty.txt', ''],
  ];
  const { files } = await openZip(await packed(texts.map(([name, text]) => ({ name, content: ['', text] }))));
  const found = await Promise.all(
    files.map(async (file) => [file.name, String(await readWhole(file, 1 << 20))]),
  );
  expect(found).toEqual(texts);
  expect(files.map(({ size }) => size)).toEqual([3, 300_000, 0]);
});

test('an archive that states a wrong size is damaged', async () => {
  const archive = await packed([{ name: 'a.txt', content: ['0'.repeat(1 << 20)] }]);
  for (const size of [0, 1000, 20 << 20]) {
    await expect(first(claim(archive, size))).rejects.toThrow(DamagedZip);
    await expect(isUnpackedSizeWithin(await openZip(claim(archive, size)), 30 << 20)).rejects.toThrow(
      DamagedZip,
    );
  }
});

test('an archive or a file that unpacks to more than the limit is rejected', async () => {
  const content = () => ['0'.repeat(1 << 20)];
  const archive = await packed(['a', 'b'].map((name) => ({ name, content: content() })));
  expect(await isUnpackedSizeWithin(await openZip(archive), 2 << 20)).toBe(true);
  expect(await isUnpackedSizeWithin(await openZip(archive), (2 << 20) - 1)).toBe(false);
  await expect(first(archive, (1 << 20) - 1)).rejects.toThrow(DamagedZip);
});

test('bytes that are no archive, are incomplete, or lead out of the folder are damaged', async () => {
  const archive = await packed([{ name: 'xx/users.csv', content: ['a'] }]);
  const outside = Buffer.from(archive.toString('latin1').replaceAll('xx/', '../'), 'latin1');
  const middle = Buffer.concat([archive.subarray(0, 40), archive.subarray(60)]);
  for (const bytes of [Buffer.from('text'), archive.subarray(0, -9), outside, middle])
    await expect(first(bytes)).rejects.toThrow(DamagedZip);
  await expect(openZip('/nowhere.zip')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an error of a source ends the archive, and a reader that stops ends the source', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('the database is gone');
  }
  await expect(packed([{ name: 'a', content: failing() }])).rejects.toThrow('the database is gone');
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from(crypto.getRandomValues(new Uint8Array(1 << 16)));
    } finally {
      isEnded = true;
    }
  }
  for await (const _ of zip([{ name: 'a', content: endless() }])) break;
  await expect.poll(() => isEnded).toBe(true);
});
