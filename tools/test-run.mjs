// Everything `npm test` runs, one after the other, and the count at its end.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { startPostgres } from './postgres.mjs';
import { node, root } from './processes.mjs';
import { alone, build, step } from './setup.mjs';

const reports = join(root, '.cache/reports');

const checks = [
  ['format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['types of the server', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json']],
  ['types of the web', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json']],
  ['types of the tools', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.tools.json']],
  ['structure, direction, catalogues', ['node_modules/tsx/dist/cli.mjs', 'tools/check-structure.ts']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
];

/** Runs all pieces, whatever fails on the way, and prints the count as the last line. True when nothing failed. */
export async function runEverything() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const counts = [];
  const failures = [];
  const record = (name, count) => {
    counts.push(count);
    if (count.failed > 0) failures.push(`${name}: ${count.failed} failed`);
  };

  for (const [name, command] of checks) record(name, await check(name, command));
  record('tests, embedded database', await featureTests('tests, embedded database', 'embedded', ''));
  record('tests, PostgreSQL', await onPostgres());
  const built = await alone(build);
  record('build', one(built));
  record('journeys in Chromium', built ? await journeys() : one(false));

  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log('');
  for (const failure of failures) console.log(`✗ ${failure}`);
  const skipped = sum('skipped');
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return sum('failed') === 0;
}

const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** One check is one count; what it printed is shown only when it fails. */
async function check(name, command) {
  let result;
  const ok = await step(name, async () => {
    result = await node(command, { output: 'keep', env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '' } });
    return result;
  });
  if (!ok) console.log(result.text.trimEnd());
  return one(ok);
}

async function featureTests(name, reportName, databaseUrl) {
  const report = join(reports, `${reportName}.json`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await step(name, () => node(args, { env: { TEST_DATABASE_URL: databaseUrl, DATABASE_URL: '' } }));
  return read(report, ok, (found) => ({
    passed: found.numPassedTests,
    // A file that could not be loaded has no test in it that could fail.
    failed:
      found.numFailedTests + found.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
    skipped: found.numPendingTests + found.numTodoTests,
  }));
}

async function onPostgres() {
  let server;
  try {
    await step('a PostgreSQL of our own', async () => {
      server = await startPostgres();
      console.log(`  ${server.version}`);
      return true;
    });
    return await featureTests('tests, PostgreSQL', 'postgres', server.url);
  } catch (error) {
    console.error(`✗ PostgreSQL: ${error.message}`);
    return one(false);
  } finally {
    await server?.stop();
  }
}

async function journeys() {
  if (!existsSync(join(root, 'e2e')) || !readdirSync(join(root, 'e2e')).some((file) => file.endsWith('.spec.ts'))) {
    console.error('✗ e2e/ holds no journey');
    return one(false);
  }
  const report = join(reports, 'journeys.json');
  let ok = false;
  try {
    const chromium = await findChromium();
    console.log(`· Chromium: ${chromium.path}`);
    const env = { ...chromium.env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json'];
    ok = await step('journeys in Chromium', () => node(args, { env }));
  } catch (error) {
    console.error(`✗ Chromium: ${error.message}`);
  }
  return read(report, ok, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }));
}

/** The count of a machine-readable report. No report, no test in it, or a failure it does not name: one failure. */
function read(report, ok, count) {
  if (!existsSync(report)) return one(false);
  const found = count(JSON.parse(readFileSync(report, 'utf8')));
  const unexplained = found.failed === 0 && (!ok || found.passed === 0);
  return unexplained ? { ...found, failed: 1 } : found;
}
