import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countOne, countPlaywright, countReport, countVitest, lastLine, skippedByVitest } from './counts.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hakima-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const report = (content: object) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [] as object[],
};

test('the counts of a successful run are those of its report', () => {
  expect(countReport(report(vitest), true, countVitest)).toEqual({ passed: 5, failed: 0, skipped: 1 });
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countReport(report({ stats }), false, countPlaywright)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
  });
});

test('a file that could not be loaded is a failure', () => {
  const broken = {
    ...vitest,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ],
  };
  expect(countReport(report(broken), false, countVitest).failed).toBe(1);
});

test('skipped tests are named', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'one' },
    { status: 'skipped', fullName: 'two' },
  ];
  expect(skippedByVitest({ testResults: [{ assertionResults }] })).toEqual(['two']);
});

test('an empty run, an error exit and a missing report are failures', () => {
  expect(countReport(report({ ...vitest, numPassedTests: 0 }), true, countVitest).failed).toBe(1);
  expect(countReport(report(vitest), false, countVitest).failed).toBe(1);
  expect(countReport(join(folder, 'none.json'), true, countVitest)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('the last line', () => {
  expect(lastLine([countOne(true), countOne(true)])).toBe('2 passed, 0 failed');
  expect(lastLine([countOne(true), { passed: 7, failed: 1, skipped: 2 }])).toBe(
    '8 passed, 1 failed, 2 skipped',
  );
});
