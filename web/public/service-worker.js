/*
 * What the clinic's pages can do without a connection. It keeps no code and no page but the offline one, so a new
 * version of the site is never mixed with an old one, and nothing is reloaded under anybody's hands.
 * Of a person it remembers only when and where her next visits are, and of the desk's day who comes when and
 * where, until she logs out: what for stays with the clinic.
 */
const pages = 'hakima-pages-1';
const mine = 'hakima-visits-2';
const visitsKey = '/visits';
const dayKey = '/day';
const offlineKey = (lang) => `/offline-${lang}`;
/** The clinic's day, which ends at 3 AM. */
const clinicToday = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date(Date.now() - 3 * 3_600_000));
const langOf = (url) => (/^\/ar(\/|$)/.test(new URL(url).pathname) ? 'ar' : 'en');

/** The offline page in the language the server speaks to this browser. */
async function keepOfflinePage() {
  const answer = await fetch('/offline', { credentials: 'same-origin' });
  if (!answer.ok) return;
  const cache = await caches.open(pages);
  // A redirected answer may not be shown for an address: its text and headers are kept instead.
  const kept = new Response(await answer.blob(), { headers: answer.headers });
  await cache.put(offlineKey(langOf(answer.url)), kept);
}

self.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener('activate', (event) => {
  const others = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('hakima-') && name !== pages && name !== mine) await caches.delete(name);
  };
  event.waitUntil(others().then(() => self.clients.claim()));
});

const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function namesOf(path) {
  const answer = await fetch(path).catch(() => null);
  const rows = answer?.ok ? await answer.json() : [];
  return Object.fromEntries(rows.map(({ name, nameAr }) => [name, nameAr || name]));
}

/** Her next visits, trimmed to what the offline page shows, with the Arabic names beside the English. */
async function keepVisits(answer, cache) {
  const rows = await answer.json();
  const today = clinicToday();
  const next = rows
    .filter(
      ({ appointmentDate, status }) =>
        appointmentDate >= today && status !== 'cancelled' && status !== 'no_show',
    )
    .sort((a, b) =>
      `${a.appointmentDate}${a.appointmentTime}`.localeCompare(`${b.appointmentDate}${b.appointmentTime}`),
    )
    .slice(0, 10);
  const places = await namesOf('/api/locations');
  const visits = next.map(({ appointmentDate, appointmentTime, locationName }) => ({
    date: appointmentDate,
    time: appointmentTime,
    en: [locationName],
    ar: [places[locationName] ?? locationName],
  }));
  await cache?.put(visitsKey, Response.json({ at: Date.now(), visits }));
}

/** Beside a time after midnight, which counts on from its day: 24:30. */
const nextDay = { en: ' (next day)', ar: ' (اليوم التالي)' };

function listOf({ visits }, lang) {
  const locale = lang === 'ar' ? 'ar-EG' : 'en-GB';
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone: 'UTC',
  });
  const today = clinicToday();
  return visits
    .filter(({ date }) => date >= today)
    .map((visit) => {
      const [hours, minutes] = visit.time.split(':').map(Number);
      const time = clock.format(Date.UTC(1970, 0, 1, hours, minutes)) + (hours < 24 ? '' : nextDay[lang]);
      const words = visit[lang].map(escaped);
      return `<li><b>${escaped(day.format(new Date(visit.date)))}${lang === 'ar' ? '، ' : ', '}${escaped(time)}</b><span>${words.join(' · ')}</span></li>`;
    })
    .join('');
}

/** First name and an initial: the list can be read without a session until the day ends. */
function shortName(name) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last ? `${first} ${[...last][0]}.` : first;
}

/** Today's visits for the desk, as they were last read. */
async function keepDay({ searchParams, pathname }, answer, cache) {
  const today = clinicToday();
  const asked = (name) => searchParams.get(name) ?? '';
  const isDay = pathname.endsWith('/day');
  if (isDay ? asked('date') !== today : asked('from') > today || (asked('to') || today) < today) return;
  if (['cursor', 'q', 'userId', 'status'].some((name) => searchParams.has(name))) return;
  const read = await answer.json();
  const rows = isDay ? read.appointments : read;
  const whole = isDay || !answer.headers.has('link') || rows.at(-1)?.appointmentDate > today;
  if (!whole) return;
  const visits = rows
    .filter(({ appointmentDate, status }) => appointmentDate === today && status !== 'cancelled')
    .map(({ appointmentTime, patient, locationName }) => ({
      date: today,
      time: appointmentTime,
      en: [shortName(patient.name), locationName],
      ar: [shortName(patient.name), locationName],
    }));
  await cache?.put(dayKey, Response.json({ at: Date.now(), visits }));
}

/** Deletes the desk's visits of a day that has ended. */
async function forgetPastDay() {
  const cache = await caches.open(mine);
  const kept = await (await cache.match(dayKey))?.json();
  if (kept?.visits.every(({ date }) => date < clinicToday())) await cache.delete(dayKey);
}

/** When the device last heard of it, below the words for it. */
function keptAt(html, at, lang) {
  const clock = new Intl.DateTimeFormat(lang === 'ar' ? 'ar-EG' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Africa/Cairo',
  });
  return html.replace(
    /(<p id="kept-at"[^>]*>)(.*?)(<\/p>)/s,
    (_, open, words, close) => `${open}${escaped(clock.format(at))} · ${words}${close}`,
  );
}

/** A page with the kept visits written into its list; the desk's day, where this device is the desk's. */
async function filled(html) {
  const cache = await caches.open(mine);
  const kept = await ((await cache.match(dayKey)) ?? (await cache.match(visitsKey)))?.json();
  if (!kept) return html;
  const lang = /<html lang="ar"/.test(html) ? 'ar' : 'en';
  const list = listOf(kept, lang);
  if (list === '') return html;
  return keptAt(html, kept.at, lang)
    .replace(/(<ul id="visits"[^>]*>).*?(<\/ul>)/s, (_, open, close) => open + list + close)
    .replace('<section id="kept" hidden', '<section id="kept"');
}

/** The page that was kept for the time without a connection. */
async function offlinePage(request) {
  const cache = await caches.open(pages);
  const wanted = langOf(request.url);
  const page =
    (await cache.match(offlineKey(wanted))) ?? (await cache.match(offlineKey(wanted === 'ar' ? 'en' : 'ar')));
  if (!page) return Response.error();
  return new Response(await filled(await page.text()), { status: 503, headers: page.headers });
}

/** Pages come from the network, always; without one the offline page takes their place. */
async function pageFirstFromNetwork(event) {
  event.waitUntil(forgetPastDay());
  try {
    const answer = await fetch(event.request);
    if (answer.status === 503 && answer.headers.get('content-type')?.startsWith('text/html'))
      return new Response(await filled(await answer.text()), { status: 503, headers: answer.headers });
    const cache = await caches.open(pages);
    if (answer.ok && !(await cache.match(offlineKey(langOf(answer.url || event.request.url)))))
      event.waitUntil(keepOfflinePage());
    return answer;
  } catch {
    return offlinePage(event.request);
  }
}

/** What is remembered of an answer, by its address; undefined of any other. */
function keeperOf(url) {
  if (/^\/api\/appointments\/user\/\d+$/.test(url.pathname)) return keepVisits;
  if (/^\/api\/appointments(?:\/day)?$/.test(url.pathname))
    return (answer, cache) => keepDay(url, answer, cache);
}

/**
 * An answer, and where it may be kept: opened before the request is sent. Who leaves, logs out or locks her
 * visits meanwhile deletes it, and what is put into it afterwards nobody finds. Where nothing can be kept she
 * is answered all the same.
 */
async function askFor(request) {
  const cache = await caches.open(mine).catch(() => undefined);
  return { cache, answer: await fetch(request) };
}

/** What she has locked is not kept, and what was kept before is gone. */
async function heed(answer, keep, cache) {
  if (answer.status === 403 || answer.headers.has('x-locked')) await caches.delete(mine);
  else if (answer.ok) await keep(answer, cache);
}

async function watching(event, keep) {
  const { answer, cache } = await askFor(event.request);
  event.waitUntil(heed(answer.clone(), keep, cache));
  return answer;
}

/** Several answers in one (`/api/first-reads`): each is heeded as if it had come alone. */
async function heedEach(answer, cache) {
  for (const [address, { body, status, headers }] of Object.entries(await answer.json())) {
    const keep = keeperOf(new URL(address, self.location.origin));
    if (keep) await heed(new Response(body, { status, headers }), keep, cache);
  }
}

async function watchingEach(event) {
  const { answer, cache } = await askFor(event.request);
  if (answer.status === 401) await caches.delete(mine);
  if (answer.ok) event.waitUntil(heedEach(answer.clone(), cache));
  return answer;
}

/**
 * Whoever is no longer signed in leaves nothing behind. Logging out deletes at once, and again as it ends:
 * until then the server still answers what is asked for her.
 */
async function forgettingAtTheEnd(request, isLogout) {
  if (isLogout) await caches.delete(mine);
  const answer = await fetch(request).catch(() => Response.error());
  if (isLogout || answer.status === 401) await caches.delete(mine);
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  if (origin !== self.location.origin) return;
  const keep = request.method === 'GET' ? keeperOf(url) : undefined;
  if (request.mode === 'navigate') event.respondWith(pageFirstFromNetwork(event));
  else if (keep) event.respondWith(watching(event, keep));
  else if (pathname === '/api/first-reads') event.respondWith(watchingEach(event));
  else if (pathname === '/api/auth/logout' || pathname === '/api/auth/user')
    event.respondWith(forgettingAtTheEnd(request, pathname.endsWith('logout')));
});

/** What the server pushes: `{title, body, href, tag}`. */
self.addEventListener('push', (event) => {
  const { title, body, href, tag } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      data: { href },
      icon: '/icon-192.png',
      badge: '/badge-96.png',
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { href } = event.notification.data ?? {};
  const to = new URL(href ?? '/profile', self.location.origin);
  if (to.origin !== self.location.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' });
    const here = windows.find((client) => {
      const { pathname, search } = new URL(client.url);
      return pathname === to.pathname && (to.search === '' || search === to.search);
    });
    return here ? here.focus() : self.clients.openWindow(to.href);
  };
  event.waitUntil(open());
});
