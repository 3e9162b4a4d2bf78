import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { langs } from '#shared/domain/languages.ts';
import { formatTime, nextDay } from '../../shared/domain/time-words.ts';

const worker = readFileSync(new URL('../../web/public/service-worker.js', import.meta.url), 'utf8');

/** The service worker, as it is at an instant. */
function workerAt(instant: string) {
  class Clock extends Date {
    static override now = () => Date.parse(instant);
    constructor(at?: number | string) {
      super(at ?? Date.parse(instant));
    }
  }
  const context = createContext({ self: { addEventListener() {} }, Date: Clock });
  runInContext(worker, context);
  return (code: string): unknown => runInContext(code, context);
}

test('without a network the day is the clinic’s: it ends at 3 AM, in winter and in summer', () => {
  const todayAt = (instant: string) => workerAt(instant)('clinicToday()');
  expect(todayAt('2027-01-11T22:30:00Z')).toBe('2027-01-11');
  expect(todayAt('2027-01-12T00:59:00Z')).toBe('2027-01-11');
  expect(todayAt('2027-01-12T01:00:00Z')).toBe('2027-01-12');
  expect(todayAt('2027-06-07T23:59:00Z')).toBe('2027-06-07');
  expect(todayAt('2027-06-08T00:00:00Z')).toBe('2027-06-08');
});

test.each(langs)('a visit of the night is shown there, in %s, among the others', (lang) => {
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

test('of visits it keeps when and where, of the desk’s day also who, and never what for', async () => {
  const at = workerAt('2027-06-07T09:00:00Z');
  const row = {
    appointmentDate: '2027-06-07',
    appointmentTime: '15:00:00',
    status: 'confirmed',
    locationName: 'Nasr City',
    service: 'Fertility Services',
    notes: 'Comes alone',
    patient: { name: 'Mona Samir', phone: '+201001234567' },
  };
  const kept: unknown[] = [];
  const cache = { put: async (_: string, { body }: { body: unknown }) => void kept.push(body) };
  const world = at('globalThis') as Record<string, unknown>;
  world.caches = { open: async () => cache };
  world.Response = { json: (body: unknown) => ({ body }) };
  world.fetch = async () => ({ ok: true, json: async () => [{ name: 'Nasr City', nameAr: 'مدينة نصر' }] });
  world.answer = { json: async () => [row], headers: new Headers() };
  world.address = new URL('https://clinic.example/api/appointments?from=2027-06-07&to=2027-06-07');
  await at('keepVisits(answer)');
  await at('keepDay(address, answer)');
  const visit = { date: '2027-06-07', time: '15:00:00' };
  expect(kept).toMatchObject([
    { visits: [{ ...visit, en: ['Nasr City'], ar: ['مدينة نصر'] }] },
    { visits: [{ ...visit, en: ['Mona Samir', 'Nasr City'] }] },
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/Fertility|alone|2010/);
});
