// `npm run bench -- slow-line`: a phone on slow 4G with a processor four times slower. When her next visit stands on
// the page, when the days of the booking do, and how long each tap of the booking takes to show, and of a
// desk's list of one day that holds 500 visits.
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';
import { openDayAhead } from './days.mjs';

/** As Lighthouse has it: 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slower = 4;
const goals = { data: 2500, tap: 200 };
const runs = 3;
const listed = 500;
/** Beyond the visits of the demonstration. */
const farAhead = 35;

/** Prints what was measured; true when every figure keeps its goal. */
export async function measureOnSlowLine() {
  const rows = [];
  await withDemoBrowser(async (browser, origin) => {
    // The first reader of a page gets it packed quickly; measured is what everybody after gets.
    for (const path of ['/profile', '/book']) await fetch(origin + path);
    rows.push(await middle('/profile: her next visit', goals.data, () => nextVisit(browser, origin)));
    rows.push(await middle('/book: the days', goals.data, () => days(browser, origin)));
    rows.push(...(await taps(browser, origin)));
    rows.push(...(await listTaps(browser, origin)));
  });
  console.log('| what | ms | goal |\n| --- | ---: | ---: |');
  for (const { what, ms, goal } of rows) console.log(`| ${what} | ${Math.round(ms)} | ${goal} |`);
  return rows.every(({ ms, goal }) => ms <= goal);
}

async function middle(what, goal, measure) {
  const all = [];
  for (let run = 0; run < runs; run++) all.push(await measure());
  return { what, goal, ms: all.sort((a, b) => a - b)[Math.floor(runs / 2)] };
}

/** A page of a new visitor, or of somebody of the demonstration, on the slow line. */
async function openSlow(browser, origin, who, before = () => {}) {
  const context = await browser.newContext({
    baseURL: origin,
    extraHTTPHeaders: { origin },
    locale: 'en-GB',
    viewport: { width: 360, height: 780 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  await signIn(context, origin, who);
  const page = await context.newPage();
  await page.addInitScript(before);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, context };
}

/** From asking for the address until something is drawn, by the page's own clock. */
async function shown(page, path, selector) {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForSelector(selector, { timeout: 60_000 });
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(performance.now()))));
}

async function nextVisit(browser, origin) {
  const { page, context } = await openSlow(browser, origin, 'patient');
  const ms = await shown(page, '/profile?tab=appointments', '#next-visit');
  await context.close();
  return ms;
}

async function days(browser, origin) {
  const { page, context } = await openSlow(browser, origin, 'patient');
  const ms = await shown(page, '/book?location=1&service=1', 'button[data-day]');
  await context.close();
  return ms;
}

/** What `tapsOf` reads: the longest event since it was set to nothing. */
function watchTaps() {
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/** Notes of each tap how long it takes from the finger to the next frame (what INP counts). */
function tapsOf(page, path) {
  const rows = [];
  const tap = async (what, target) => {
    await target.waitFor({ timeout: 60_000 });
    await target.scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      window.slowest = 0;
    });
    await target.tap();
    await page.waitForTimeout(1500);
    rows.push({
      what: `${path}: tap on ${what}`,
      goal: goals.tap,
      ms: await page.evaluate(() => window.slowest),
    });
  };
  return { rows, tap };
}

async function taps(browser, origin) {
  const { page, context } = await openSlow(browser, origin, 'patient', watchTaps);
  await page.goto('/book', { waitUntil: 'networkidle' });
  const { rows, tap } = tapsOf(page, '/book');
  const form = page.locator('[data-island=booking]');
  const choice = (name) => form.locator(`label:has([name=booking-${name}])`).first();
  await tap('a branch', choice('location'));
  await tap('a service', choice('service'));
  await tap('the calendar', form.locator('[data-show-calendar]'));
  await tap('the next free days', form.locator('[data-show-calendar]'));
  await tap('a day', form.locator('button[data-day]').first());
  await tap('a time', choice('time'));
  await context.close();
  return rows;
}

/** The list of one day, all of it read, on the desk's phone. */
async function listTaps(browser, origin) {
  const { page, context } = await openSlow(browser, origin, 'admin', watchTaps);
  const day = openDayAhead(farAhead);
  const people = await (await context.request.get('/api/users?role=patient&limit=60')).json();
  const patients = people.filter(({ role }) => role === 'patient');
  for (let made = 0; made < listed; made++) {
    const data = {
      userId: patients[made % patients.length].id,
      locationId: 3,
      appointmentDate: day,
      appointmentTime: `${String(9 + Math.floor(made / patients.length)).padStart(2, '0')}:00:00`,
      service: '1',
      overbook: true,
    };
    const answer = await context.request.post('/api/appointments', { data });
    if (!answer.ok()) throw new Error(`a visit of the list: ${answer.status()} ${await answer.text()}`);
  }
  await page.goto(`/admin/dashboard?period=custom&from=${day}&to=${day}`);
  const rowsOf = page.locator('[data-appointment]');
  while ((await rowsOf.count()) < listed) {
    await rowsOf.last().scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
  }
  const { rows, tap } = tapsOf(page, `a list of ${listed}`);
  const row = rowsOf.nth(listed / 2);
  await tap('a visit to choose it', row.getByRole('checkbox'));
  await tap('its menu', row.locator('[aria-haspopup=menu]').first());
  await tap('an entry that opens', page.getByRole('menuitem').first());
  await context.close();
  return rows;
}
