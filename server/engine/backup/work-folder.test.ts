import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inWorkFolder } from './work-folder.ts';

const before = process.env.TMPDIR;
const shared = mkdtempSync(join(tmpdir(), 'hakima-work-'));
beforeAll(() => {
  process.env.TMPDIR = shared;
});
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(shared, { recursive: true });
});

const noProcess = 2 ** 30;
const made = (name: string, hoursAgo: number): string => {
  mkdirSync(join(shared, name));
  // The clock of the disk: the clock of the tests may be another day.
  const at = statSync(join(shared, name)).mtimeMs / 1000 - hoursAgo * 3600;
  utimesSync(join(shared, name), at, at);
  return name;
};

test('what killed backups left is removed, and a backup of another container on the same disk is not', async () => {
  made(`hakima-backup-${process.pid}-${hostname()}-aaaaaa`, 0);
  made(`hakima-backup-${noProcess}-${hostname()}-bbbbbb`, 0);
  made(`hakima-backup-${process.pid}-other-app-1-cccccc`, 25);
  made('hakima-backup-71-dddddd', 25);
  const kept = [
    made(`hakima-backup-${process.pid}-other-app-1-eeeeee`, 23),
    made(`hakima-backup-${process.ppid}-${hostname()}-ffffff`, 25),
  ];
  await inWorkFolder(async (folder) => {
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(shared).filter((name) => join(shared, name) !== folder)).toEqual(kept.toSorted());
  });
  expect(readdirSync(shared)).toEqual(kept.toSorted());
});
