import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { DamagedZip } from './read-zip.ts';
import { TooLargeUnpacked, unzip } from './unzip.ts';
import { zip } from './zip.ts';

const root = mkdtempSync(join(tmpdir(), 'hakima-unzip-'));
const [file, folder] = [join(root, 'a.zip'), join(root, 'folder')];
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('an archive is unpacked into a folder; one that states that it is a bomb leaves nothing there', async () => {
  const archive = Buffer.concat(
    await Readable.from(zip([{ name: 'more/a.txt', content: ['one'] }])).toArray(),
  );
  writeFileSync(file, archive);
  await unzip(file, folder, /^more\/a\.txt$/);
  expect(readFileSync(join(folder, 'more/a.txt'), 'utf8')).toBe('one');
  await expect(unzip(file, folder, /^b\.txt$/)).rejects.toThrow(DamagedZip);
  archive.writeUInt32LE(300 << 20, archive.indexOf(Buffer.from('504b0102', 'hex')) + 24);
  writeFileSync(file, archive);
  await expect(unzip(file, `${folder}2`, /./)).rejects.toThrow(TooLargeUnpacked);
  expect(existsSync(`${folder}2`)).toBe(false);
});
