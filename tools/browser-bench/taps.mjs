// `npm run bench -- taps`: how long each tap of booking and profile takes until the next paint, in Arabic on
// a phone of 360 × 640 whose processor is four times slower than this machine's.
import { chooseDay, clockOf } from '../test-run/days.mjs';
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';
import { shiftDate } from '../test-run/shift-date.mjs';

// The clinic has free times in the morning of a working day.
Object.assign(process.env, clockOf(chooseDay('thursday')));
const clockShift = Number(process.env.CLOCK_SHIFT_MS);

/** Longest time of a tap that https://web.dev/articles/inp calls good, in milliseconds. */
const most = 200;
const slowdown = 4;
/** The median of the rounds counts. Other programs only add time: the fastest round shows the page's own. */
const rounds = 5;
/** The browser reports no shorter time. */
const shortest = 16;
/** How long a finger rests on the screen, in milliseconds. */
const touch = 80;

const option = (name, nth) => (page) => page.locator(`label:has(input[name=${name}]:enabled)`).nth(nth);
const tab = (nth) => (page) => page.getByRole('tab').nth(nth);
const button = (name) => (page) => page.getByRole('button', { name, exact: true }).first();
const inDialog = (name) => (page) => page.getByRole('dialog').getByRole('button', { name, exact: true });

const choices = [
  ['branch', option('booking-location', 0)],
  ['service', option('booking-service', 1)],
  ['day', (page) => page.locator('#book button[data-day]').nth(2)],
  ['time', option('booking-time', 0)],
];

/** Taps by page, in order: a name and a function that finds the element. */
const pages = [
  {
    path: '/ar/book',
    taps: [
      ...choices,
      ['for somebody else', option('booking-for', 1)],
      ['send the code, without a name', button('أرسل الرمز')],
    ],
  },
  {
    who: 'patient',
    path: '/ar/book',
    taps: [
      ...choices,
      ['for her mother', option('booking-for', 1)],
      ['confirm', (page) => page.locator('.book-bar button:visible')],
    ],
  },
  {
    who: 'patient',
    path: '/profile',
    taps: [
      ['menu', button('فتح القائمة')],
      ['close the menu', button('إغلاق القائمة')],
      ['move', button('تغيير الموعد')],
      ['close the dialog', inDialog('إغلاق')],
      ['cancel', button('إلغاء الموعد')],
      ['keep', (page) => page.getByRole('alertdialog').getByRole('button').first()],
      ['tab: password', tab(1)],
      ['tab: appointments', tab(2)],
      ['actions of a row', (page) => page.locator('table button[aria-haspopup]').first()],
      ['tab: details', tab(0)],
      ['tab: more', tab(3)],
      ['open a group', (page) => page.getByRole('tabpanel').getByRole('button').nth(3)],
    ],
  },
];

/** Prints a table; returns false if a tap takes longer than allowed. */
export async function timeTaps() {
  const taps = pages.flatMap(({ who = '–', path, taps: all }) =>
    all.map(([what]) => ({ who, path, what, times: [] })),
  );
  await withDemoBrowser(async (browser, origin) => {
    for (let round = 0; round < rounds; round++) {
      const times = [];
      for (const one of pages) times.push(...(await tapAll(browser, origin, one)));
      for (const [i, time] of times.entries()) taps[i].times.push(time);
    }
  });
  console.log('| page | signed in | tap | ms until the next paint | fastest | of each round |');
  console.log('| --- | --- | --- | ---: | ---: | --- |');
  const medians = taps.map(({ who, path, what, times }) => {
    const median = medianOf(times);
    console.log(`| ${[path, who, what, median, Math.min(...times), times.join(', ')].join(' | ')} |`);
    return median;
  });
  const worst = Math.max(...medians);
  const fastest = taps.map(({ times }) => Math.min(...times));
  const own = `fastest rounds: median ${medianOf(fastest)} ms, worst ${Math.max(...fastest)} ms`;
  console.log(
    `\n${medians.length} taps: median ${medianOf(medians)} ms, worst ${worst} ms (goal: ${most} ms); ${own}`,
  );
  return worst <= most;
}

const medianOf = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function tapAll(browser, origin, { who, path, taps }) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'ar-EG',
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript(shiftDate, clockShift);
    await context.addInitScript(recordTaps, shortest);
    if (who) await signIn(context, origin, who);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const times = [];
    for (const [what, find] of taps) {
      const element = find(page);
      try {
        await element.waitFor();
        await element.scrollIntoViewIfNeeded();
      } catch (error) {
        throw new Error(`${path}, ${what}: ${error.message}`);
      }
      await waitAfterTap(page);
      await page.evaluate(() => globalThis.taps.clear());
      await tap(session, element);
      await waitAfterTap(page);
      times.push(await page.evaluate((least) => Math.max(least, ...globalThis.taps.values()), shortest));
    }
    return times;
  } finally {
    await context.close();
  }
}

/** Taps like a finger; Playwright's own tap ends in the moment in which it begins. */
async function tap(session, element) {
  await element.tap({ trial: true });
  const { x, y, width, height } = await element.boundingBox();
  const point = { x: x + width / 2, y: y + height / 2 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await new Promise((done) => setTimeout(done, touch));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Waits until the page has rested after a tap: the browser reports a tap after its paint. */
async function waitAfterTap(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
}

/** Runs in the page: records the longest event of each interaction, as INP counts it. */
function recordTaps(durationThreshold) {
  globalThis.taps = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId)
        globalThis.taps.set(interactionId, Math.max(duration, globalThis.taps.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold });
}
