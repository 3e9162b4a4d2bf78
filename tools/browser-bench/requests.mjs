// `npm run bench -- requests`: requests of every kind of page when it is first opened, with a session where
// needed and an empty browser cache.
import { chooseDay, clockOf } from '../test-run/days.mjs';
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';
import { shiftDate } from '../test-run/shift-date.mjs';

// The clock is set to the morning of the last working day: the week's other days are above today in the list,
// and the patient has one future appointment and missed one yesterday.
Object.assign(process.env, clockOf(chooseDay('thursday')));
const clockShift = Number(process.env.CLOCK_SHIFT_MS);

/** Blocks pointer events: the resting pointer of a headless browser must not load islands. */
function blockPointerEvents() {
  const hold = (event) => event.stopImmediatePropagation();
  for (const type of ['pointerover', 'pointermove']) addEventListener(type, hold, { capture: true });
}

/** Maximum requests and kilobytes of a first visit. */
const budgets = { home: [20, 190], book: [25, 210], patient: [30, 240], more: [30, 270], staff: [45, 380] };

/** User, path, budget and, for account pages, the browser language if it is not English. */
const pages = [
  ['', '/', 'home'],
  ['', '/ar', 'home'],
  ['', '/book', 'book'],
  ['', '/ar/book', 'book'],
  ['patient', '/', 'patient'],
  ['patient', '/book', 'patient'],
  ['patient', '/ar/book', 'patient'],
  ['patient', '/profile', 'patient'],
  ['patient', '/profile', 'patient', 'ar'],
  ['patient', '/profile?tab=appointments', 'patient'],
  ['patient', '/profile?tab=appointments', 'patient', 'ar'],
  ['patient', '/profile?tab=family', 'more', 'ar'],
  ['patient', '/profile?tab=privacy', 'more', 'ar'],
  ['patient', '/profile?tab=devices', 'more', 'ar'],
  ['doctor', '/doctor/dashboard', 'staff'],
  ['admin', '/admin/dashboard', 'staff'],
  ['admin', '/admin/patients', 'staff'],
  ['admin', '/admin/logs', 'staff'],
  ['admin', '/admin/settings', 'staff', 'ar'],
  ['admin', '/clinic/day', 'staff'],
  ['admin', '/clinic/calendar', 'staff'],
  ['reception', '/clinic/disruptions?tab=waiting', 'staff', 'ar'],
];

const locales = { en: 'en-GB', ar: 'ar-EG' };

/**
 * Opens each page in a new browser context and prints requests, transferred kilobytes and how many scripts
 * wait for another script.
 */
export async function countRequests() {
  const rows = [];
  await withDemoBrowser(async (browser, origin) => {
    // The first request of a page gets fast compression; measured is what all later requests get.
    for (const [who, path, , lang = 'en'] of pages)
      await withUserContext(browser, origin, { who, lang }, ({ request }) =>
        request.get(path, { headers: { 'accept-language': locales[lang] } }),
      );
    await new Promise((done) => setTimeout(done, 2000));
    for (const [who, path, budget, lang] of pages) {
      const [most, heaviest] = budgets[budget];
      const seen = await withUserContext(browser, origin, { who, lang }, (context) => open(context, path));
      rows.push({ who, path: lang ? `${path} (${lang})` : path, most, heaviest, ...seen });
    }
  });
  console.log('| page | signed in | requests | scripts | /api | kB | scripts one after the other |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const row of rows)
    console.log(
      `| ${[row.path, row.who || '–', row.requests, row.scripts, row.calls, row.kilobytes, row.rounds].join(' | ')} |`,
    );
  const tooMany = rows.filter(({ requests, most }) => requests > most);
  for (const { path, who, most } of tooMany) console.error(`${path} ${who}: more than ${most} requests`);
  const tooHeavy = rows.filter(({ kilobytes, heaviest }) => Number(kilobytes) > heaviest);
  for (const { path, who, heaviest } of tooHeavy) console.error(`${path} ${who}: more than ${heaviest} kB`);
  return rows.length > 0 && tooMany.length === 0 && tooHeavy.length === 0;
}

/** Runs `work(context)` in a browser context of a user. */
async function withUserContext(browser, origin, { who, lang = 'en' }, work) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: locales[lang],
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript(shiftDate, clockShift);
    if (who) await signIn(context, origin, who);
    return await work(context);
  } finally {
    await context.close();
  }
}

async function open(context, path) {
  const page = await context.newPage();
  await page.addInitScript(blockPointerEvents);
  const line = await listen(page);
  await page.goto(path);
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[data-start=load]:not([data-alive]), main .skeleton, main [aria-busy=true], main .animate-spin',
      ),
  );
  await waitForNoRequests(line);
  const scripts = line.asked.filter(({ url }) => url.endsWith('.js'));
  const calls = line.asked.filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
  const kilobytes = (line.bytes() / 1000).toFixed(1);
  return {
    requests: line.asked.length,
    scripts: scripts.length,
    calls: calls.length,
    kilobytes,
    rounds: rounds(scripts),
  };
}

/**
 * Records all requests of a page and their transferred bytes, except the favicon (1.3 kB), which a browser
 * loads once and a headless shell never.
 */
async function listen(page) {
  const session = await page.context().newCDPSession(page);
  const asked = [];
  const sizes = new Map();
  const ends = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http') || request.url.endsWith('/favicon.svg')) return;
    asked.push({ requestId, url: request.url, from: timestamp, ends });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    sizes.set(requestId, encodedDataLength);
    ends.set(requestId, timestamp);
  });
  await session.send('Network.enable');
  return { asked, bytes: () => asked.reduce((sum, { requestId }) => sum + (sizes.get(requestId) ?? 0), 0) };
}

/** Waits until the rendered page sends no further requests. */
async function waitForNoRequests({ asked }) {
  let before = -1;
  while (before < asked.length) {
    before = asked.length;
    await new Promise((done) => setTimeout(done, 600));
  }
}

/** Number of sequential rounds of script loading. */
function rounds(scripts) {
  const waves = new Map();
  for (const { requestId, from, ends } of scripts) {
    const before = scripts.filter((other) => (ends.get(other.requestId) ?? Number.POSITIVE_INFINITY) <= from);
    waves.set(requestId, 1 + Math.max(0, ...before.map((other) => waves.get(other.requestId) ?? 0)));
  }
  return Math.max(0, ...waves.values());
}
