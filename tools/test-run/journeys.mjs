// Journeys in a real Chromium against the built product. Node built-ins only.
import { findChromium } from '../chromium/chromium.mjs';
import { node } from '../set-up/processes.mjs';
import { clockOf } from './days.mjs';

/**
 * Runs Playwright with the browser found or fetched, in a clinic whose clock says that day; `args` are its.
 */
export async function runJourneys(args, day, env = {}) {
  const chromium = await findChromium();
  console.log(`· Chromium: ${chromium.path}`);
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...args];
  return node(command, { env: { ...chromium.env, CHROMIUM_PATH: chromium.path, ...clockOf(day), ...env } });
}
