import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type pg from 'pg';
import { freeTime } from '../../bench/scenarios.ts';
import { cookieOf, signedIn, staffCookie, tokenOf } from '../../bench/seed.ts';

interface Reply {
  readonly status: number;
  readonly body: { id?: number; status?: string; user?: { id: number } } | null;
}

/** What was acknowledged, and with it what has to be found afterwards, whatever was killed meanwhile. */
export class Ledger {
  acknowledged = 0;
  /** Errors (500 and above) and answers that never came; "later" (503) is neither. */
  readonly failed: string[] = [];
  /** How often the server said "later". */
  refused = 0;
  longestMs = 0;
  /** The longest time in which nothing was acknowledged. */
  longestPauseMs = 0;
  #lastAt = 0;
  /** What a visit may be by now: one state, or two when the answer to a change was lost. */
  readonly #visits = new Map<number, ReadonlySet<string>>();
  readonly #patients = new Set<number>();
  readonly #letters = new Set<string>();
  readonly #free: number[] = [];
  readonly #today: string;
  #next = 0;
  #going = false;
  #writers: Promise<void>[] = [];

  constructor(today: string) {
    this.#today = today;
  }

  /** Writes without a pause, eight at a time, to one of the ports that are served by now. */
  begin(ports: () => readonly number[]): void {
    this.#going = true;
    this.#writers = Array.from({ length: 8 }, async () => {
      while (this.#going) {
        const open = ports();
        const port = open[Math.floor(Math.random() * open.length)];
        if (port === undefined) await sleep(20);
        else await this.#write(port, this.#next++);
      }
    });
  }

  /** What was longest counts from now. */
  forgetTimes(): void {
    this.longestMs = 0;
    this.longestPauseMs = 0;
    this.#lastAt = performance.now();
  }

  #count(): void {
    const now = performance.now();
    this.longestPauseMs = Math.max(this.longestPauseMs, now - this.#lastAt);
    this.#lastAt = now;
    this.acknowledged += 1;
  }

  async end(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#writers);
  }

  /** What the server said; null when nobody was there to say it, or it was killed before it had. */
  async #ask(port: number, method: string, path: string, body: object, cookie = ''): Promise<Reply | null> {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const since = performance.now();
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      const text = await answer.text();
      const { status } = answer;
      this.longestMs = Math.max(this.longestMs, performance.now() - since);
      if (status === 503) {
        this.refused += 1;
        await sleep(50);
      }
      if (status >= 500 && status !== 503) this.failed.push(`${method} ${path}: ${status}`);
      if (status === 503 && !answer.headers.has('retry-after'))
        this.failed.push(`${method} ${path}: 503 by the proxy`);
      return { status, body: text.startsWith('{') ? JSON.parse(text) : null };
    } catch (error) {
      this.failed.push(`${method} ${path}: ${inspect(error)}`);
      await sleep(20);
      return null;
    }
  }

  #write(port: number, n: number): Promise<void> {
    if (n % 4 === 0) return this.#book(port, n / 4);
    if (n % 4 === 1 && this.#free.length > 8) return this.#cancel(port);
    return n % 4 === 2 ? this.#addPatient(port, n) : this.#sendLetter(port, n);
  }

  async #book(port: number, nth: number): Promise<void> {
    const userId = 1 + (nth % signedIn);
    const body = { userId, service: '1', ...freeTime(this.#today, nth) };
    const reply = await this.#ask(port, 'POST', '/api/appointments', body, cookieOf(tokenOf(userId)));
    if (reply?.status !== 201 || !reply.body?.id) return;
    this.#count();
    this.#visits.set(reply.body.id, new Set([String(reply.body.status)]));
    this.#free.push(reply.body.id);
  }

  async #cancel(port: number): Promise<void> {
    const id = this.#free.shift() ?? 0;
    const before = this.#visits.get(id) ?? new Set();
    this.#visits.set(id, new Set([...before, 'cancelled']));
    const reply = await this.#ask(
      port,
      'PATCH',
      `/api/appointments/${id}`,
      { status: 'cancelled' },
      staffCookie,
    );
    if (reply?.status !== 200) return;
    this.#count();
    this.#visits.set(id, new Set(['cancelled']));
  }

  async #addPatient(port: number, n: number): Promise<void> {
    const phone = `+2011${String(n).padStart(8, '0')}`;
    const reply = await this.#ask(port, 'POST', '/api/patients', { name: `Noor ${n}`, phone }, staffCookie);
    const id = reply?.body?.id ?? reply?.body?.user?.id;
    if (reply?.status !== 201 || !id) return;
    this.#count();
    this.#patients.add(id);
  }

  async #sendLetter(port: number, n: number): Promise<void> {
    const message = `Letter ${n}: when are you open?`;
    const reply = await this.#ask(port, 'POST', '/api/contact-messages', {
      name: 'Mona',
      email: 'mona@mail.example',
      message,
    });
    if (!reply || reply.status >= 300) return;
    this.#count();
    this.#letters.add(message);
  }

  /** What was acknowledged and is not there, and what contradicts itself. */
  async complaints(pool: pg.Pool): Promise<string[]> {
    const visits = await pool.query<{ id: number; status: string }>('select id, status from appointments');
    const status = new Map(visits.rows.map((row) => [row.id, row.status]));
    const people = new Set(
      (await pool.query<{ id: number }>('select id from users')).rows.map(({ id }) => id),
    );
    const letters = await pool.query<{ message: string }>('select message from contact_messages');
    const written = new Set(letters.rows.map(({ message }) => message));
    return [
      ...[...this.#visits]
        .filter(([id, may]) => !may.has(status.get(id) ?? 'gone'))
        .map(([id, may]) => `visit ${id} is ${status.get(id) ?? 'gone'}, not ${[...may].join(' or ')}`),
      ...[...this.#patients].filter((id) => !people.has(id)).map((id) => `patient ${id} is gone`),
      ...[...this.#letters].filter((text) => !written.has(text)).map((text) => `${text} is gone`),
      ...(await contradictions(pool, seededVisits)),
    ];
  }
}

/** Each finds rows that cannot be, as one text; `$1` is the last visit that nobody here wrote. */
const invariants: Readonly<Record<string, string>> = {
  'the history says another status than the row': `
    select a.id || ': ' || a.status || ', told ' || coalesce(e.after->>'status', 'nothing') as what
    from appointments a left join lateral (select after from events e
      where e.subject = 'appointments' and e.subject_id = a.id order by e.id desc limit 1) e on true
    where a.id > $1 and a.status is distinct from e.after->>'status'`,
  'made twice in the history': `
    select subject_id::text as what from events where subject = 'appointments' and before is null
      and subject_id > $1 group by subject_id having count(*) > 1`,
  'the counts of the days are not the rows': `
    select location_id || ' ' || day || ' ' || status || ': ' || sum(n) as what from (
      select location_id, day, status, n from day_counts
      union all select location_id, day, status, n from day_count_deltas
      union all select location_id, local_start::date, status, -1 from appointments) counted
    group by location_id, day, status having sum(n) <> 0`,
  'two visits in one room': `
    select a.id || ' and ' || b.id as what from appointments a join appointments b
      on a.location_id = b.location_id and a.room = b.room and a.id < b.id and b.id > $1
      and tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)
    where a.status in ('pending', 'confirmed') and b.status in ('pending', 'confirmed')`,
  'a patient was told the same twice': `
    select m.appointment_id || ' ' || m.template || ' ' || m.channel as what from messages m
    where m.appointment_id > $1 group by m.appointment_id, m.user_id, m.template, m.channel, m.address
    having count(*) > 1`,
  'a time is kept without an offer that is open': `
    select id::text as what from offers where holds and state not in ('open', 'call')`,
};

/** What contradicts itself in a clinic; visits up to `seeded` were there before anybody wrote. */
export async function contradictions(pool: pg.Pool, seeded: number): Promise<string[]> {
  const found: string[] = [];
  for (const [says, text] of Object.entries(invariants)) {
    const { rows } = await pool.query<{ what: string }>(text, text.includes('$1') ? [seeded] : []);
    found.push(...rows.slice(0, 5).map(({ what }) => `${says}: ${what}`));
  }
  return found;
}

/** Visits that were there before anybody wrote; they have no history. */
export const seededVisits = 1000;
