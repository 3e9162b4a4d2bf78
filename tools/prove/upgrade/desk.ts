import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freeTime } from '../../../bench/scenarios.ts';
import { cookieOf, tokenOf } from '../../../bench/seed.ts';

/** A write of the front desk. */
interface Write {
  /** Text by which the write is found in the database. */
  readonly key: string;
  readonly began: number;
  /** Time of the successful answer. */
  accepted?: number;
}

interface Call {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly cookie: string;
  readonly body: object;
  readonly idempotencyKey?: string;
}

/** A browser repeats a request that was answered with 503 for this time. */
const longestMs = 20_000;
const people = 4;
/** Pause of a person between two writes. */
const pauseMs = 120;

const written = `
  select 'booking ' || location_id || ' ' || to_char(local_start, 'YYYY-MM-DD HH24:MI') as key
    from appointments where created_by = $1
  union all select 'check-in ' || appointment_id from arrivals where arrived_at is not null
  union all select (regexp_matches(notes, 'Desk note \\d+\\.', 'g'))[1] from appointments
  union all select text from clinical_notes where author_id = $2`;

async function hire(pool: pg.Pool, role: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into users (role, name, username) values ($1, $1, $2) returning id',
    [role, `${role}.of.the.desk`],
  );
  const id = rows[0]?.id ?? 0;
  await pool.query('insert into staff (user_id) values ($1)', [id]);
  await pool.query('insert into staff_locations select $1, id from locations', [id]);
  await pool.query(
    `insert into sessions (token_hash, user_id, idle, expires_at)
     values (sha256(convert_to($2, 'UTF8')), $1, '1 day', now() + interval '1 day')`,
    [id, tokenOf(id)],
  );
  return id;
}

/**
 * Three receptionists and a doctor, who book, check in and write notes. They repeat what is answered with 503,
 * as the page in their browser does.
 */
export class FrontDesk {
  /** Requests without an answer, or refused without a message. */
  readonly untold: string[] = [];
  /** Writes whose answer was lost; the message of the proxy says so. */
  readonly unsure = new Set<string>();
  /** Number of requests that were answered with 503. */
  told503 = 0;
  readonly #today: string;
  readonly #writes: Write[] = [];
  readonly #refused = new Map<string, string>();
  readonly #expected: number[] = [];
  #receptionist = 0;
  #doctor = 0;
  #next = 0;
  #going = false;
  #people: Promise<void>[] = [];

  constructor(today: string) {
    this.#today = today;
  }

  /** Creates the accounts of the desk, and confirms all of today's appointments, so that patients can come. */
  async open(pool: pg.Pool): Promise<void> {
    this.#receptionist = await hire(pool, 'receptionist');
    this.#doctor = await hire(pool, 'doctor');
    const { rows } = await pool.query<{ id: number }>(
      "update appointments set status = 'confirmed' where local_start::date = $1 returning id",
      [this.#today],
    );
    this.#expected.push(...rows.map(({ id }) => id));
  }

  begin(port: number): void {
    this.#going = true;
    this.#people = Array.from({ length: people }, async (_, person) => {
      while (this.#going) {
        const [key, call] = this.#task(person, this.#next++);
        await this.#write(port, key, call);
        await sleep(pauseMs);
      }
    });
  }

  async end(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#people);
  }

  #task(person: number, n: number): [key: string, call: Call] {
    const cookie = cookieOf(tokenOf(person === 0 ? this.#doctor : this.#receptionist));
    const patientId = 1 + (n % 1000);
    const post = { method: 'POST', cookie, idempotencyKey: `desk-${n}` } as const;
    if (person === 0) {
      const text = `Clinical note ${n}.`;
      return [text, { ...post, path: `/api/patients/${patientId}/clinical-notes`, body: { text } }];
    }
    const visit = n % 3 === 0 ? this.#expected.pop() : undefined;
    if (visit !== undefined) {
      const body = { from: 'expected', to: 'waiting' };
      return [`check-in ${visit}`, { method: 'POST', cookie, path: `/api/arrivals/${visit}/stage`, body }];
    }
    if (n % 3 === 1) {
      const time = freeTime(this.#today, n);
      const key = `booking ${time.locationId} ${time.appointmentDate} ${time.appointmentTime}`;
      const body = { userId: patientId, service: '1', ...time };
      return [key, { ...post, path: '/api/appointments', body }];
    }
    const appendNote = `Desk note ${n}.`;
    return [
      appendNote,
      { method: 'PATCH', cookie, path: `/api/appointments/${1 + (n % 900)}`, body: { appendNote } },
    ];
  }

  async #write(port: number, key: string, call: Call): Promise<void> {
    const write: Write = { key, began: performance.now() };
    this.#writes.push(write);
    while (true) {
      const answer = await this.#send(port, call).catch((error: Error) => error);
      if (answer instanceof Error) return void this.untold.push(`${key}: ${answer.message}`);
      const { status, body, pause } = answer;
      if (status < 300) return void (write.accepted = performance.now());
      if (status === 503) this.told503 += 1;
      const isRepeatable = call.idempotencyKey !== undefined || body.code === 'busy';
      if (status === 503 && isRepeatable && performance.now() - write.began < longestMs) await sleep(pause);
      else if (status === 502 && body.message) return void this.unsure.add(key);
      else if (body.message) return void this.#refused.set(key, `${status} ${body.message}`);
      else return void this.untold.push(`${key}: ${status} without a message`);
    }
  }

  async #send(port: number, { method, path, cookie, body, idempotencyKey }: Call) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
    });
    const text = await answer.text();
    const said: { message?: string; code?: string } = text.startsWith('{') ? JSON.parse(text) : {};
    const pause = Math.max(500, Number(answer.headers.get('retry-after')) * 1000);
    return { status: answer.status, body: said, pause };
  }

  /** Accepted writes that were sent after this time (`performance.now`). */
  acceptedSince(time: number): string[] {
    return this.#writes.flatMap(({ key, began, accepted }) => (accepted && began > time ? key : []));
  }

  /** Refused writes with the answer. */
  get refused(): readonly string[] {
    return [...this.#refused].map(([key, answer]) => `${key}: ${answer}`);
  }

  /** The longest time from the first attempt to the successful answer, of the writes sent after this time. */
  longestWaitMs(since = 0): number {
    const waits = this.#writes.map(({ began, accepted = 0 }) => (began >= since ? accepted - began : 0));
    return Math.max(0, ...waits);
  }

  /**
   * Compares the database with what the desk was told. Writes accepted before `until` must be there once,
   * writes sent after `from` must not be there, and refused ones neither.
   */
  async complaints(
    pool: pg.Pool,
    { until = Number.POSITIVE_INFINITY, from = Number.POSITIVE_INFINITY } = {},
  ): Promise<string[]> {
    const { rows } = await pool.query<{ key: string }>(written, [this.#receptionist, this.#doctor]);
    const times = new Map<string, number>();
    for (const { key } of rows) times.set(key, (times.get(key) ?? 0) + 1);
    return this.#writes.flatMap(({ key, began, accepted = Number.POSITIVE_INFINITY }) => {
      const n = times.get(key) ?? 0;
      if (accepted < until && n === 0) return `${key} was accepted and is gone`;
      if (n > 1) return `${key} is there ${n} times`;
      if (n > 0 && this.#refused.has(key)) return `${key} was refused and is there`;
      return n > 0 && began > from ? `${key} is there, although it is newer than the backup` : [];
    });
  }
}
