// Journeys in a real Chromium against the built product. Node built-ins only.
import { findChromium } from '../chromium/chromium.mjs';
import { node } from '../set-up/processes.mjs';

/** Runs Playwright with the browser found or fetched; `args` go to it. */
export async function runJourneys(args, env = {}) {
  const chromium = await findChromium();
  console.log(`· Chromium: ${chromium.path}`);
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...args];
  return node(command, { env: { ...chromium.env, CHROMIUM_PATH: chromium.path, ...env } });
}
