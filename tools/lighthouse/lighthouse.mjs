// `npm run lighthouse`: the home page as a phone on a slow line sees it, in both languages, against what we
// promise.
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { chromiumSwitches, findChromium } from '../chromium/chromium.mjs';
import { freePort } from '../set-up/free-port.mjs';
import { withDemoServer } from '../test-run/demo-server.mjs';
import { complaintsOf, median, table } from './lighthouse-verdict.mjs';

const paths = ['/', '/ar'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** When the splash of the page is over. */
const splashMs = 4_700;
/** A machine that was busy elsewhere may measure too little once; the middle of three counts then. */
const mostRuns = 3;

/** Measures both pages, prints what was seen, and answers whether all of it was good enough. */
export async function measure() {
  const found = await findChromium();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: [...chromiumSwitches, `--remote-debugging-port=${port}`],
  });
  try {
    const pages = await withDemoServer((origin) =>
      each(paths, (path) => measurePage(browser, port, origin, path)),
    );
    console.log(table(pages));
    const complaints = pages.flatMap(complaintsOf);
    for (const complaint of complaints) console.error(complaint);
    return complaints.length === 0;
  } finally {
    await browser.close();
  }
}

async function each(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function measurePage(browser, port, origin, path) {
  const load = await loadBeforeSplashEnds(browser, `${origin}${path}`, path === '/ar' ? 'ar' : 'en');
  const runs = [];
  do runs.push(await run(port, `${origin}${path}`, path === '/ar' ? 'ar' : 'en'));
  while (runs.length < mostRuns && categories.some((name) => middle(runs, name) < 100));
  return {
    path,
    ...load,
    runs: runs.length,
    scores: Object.fromEntries(categories.map((name) => [name, middle(runs, name)])),
    largestPaintMs: Math.round(median(runs.map(({ lcp }) => lcp))),
    findings: [...new Set(runs.flatMap(({ findings }) => findings))],
  };
}

const middle = (runs, name) => median(runs.map(({ scores }) => scores[name]));

/** What crosses the line until the splash is gone, for a first visit. */
async function loadBeforeSplashEnds(browser, url, lang) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    locale: lang,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const load = { bytes: 0, requests: 0 };
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) load.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    load.bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await wait(splashMs);
  const seen = { ...load };
  await context.close();
  return seen;
}

async function run(port, url, lang) {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    extraHeaders: { 'accept-language': lang },
  });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
  const { lhr } = result;
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  );
  const counted = categories.flatMap(
    (name) => lhr.categories[name]?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id) ?? [],
  );
  const findings = counted
    .map((id) => lhr.audits[id])
    .filter((audit) => audit?.score !== null && audit?.score !== undefined && audit.score < 0.9)
    .map((audit) => `${audit.id}: ${audit.displayValue ?? audit.title}`);
  console.log(
    `· ${new URL(url).pathname}: ${Object.entries(scores)
      .map(([name, score]) => `${name} ${score}`)
      .join(', ')}`,
  );
  return { scores, lcp: lhr.audits['largest-contentful-paint']?.numericValue ?? 0, findings };
}
