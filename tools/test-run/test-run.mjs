// All parts of `npm test`, one after the other, and the final count.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { proveAll } from '../prove/prove.mjs';
import { node, root } from '../set-up/processes.mjs';
import { build, step, withSetupLock } from '../set-up/setup.mjs';
import { runChecks } from './checks.mjs';
import { countOne, countPlaywright, countReport, countVitest, lastLine, skippedByVitest } from './counts.mjs';
import { chooseDay, clockForAll, describeDay, specialDays } from './days.mjs';
import { runJourneys } from './journeys.mjs';
import { longTests } from './long-tests.mjs';
import { runServerTestsOn, supportedVersions } from './node-versions.mjs';

const reports = join(root, '.cache/reports');

/**
 * Runs all parts even if some fail, and prints the count as the last line. Returns true if nothing failed.
 */
export async function runEverything() {
  const day = chooseDay();
  console.log(describeDay(day));
  const { record, verdict } = newRun();

  await runChecks((name, ok) => record(name, countOne(ok)));
  record('tests', await featureTests(day));
  const built = await withSetupLock(build);
  record('build', countOne(built));
  // The tag of journeys that only `npm run test:all` runs (`e2e/project-tags.ts`).
  const chosen = ['--grep-invert', '@test-all'];
  record('journeys in Chromium', built ? await journeys(day, chosen) : countOne(false));

  return verdict();
}

/**
 * Runs what `npm test` leaves out: tests and browser tests on the special days (or the named ones), every
 * page in all configurations, long tests and proofs.
 */
export async function runAll(names) {
  const chosen = names.length > 0 ? names.map(chooseDay) : specialDays;
  const { record, verdict } = newRun();
  for (const day of chosen) {
    console.log(describeDay(day));
    record(`${day.name}: tests`, await featureTests(day));
    record(`${day.name}: journeys`, await journeys(day, [], { CORNERS: 'both' }));
  }
  if (names.length === 0) {
    record(
      'every page in every configuration',
      await journeys(chooseDay(), ['every-page'], { CORNERS: 'all' }),
    );
    record('long tests', await featureTests(chooseDay(), longTests));
    for (const version of supportedVersions)
      record(`server tests on Node ${version}`, countOne(await runServerTestsOn(version)));
    record('proofs', countOne(await proveAll([])));
  }
  return verdict();
}

/** Collects the counts of a run; `verdict` prints them and returns true if nothing failed. */
function newRun() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const counts = [];
  const failures = [];
  return {
    record(name, count) {
      counts.push(count);
      if (count.failed > 0) failures.push(`${name}: ${count.failed} failed`);
    },
    verdict() {
      console.log('');
      for (const failure of failures) console.log(`✗ ${failure}`);
      console.log(lastLine(counts));
      return failures.length === 0;
    },
  };
}

/** Runs vitest, on all files or only on the given ones. */
async function featureTests(day, only = []) {
  const report = join(reports, 'tests.json');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...only.map((path) => path.replace('/**/*.test.ts', '')),
    '--allowOnly=false',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const env = { DATABASE_URL: '', LONG_TESTS: only.length > 0 ? '1' : '', ...clockForAll(day) };
  rmSync(report, { force: true });
  const ok = await step('tests', () => node(args, { env }));
  if (existsSync(report))
    for (const name of skippedByVitest(JSON.parse(readFileSync(report, 'utf8'))))
      console.log(`· skipped: ${name}`);
  return countReport(report, ok, countVitest);
}

async function journeys(day, only = [], env = {}) {
  const report = join(reports, 'journeys.json');
  rmSync(report, { force: true });
  let ok = false;
  try {
    ok = await step('journeys in Chromium', () =>
      runJourneys([...only, '--reporter=dot,json'], day, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    );
  } catch (error) {
    console.error(`✗ Chromium: ${error.message}`);
  }
  return countReport(report, ok, countPlaywright);
}
