// `npm run bench -- requests`: what every kind of page asks for when it is first opened, signed in, with nothing in
// the browser's cache.
import { chooseDay, clockOf } from '../test-run/days.mjs';
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';
import { shiftDate } from '../test-run/shift-date.mjs';

// Whenever it is counted, it is the morning of the last working day: the week's other visits come before its
// own, and the patient has one still to come and missed one the day before.
Object.assign(process.env, clockOf(chooseDay('thursday')));
const clockShift = Number(process.env.CLOCK_SHIFT_MS);

/** Nobody is there yet: the pointer that a headless browser keeps in its corner comes near nothing. */
function noPointer() {
  const hold = (event) => event.stopImmediatePropagation();
  for (const type of ['pointerover', 'pointermove']) addEventListener(type, hold, { capture: true });
}

/** The most requests and kilobytes of a first visit. */
const budgets = { home: [20, 190], book: [25, 210], patient: [30, 240], staff: [45, 380] };

/** User, path, budget and, for pages of an account, the language of the browser if it is not English. */
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
  ['doctor', '/doctor/dashboard', 'staff'],
  ['admin', '/admin/dashboard', 'staff'],
  ['admin', '/admin/patients', 'staff'],
  ['admin', '/admin/logs', 'staff'],
  ['admin', '/clinic/day', 'staff'],
  ['admin', '/clinic/calendar', 'staff'],
];

const locales = { en: 'en-GB', ar: 'ar-EG' };

/**
 * Opens each page in a browser of its own and prints requests, kilobytes on the line and how many scripts
 * wait for another.
 */
export async function countRequests() {
  const rows = [];
  await withDemoBrowser(async (browser, origin) => {
    // The first reader of a page gets it packed quickly; counted is what everybody after gets.
    for (const [who, path, , lang = 'en'] of pages)
      await as(browser, origin, { who, lang }, ({ request }) =>
        request.get(path, { headers: { 'accept-language': locales[lang] } }),
      );
    await new Promise((done) => setTimeout(done, 2000));
    for (const [who, path, budget, lang] of pages) {
      const [most, heaviest] = budgets[budget];
      const seen = await as(browser, origin, { who, lang }, (context) => open(context, path));
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

/** Does `work(context)` in a browser of somebody's own. */
async function as(browser, origin, { who, lang = 'en' }, work) {
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
  await page.addInitScript(noPointer);
  const line = await listen(page);
  await page.goto(path);
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[data-start=load]:not([data-alive]), main .skeleton, main [aria-busy=true], main .animate-spin',
      ),
  );
  await quiet(line);
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
 * Everything a page asks for, and the bytes of it on the line; not the icon of the tab (1.3 kB), which a
 * whole browser asks for once and a headless shell never does.
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

/** What was drawn may ask for more: until nothing is asked for any longer. */
async function quiet({ asked }) {
  let before = -1;
  while (before < asked.length) {
    before = asked.length;
    await new Promise((done) => setTimeout(done, 600));
  }
}

/** How often the page waits for scripts before it knows that it needs further ones. */
function rounds(scripts) {
  const waves = new Map();
  for (const { requestId, from, ends } of scripts) {
    const before = scripts.filter((other) => (ends.get(other.requestId) ?? Number.POSITIVE_INFINITY) <= from);
    waves.set(requestId, 1 + Math.max(0, ...before.map((other) => waves.get(other.requestId) ?? 0)));
  }
  return Math.max(0, ...waves.values());
}
