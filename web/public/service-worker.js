/*
 * Shows pages without a connection. It stores no code and no page except the offline page, so that files of two
 * versions are never mixed and no open page is reloaded. Until logout it stores time and branch of a patient's next
 * appointments, and for the desk the names, times and branches of today's appointments, but never the reason.
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

/** Stores the offline page in the language that the server chose for this browser. */
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

/**
 * Stores the patient's next appointments: only the fields that the offline page shows, with English and
 * Arabic names.
 */
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

/** Text beside a time after midnight, which counts on from its day: 24:30. */
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

/** Stores today's appointments for the desk. */
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

/** Deletes the desk's appointments of a past day. */
async function forgetPastDay() {
  const cache = await caches.open(mine);
  const kept = await (await cache.match(dayKey))?.json();
  if (kept?.visits.every(({ date }) => date < clinicToday())) await cache.delete(dayKey);
}

/** Adds the time at which the data was stored. */
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

/**
 * Inserts the stored appointments into the list of a page: the desk's day if there is one, else the
 * patient's.
 */
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

/** The stored offline page. */
async function offlinePage(request) {
  const cache = await caches.open(pages);
  const wanted = langOf(request.url);
  const page =
    (await cache.match(offlineKey(wanted))) ?? (await cache.match(offlineKey(wanted === 'ar' ? 'en' : 'ar')));
  if (!page) return Response.error();
  return new Response(await filled(await page.text()), { status: 503, headers: page.headers });
}

/** Pages always come from the network; without a connection the offline page is shown. */
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

/** The function that stores parts of a reply; undefined for addresses of which nothing is stored. */
function keeperOf(url) {
  if (/^\/api\/appointments\/user\/\d+$/.test(url.pathname)) return keepVisits;
  if (/^\/api\/appointments(?:\/day)?$/.test(url.pathname))
    return (answer, cache) => keepDay(url, answer, cache);
}

/**
 * Fetches a reply, and the cache to store it in. The cache is opened before the request: if the user leaves,
 * logs out or locks her appointments meanwhile, that cache is deleted, and whatever is stored in it later
 * cannot be found. Without a cache the request is answered all the same.
 */
async function askFor(request) {
  const cache = await caches.open(mine).catch(() => undefined);
  return { cache, answer: await fetch(request) };
}

/** Locked appointments are not stored, and stored ones are deleted. */
async function heed(answer, keep, cache) {
  if (answer.status === 403 || answer.headers.has('x-locked')) await caches.delete(mine);
  else if (answer.ok) await keep(answer, cache);
}

async function watching(event, keep) {
  const { answer, cache } = await askFor(event.request);
  event.waitUntil(heed(answer.clone(), keep, cache));
  return answer;
}

/** Handles each part of a combined reply (`/api/first-reads`) like a separate reply. */
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
 * Deletes stored data when the user is no longer signed in. Logging out deletes it at once and again at the
 * end, because the server still answers requests of the session until then.
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

/** Data of a push message: `{title, body, href, tag}`. */
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
