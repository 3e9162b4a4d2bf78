// Adds up the reports of a run. Node built-ins only.
import { existsSync, readFileSync } from 'node:fs';

export const countOne = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

export const countVitest = (report) => ({
  passed: report.numPassedTests,
  // A file that could not be loaded contains no failed test, so count the file.
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      .length,
  skipped: report.numPendingTests + report.numTodoTests,
});

export const countPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
});

/** Names of the tests that a report counts as skipped. */
export const skippedByVitest = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['pending', 'skipped', 'todo', 'disabled'].includes(status))
      .map(({ fullName }) => fullName),
  );

/**
 * Counts of a machine-readable report. A missing or empty report, or an exit code without a failed test,
 * counts as one failure.
 */
export function countReport(file, ok, count) {
  if (!existsSync(file)) return countOne(false);
  const found = count(JSON.parse(readFileSync(file, 'utf8')));
  const unexplained = found.failed === 0 && (!ok || found.passed === 0);
  return unexplained ? { ...found, failed: 1 } : found;
}

export function lastLine(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
