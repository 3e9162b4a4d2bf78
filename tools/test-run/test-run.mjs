// Everything `npm test` runs, two pieces at a time, and the count at its end.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { node, root } from '../set-up/processes.mjs';
import { alone, build, step } from '../set-up/setup.mjs';
import { countOf, lastLine, ofPlaywright, ofVitest, one } from './counts.mjs';
import { chooseDay, clockForAll, days, tellDay } from './days.mjs';
import { runJourneys } from './journeys.mjs';
import { piece, twoAtATime } from './pieces.mjs';
import { startPostgres } from './postgres.mjs';

const reports = join(root, '.cache/reports');

/** As one thread: the compiler's four would each look anew at the types they share, at twice the cost. */
const types = (side) => ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${side}.json`, '--checkers', '1'];
/** The compiler and the linter collect their garbage later: a fifth of their processor otherwise. */
const unhurriedGarbage = { GOGC: '400' };
/** No more urgent than the browsers that wait for their clinic (playwright.config.ts). */
const besideBrowsers = { nicer: 5 };
/** Of the test files, by one process each: what it holds grows with them, to 2 GB in the end. */
const halves = [1, 2];

const checks = [
  [
    'format',
    ['node_modules/@biomejs/biome/bin/biome', 'ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
  ],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['types of the server', types('server')],
  ['types of the web', types('web')],
  ['types of the tools', types('tools')],
  ['structure, direction, catalogues', ['node_modules/tsx/dist/cli.mjs', 'tools/check-structure.ts']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
];

/**
 * Runs all pieces, whatever fails on the way, and prints the count as the last line. True when nothing
 * failed.
 */
export async function runEverything() {
  const day = chooseDay();
  console.log(tellDay(day));
  const { record, verdict } = newRun();

  // Browsers leave a third of two cores idle. The rest goes beside them, one thread at a time.
  await twoAtATime([
    async () => {
      const built = await alone(build);
      record('build', one(built));
      record('journeys in Chromium', built ? await journeys(day) : one(false));
    },
    ...checks.map(
      ([name, command]) =>
        async () =>
          record(name, await check(name, command)),
    ),
    ...halves.map((half) => () => onEmbedded(day, half, record)),
    ...halves.map((half) => () => onPostgres(day, half, record)),
  ]);

  return verdict();
}

/**
 * What depends on the clock, on every day or on those named: tests on the embedded database, and journeys.
 */
export async function runDays(names) {
  const chosen = names.length > 0 ? names.map(chooseDay) : days;
  const { record, verdict } = newRun();
  for (const day of chosen) {
    console.log(tellDay(day));
    const ofDay = (name, count) => record(`${day.name}: ${name}`, count);
    await twoAtATime([
      async () => ofDay('journeys in Chromium', await journeys(day)),
      ...halves.map((half) => () => onEmbedded(day, half, ofDay)),
    ]);
  }
  return verdict();
}

/** Counts what is recorded of a run and says at its end how it went: true when nothing failed. */
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

/** One check is one count. */
async function check(name, command) {
  return one(await piece(name, (how) => node(command, { ...how, ...besideBrowsers, env: unhurriedGarbage })));
}

async function onEmbedded(day, half, record) {
  const name = `tests, embedded database, ${half} of 2`;
  record(name, await featureTests(name, `embedded-${half}`, day, half));
}

async function onPostgres(day, half, record) {
  const name = `tests, PostgreSQL, ${half} of 2`;
  let server;
  try {
    await step('a PostgreSQL of our own', async () => {
      server = await startPostgres();
      console.log(`  ${server.version}`);
      return true;
    });
    record(name, await featureTests(name, `postgres-${half}`, day, half, server.url));
  } catch (error) {
    console.error(`✗ PostgreSQL: ${error.message}`);
    record(name, one(false));
  } finally {
    await server?.stop();
  }
}

async function featureTests(name, reportName, day, half, databaseUrl = '') {
  const report = join(reports, `${reportName}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--allowOnly=false',
    '--maxWorkers=1',
    `--shard=${half}/2`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const env = { TEST_DATABASE_URL: databaseUrl, DATABASE_URL: '', ...clockForAll(day) };
  const ok = await piece(name, (how) => node(args, { ...how, ...besideBrowsers, env }));
  return countOf(report, ok, ofVitest);
}

async function journeys(day) {
  const report = join(reports, 'journeys.json');
  let ok = false;
  try {
    ok = await piece('journeys in Chromium', (how) =>
      runJourneys(['--reporter=dot,json'], day, { PLAYWRIGHT_JSON_OUTPUT_NAME: report }, how),
    );
  } catch (error) {
    console.error(`✗ Chromium: ${error.message}`);
  }
  return countOf(report, ok, ofPlaywright);
}
