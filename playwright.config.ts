import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type PlaywrightTestProject } from '@playwright/test';
import { type Lang, langs } from '#shared/domain/languages.ts';
import type { ProjectOptions } from './e2e/fixtures.ts';
import { runsEveryConfiguration } from './e2e/project-tags.ts';
import { chromiumSwitches } from './tools/chromium/chromium.mjs';
import { freePort } from './tools/set-up/free-port.mjs';

// Every worker evaluates this file again: the variable keeps the ports that the first evaluation chose.
process.env.E2E_PORTS ||= [await freePort(), await freePort()].join(',');
const origins = process.env.E2E_PORTS.split(',').map((port) => `http://127.0.0.1:${port}`);

// The clinic's server needs the processor more than the browsers do: on a machine with few processors it
// would refuse requests, and the test would fail. So browsers get a lower priority.
if (process.env.TEST_WORKER_INDEX) setPriority(Math.min(19, getPriority() + 5));

const locales = { en: 'en-GB', ar: 'ar-EG' };
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
};

type Size = keyof typeof sizes;

/**
 * Tests of a configuration in `npm test`: every second file, and tests tagged with its size or `@both`
 * (layout, direction, keyboard). `CORNERS=all` runs every test in all configurations.
 */
function journeysOf(size: Size): RegExp {
  const specs = readdirSync(join(import.meta.dirname, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const own = specs.filter((_, i) => i % 2 === (size === 'desktop' ? 0 : 1));
  return new RegExp([...own.map((path) => ` ${path} `), `@${size}`, '@both'].join('|'));
}

/**
 * One configuration: language × size × theme. Each language has its own clinic, so two projects never book
 * the same slots. A test tagged with a size runs only in that size.
 */
function corner(lang: Lang, size: Size, theme: 'light' | 'dark'): PlaywrightTestProject<ProjectOptions> {
  const name = process.env.CORNERS === 'all' ? `${size}-${lang}-${theme}` : `${size}-${lang}`;
  return {
    name,
    grep: runsEveryConfiguration ? undefined : journeysOf(size),
    grepInvert: size === 'desktop' ? /@phone/ : /@desktop/,
    use: {
      lang,
      locale: locales[lang],
      colorScheme: theme,
      contextOptions: { reducedMotion: size === 'phone' ? 'reduce' : 'no-preference' },
      baseURL: origins[lang === 'en' ? 0 : 1],
      ...sizes[size],
    },
  };
}

const opposite = [corner('en', 'desktop', 'light'), corner('ar', 'phone', 'dark')];
const all = () =>
  langs.flatMap((lang) =>
    (['desktop', 'phone'] as const).flatMap((size) => [
      corner(lang, size, 'light'),
      corner(lang, size, 'dark'),
    ]),
  );

export default defineConfig<ProjectOptions>({
  testDir: 'e2e',
  // Do not transform built files again: that would take half of the start in a fresh clone.
  build: { external: ['**/dist/**'] },
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous: another process may use all processors.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: process.env.CORNERS === 'all' ? all() : opposite,
  use: {
    // Recording traces takes longer than the steps; `npm run test:e2e -- <spec> --trace on` records one.
    trace: 'off',
    // Replies of the service worker cannot be made to fail; `no-network.spec.ts` tests it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    timezoneId: 'Africa/Cairo',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumSwitches },
  },
  webServer: origins.map((origin) => ({
    command: process.env.CLUSTER
      ? 'node --import tsx tools/prove/cluster/of-journeys.ts'
      : 'node tools/test-run/e2e-server.mjs',
    url: `${origin}/readyz`,
    env: {
      RUNNER_PID: String(process.pid),
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      DEMO: '1',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      HOST: '127.0.0.1',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: process.env.CLUSTER ? 180_000 : 90_000,
  })),
});
