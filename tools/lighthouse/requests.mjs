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

/**
 * Who opens what; how many requests that may be (more say that the build's chunks came apart, or that a call
 * no longer comes with the first), and how many kilobytes. Where a goal is not reached yet, the limit is what
 * was reached. Pages of an account have one address for both languages: `ar` says whose browser it is.
 */
const pages = [
  ['', '/', 6, 50],
  ['', '/ar', 6, 64],
  ['', '/book', 9, 131],
  ['', '/ar/book', 10, 145],
  ['patient', '/', 8, 128],
  ['patient', '/book', 11, 137],
  ['patient', '/ar/book', 12, 150],
  ['patient', '/profile', 14, 134],
  ['patient', '/profile', 15, 148, 'ar'],
  ['patient', '/profile?tab=appointments', 13, 138],
  ['patient', '/profile?tab=appointments', 14, 150, 'ar'],
  ['doctor', '/doctor/dashboard', 20, 256],
  ['admin', '/admin/dashboard', 19, 257],
  ['admin', '/admin/patients', 19, 249],
  ['admin', '/admin/logs', 19, 236],
  ['admin', '/clinic/day', 19, 261],
  ['admin', '/clinic/calendar', 19, 270],
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
    for (const [who, path, , , lang = 'en'] of pages)
      await as(browser, origin, { who, lang }, ({ request }) =>
        request.get(path, { headers: { 'accept-language': locales[lang] } }),
      );
    await new Promise((done) => setTimeout(done, 2000));
    for (const [who, path, most, heaviest, lang] of pages) {
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
