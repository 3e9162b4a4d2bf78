import { freeTime } from '../../../bench/scenarios.ts';
import { branches, cookieOf, dayFromToday, tokenOf } from '../../../bench/seed.ts';
import type { Listeners } from './listeners.ts';
import type { DayMeasurements } from './seen.ts';

/** Pages that a visitor opens first, weighted by frequency. */
export const pages = ['/', '/ar', '/book', '/book', '/privacy'] as const;

/** Patients at home: they open their page, look for a time, book, cancel. */
export class Patients {
  readonly #seen: DayMeasurements;
  readonly #listeners: Listeners;
  readonly #today: string;
  /** Acknowledged bookings: appointment id and expected final status. */
  readonly booked = new Map<number, string>();

  constructor(seen: DayMeasurements, listeners: Listeners, today: string) {
    this.#seen = seen;
    this.#listeners = listeners;
    this.#today = today;
  }

  /** The patient opens her page and keeps it open. */
  async arrive(id: number): Promise<void> {
    const cookie = cookieOf(tokenOf(id));
    await this.#seen.ask('a page', { path: '/profile', cookie, headers: { 'accept-encoding': 'br' } });
    await Promise.all([
      this.#seen.ask('who is signed in', { path: '/api/auth/user', cookie }),
      this.#seen.ask('her visits', { path: `/api/appointments/user/${id}?limit=50`, cookie }),
    ]);
    this.#listeners.add(cookie);
  }

  /** The patient opens a public page and looks for a time. */
  async look(n: number): Promise<void> {
    await this.#seen.ask('a page', {
      path: pages[n % pages.length] ?? '/',
      headers: { 'accept-encoding': 'br' },
    });
    const day = dayFromToday(this.#today, 1 + (n % 30));
    const path = `/api/locations/${1 + (n % branches)}/availability?date=${day}&service=1`;
    await this.#seen.ask('free times', { path });
  }

  /** The n-th booking, by the n-th patient; every tenth is cancelled. */
  async book(n: number): Promise<void> {
    const userId = 1 + n;
    const cookie = cookieOf(tokenOf(userId));
    const made = await this.#seen.insist<{ id: number; status: string }>('a booking', {
      method: 'POST',
      path: '/api/appointments',
      body: { userId, service: '1', ...freeTime(this.#today, n) },
      cookie,
      headers: { 'idempotency-key': `day-${n}-${'0'.repeat(16)}` },
    });
    if (!made) return;
    this.booked.set(made.id, made.status);
    if (n % 10 !== 0) return;
    const called = await this.#seen.insist('a visit is called off', {
      method: 'PATCH',
      path: `/api/appointments/${made.id}`,
      body: { status: 'cancelled' },
      cookie,
    });
    if (called) this.booked.set(made.id, 'cancelled');
  }
}
