// Browser tests in a real Chromium on the built product. Node built-ins only.
import { findChromium } from '../chromium/chromium.mjs';
import { node } from '../set-up/processes.mjs';
import { clockOf } from './days.mjs';

/**
 * Runs Playwright with the found browser, in a clinic whose clock is set to that day; `args` are
 * Playwright's.
 */
export async function runJourneys(args, day, env = {}) {
  const [chromium, database] = await Promise.all([findChromium(), preparedDatabase()]);
  console.log(`· Chromium: ${chromium.path}`);
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...args];
  const given = { CHROMIUM_PATH: chromium.path, PREPARED_DATABASE: database, ...clockOf(day) };
  return node(command, { env: { ...chromium.env, ...given, ...env } });
}

/** Folder of a migrated, empty database; creates it if it does not exist. */
export async function preparedDatabase() {
  const program = ['--import', 'tsx', 'tools/test-run/prepare-database.ts'];
  const { ok, text } = await node(program, { output: 'keep' });
  if (!ok) throw new Error(`the database of the tests could not be made: ${text}`);
  return text;
}
