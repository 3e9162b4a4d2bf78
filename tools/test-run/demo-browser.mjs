// Runs work with the demo clinic and a browser.
import { chromium } from '@playwright/test';
import { chromiumSwitches, findChromium } from '../chromium/chromium.mjs';
import { withDemoServer } from './demo-server.mjs';

/** Runs `work(browser, origin)` and returns its result; `switches` are additional switches of the browser. */
export async function withDemoBrowser(work, switches = []) {
  const found = await findChromium();
  const browser = await chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: [...chromiumSwitches, ...switches],
  });
  try {
    return await withDemoServer((origin) => work(browser, origin));
  } finally {
    await browser.close();
  }
}

/** Signs a demo user in for all pages of a browser context. */
export async function signIn(context, origin, username) {
  const data = { username, password: 'demo-clinic' };
  const answer = await context.request.post(`${origin}/api/auth/login`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`signing in as ${username}: ${answer.status()}`);
}
