// The demonstration clinic and a browser to look at it with, for as long as some work needs them.
import { chromium } from '@playwright/test';
import { chromiumSwitches, findChromium } from '../chromium/chromium.mjs';
import { withDemoServer } from './demo-server.mjs';

/** Runs `work(browser, origin)`, and answers what it does; `switches` are of the browser, besides. */
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

/** Signs somebody of the demonstration in, for all pages of a context. */
export async function signIn(context, origin, username) {
  const data = { username, password: 'demo-clinic' };
  const answer = await context.request.post(`${origin}/api/auth/login`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`signing in as ${username}: ${answer.status()}`);
}
