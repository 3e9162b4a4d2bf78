import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { formatTime, nextDay } from '#shared/domain/format-time.ts';
import { langs } from '#shared/domain/languages.ts';

const worker = readFileSync(new URL('../web/public/service-worker.js', import.meta.url), 'utf8');

type Hears = (event: object) => void;
const origin = 'https://clinic.example';

/** Loads the service worker with a fixed clock; `tell` gets its event listeners. */
function workerAt(instant: string, tell: (type: string, hears: Hears) => void = () => {}) {
  class Clock extends Date {
    static override now = () => Date.parse(instant);
    constructor(at?: number | string) {
      super(at ?? Date.parse(instant));
    }
  }
  const self = { addEventListener: tell, location: { origin } };
  const context = createContext({ self, Date: Clock, URL, Response });
  runInContext(worker, context);
  return (code: string): unknown => runInContext(code, context);
}

test('offline the day is the clinic’s, ending at 3 AM, in winter and summer', () => {
  const todayAt = (instant: string) => workerAt(instant)('clinicToday()');
  expect(todayAt('2027-01-11T22:30:00Z')).toBe('2027-01-11');
  expect(todayAt('2027-01-12T00:59:00Z')).toBe('2027-01-11');
  expect(todayAt('2027-01-12T01:00:00Z')).toBe('2027-01-12');
  expect(todayAt('2027-06-07T23:59:00Z')).toBe('2027-06-07');
  expect(todayAt('2027-06-08T00:00:00Z')).toBe('2027-06-08');
});

test.each(langs)('an appointment of the night is listed offline, in %s', (lang) => {
  const visit = { date: '2027-06-07', en: ['Consultation'], ar: ['كشف'] };
  const kept = { visits: ['23:40:00', '24:00:00', '24:30:00'].map((time) => ({ ...visit, time })) };
  const list = workerAt('2027-06-07T21:10:00Z')(`listOf(${JSON.stringify(kept)}, '${lang}')`) as string;
  const lines = list.split('</li>').slice(0, -1);
  expect(lines.map((line) => line.includes(nextDay[lang]))).toEqual([false, true, true]);
  const weekday = lang === 'en' ? 'Monday' : 'الاثنين';
  for (const line of lines) expect(line).toContain(weekday);
  expect(lines[2]?.replaceAll(/\s/g, ' ').toUpperCase()).toContain(
    formatTime(lang, '24:30:00').toUpperCase(),
  );
});

test('stored appointments have time and branch, for the desk also short names, and never the reason', async () => {
  const at = workerAt('2027-06-07T09:00:00Z');
  const row = {
    appointmentDate: '2027-06-07',
    appointmentTime: '15:00:00',
    status: 'confirmed',
    locationName: 'Nasr City',
    service: 'Fertility Services',
    notes: 'Comes alone',
    patient: { name: 'Mona Samir Adel', phone: '+201001234567' },
  };
  const kept: unknown[] = [];
  const world = at('globalThis') as Record<string, unknown>;
  world.cache = { put: async (_: string, { body }: { body: unknown }) => void kept.push(body) };
  world.Response = { json: (body: unknown) => ({ body }) };
  world.fetch = async () => ({ ok: true, json: async () => [{ name: 'Nasr City', nameAr: 'مدينة نصر' }] });
  world.answer = { json: async () => [row], headers: new Headers() };
  world.address = new URL('/api/appointments?from=2027-06-07&to=2027-06-07', origin);
  await at('keepVisits(answer, cache)');
  await at('keepDay(address, answer, cache)');
  const visit = { date: '2027-06-07', time: '15:00:00' };
  expect(kept).toMatchObject([
    { visits: [{ ...visit, en: ['Nasr City'], ar: ['مدينة نصر'] }] },
    { visits: [{ ...visit, en: ['Mona A.', 'Nasr City'], ar: ['Mona A.', 'Nasr City'] }] },
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/Fertility|alone|2010|Samir|Adel/);
});

test('the stored desk day is shown until it ends and deleted with the next page', async () => {
  const kept = { visits: [{ date: '2027-06-07', time: '15:00:00', en: ['Mona A.'], ar: ['Mona A.'] }] };
  const openAt = async (instant: string) => {
    const named = new Map([['/day', Response.json(kept)]]);
    const cache = {
      match: async (key: string) => named.get(key),
      delete: async (key: string) => named.delete(key),
    };
    let hears: Hears = () => {};
    const at = workerAt(instant, (type, told) => {
      if (type === 'fetch') hears = told;
    });
    const fetch = async () => new Response('', { status: 404 });
    Object.assign(at('globalThis') as object, { caches: { open: async () => cache }, fetch });
    const goesOn: Promise<unknown>[] = [];
    const request = { url: `${origin}/clinic/day`, method: 'GET', mode: 'navigate' };
    hears({ request, respondWith: () => {}, waitUntil: (work: Promise<unknown>) => goesOn.push(work) });
    await Promise.all(goesOn);
    return [at(`listOf(${JSON.stringify(kept)}, 'en')`) !== '', named.has('/day')];
  };
  expect(await openAt('2027-06-07T23:59:00Z')).toEqual([true, true]);
  expect(await openAt('2027-06-08T00:00:00Z')).toEqual([false, false]);
});

/**
 * Runs the worker with fake caches and replies: `ask` sends a request through it, `goesOn` collects its
 * background work.
 */
function askingThroughIt(caches: object, answers: Record<string, () => Promise<Response>>) {
  let hears: Hears = () => {};
  const at = workerAt('2027-06-07T09:00:00Z', (type, told) => {
    if (type === 'fetch') hears = told;
  });
  const pathOf = (asked: string | { url: string }) =>
    typeof asked === 'string' ? asked : new URL(asked.url).pathname;
  const fetch = (asked: string | { url: string }) => answers[pathOf(asked)]?.();
  Object.assign(at('globalThis') as object, { caches, fetch });
  const goesOn: Promise<unknown>[] = [];
  const ask = (path: string, method = 'GET') =>
    new Promise<Response>((respondWith) =>
      hears({
        request: { url: origin + path, method, mode: 'cors' },
        respondWith,
        waitUntil: (work: Promise<unknown>) => goesOn.push(work),
      }),
    );
  return { ask, goesOn };
}

const visits = '/api/appointments/user/7';
const answers = { [visits]: async () => Response.json([]), '/api/locations': async () => Response.json([]) };

test('data requested during logout is deleted at its end, also without an answer', async () => {
  const named = new Map<string, Map<string, unknown>>();
  const open = async (name: string) => {
    const cache = named.get(name) ?? new Map<string, unknown>();
    named.set(name, cache);
    return { put: async (key: string, kept: unknown) => cache.set(key, kept) };
  };
  const caches = { open, delete: async (name: string) => named.delete(name) };
  for (const ends of [() => Response.json({}), () => Promise.reject(new TypeError('Failed to fetch'))]) {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const logout = () => ended.then(ends);
    const { ask, goesOn } = askingThroughIt(caches, { ...answers, '/api/auth/logout': logout });
    const leaving = ask('/api/auth/logout', 'POST');
    await ask(visits);
    await Promise.all(goesOn);
    expect([...named.values()].map((cache) => [...cache.keys()])).toEqual([['/visits']]);
    end();
    await leaving;
    expect([...named.keys()]).toEqual([]);
  }
});

test('without storage requests are answered all the same', async () => {
  const full = () => Promise.reject(new Error('no space'));
  const { ask, goesOn } = askingThroughIt({ open: full, delete: full }, answers);
  expect((await ask(visits)).status).toBe(200);
  await expect(Promise.all(goesOn)).resolves.toHaveLength(1);
});
