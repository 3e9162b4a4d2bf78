// Finds or downloads a Chromium that starts. Node built-ins only.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { endGroup, root, start, withEnv } from '../set-up/processes.mjs';
import { sources } from './chromium-sources.mjs';

const memo = join(root, '.cache/chromium.json');
const howToGetIt = 'Install Chromium or Chrome, or set CHROMIUM_PATH to its program.';

/** Switches for containers without a sandbox or a graphics card. */
export const chromiumSwitches = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Returns `{ path, env }`: the program and its environment variables. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await starts({ path: given, env: {} })) return { path: given, env: {} };
    throw new Error(`CHROMIUM_PATH does not start: ${given}`);
  }
  const remembered = existsSync(memo) ? JSON.parse(readFileSync(memo, 'utf8')) : undefined;
  if (await starts(remembered)) return remembered;
  for (const [name, find] of sources()) {
    console.log(`· no Chromium yet, trying ${name}`);
    for (const found of [await find()].flat()) if (await starts(found)) return remember(found);
  }
  throw new Error(`none was found, and none could be fetched. ${howToGetIt}`);
}

function remember(chromium) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(memo, JSON.stringify(chromium));
  return chromium;
}

/**
 * Whether the browser opens its debugging port: the file alone is not enough, because libraries may be
 * missing.
 */
async function starts(chromium) {
  if (!chromium?.path || !existsSync(chromium.path)) return false;
  const profile = mkdtempSync(join(tmpdir(), 'hakima-chromium-'));
  const args = [
    '--headless',
    ...chromiumSwitches,
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const browser = start(chromium.path, args, {
    env: withEnv(chromium.env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const opened = await new Promise((done) => {
    let said = '';
    const timer = setTimeout(done, 30_000, false);
    const answer = (value) => {
      clearTimeout(timer);
      done(value);
    };
    browser.on('error', () => answer(false));
    browser.on('exit', () => answer(false));
    browser.stderr.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
      if (said.includes('DevTools listening')) answer(true);
    });
  });
  endGroup(browser, 'SIGKILL');
  await wait(100);
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // Its last child processes may still write there; a leftover temporary folder must not fail the run.
  }
  return opened;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log((await findChromium()).path);
