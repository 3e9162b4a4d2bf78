// Sources from which to find or download a Chromium. Node built-ins only.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { node, npm, root, run } from '../set-up/processes.mjs';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

/**
 * Pairs of a name and a function that returns `{ path, env }`, several of them, or nothing. CHROMIUM_SOURCES
 * selects and orders them. npm's headless build comes before an installed browser: it has no windows, which
 * makes each browser context cheaper.
 */
export function sources() {
  const all = { npm: fromNpm, here, apt: fromApt, playwright: download };
  const wanted = (process.env.CHROMIUM_SOURCES || 'npm,here,apt,playwright').split(',');
  return wanted.filter((name) => all[name]).map((name) => [name, all[name]]);
}

/** Browsers in the usual places, and the one that Playwright downloaded earlier, if any. */
function here() {
  return [...usualPlaces().map((path) => ({ path, env: {} })), fromPlaywright()];
}

function usualPlaces() {
  const chrome = 'Google\\Chrome\\Application\\chrome.exe';
  const edge = 'Microsoft\\Edge\\Application\\msedge.exe';
  const windows = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => process.env[name])
    .filter(Boolean);
  const places = {
    linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
      .map((name) => `/usr/bin/${name}`)
      .concat('/snap/bin/chromium'),
    darwin: ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    win32: windows.flatMap((folder) => [chrome, edge].map((program) => `${folder}\\${program}`)),
  };
  return places[process.platform] ?? [];
}

function fromPlaywright() {
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('playwright-core');
    return { path: chromium.executablePath(), env: {} };
  } catch {
    return undefined;
  }
}

/**
 * @sparticuz/chromium contains the browser and its libraries: it needs no root and no other host. Only for
 * Linux on x64.
 */
async function fromNpm() {
  if (!isLinux || process.arch !== 'x64') return undefined;
  const own = join(root, 'tools/chromium');
  if (!(await npm(['ci', '--prefix', own, '--include=prod'], { output: 'errors' })).ok) return undefined;
  const target = join(root, '.cache/chromium');
  const fonts = join(target, 'fonts');
  mkdirSync(target, { recursive: true });
  const entry = pathToFileURL(join(own, 'node_modules/@sparticuz/chromium/build/esm/index.js')).href;
  const unpack = `const { default: chromium } = await import(${JSON.stringify(entry)}); chromium.setGraphicsMode = false; await chromium.executablePath();`;
  // The package unpacks into TMPDIR, and its libraries only if it detects the AWS environment that it was
  // made for.
  const env = { TMPDIR: target, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  if (!(await node(['--input-type=module', '-e', unpack], { env, output: 'errors' })).ok) return undefined;
  // The packaged configuration names another folder, and Chromium crashes without any font.
  mkdirSync(fonts, { recursive: true });
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${target}/fonts-cache</cachedir></fontconfig>`,
  );
  const libraries = [join(target, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { path: join(target, 'chromium'), env: { FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: libraries } };
}

async function fromApt() {
  if (!isLinux || !isRoot || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = { output: 'errors', env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  return { path: '/usr/bin/chromium', env: {} };
}

async function download() {
  const withLibraries = isLinux && isRoot ? ['--with-deps'] : [];
  await node([
    'node_modules/playwright-core/cli.js',
    'install',
    ...withLibraries,
    '--only-shell',
    'chromium',
  ]);
  return fromPlaywright();
}
