import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type pg from 'pg';
import { freeTime } from '../../bench/scenarios.ts';
import { cookieOf, signedIn, staffCookie, tokenOf } from '../../bench/seed.ts';
import { findContradictions } from './contradictions.ts';

interface Reply {
  readonly status: number;
  readonly body: ({ id?: number; status?: string; user?: { id: number } } & Partial<Time>) | null;
}

type Time = ReturnType<typeof freeTime>;

/** An appointment as acknowledged: status, time and branch. */
interface Visit {
  readonly id: number;
  readonly status: string;
  readonly when: string;
}

const formatTimeAndBranch = ({ locationId, appointmentDate, appointmentTime }: Partial<Time>): string =>
  `${appointmentDate} ${appointmentTime?.slice(0, 5)} at ${locationId}`;
const formatState = ({ status, when }: Visit): string => `${status} ${when}`;

/** Allowed states by id: one, or two if the reply to a change was lost. */
type AllowedStates = Map<number, readonly string[]>;

/** Sends writes, and records what was acknowledged: it must exist afterwards, whatever was killed. */
export class Ledger {
  acknowledged = 0;
  /** Errors (500 and above) and missing replies; 503 with a retry time is neither. */
  readonly failed: string[] = [];
  /** Number of 503 replies. */
  refused = 0;
  longestMs = 0;
  /** Fastest successful reply. */
  shortestMs = Number.POSITIVE_INFINITY;
  /** Longest time without an acknowledged write. */
  longestPauseMs = 0;
  #lastAt = 0;
  readonly #visits: AllowedStates = new Map();
  readonly #offers: AllowedStates = new Map();
  readonly #patients = new Set<number>();
  readonly #letters = new Set<string>();
  /** Appointments that no writer is changing now. */
  readonly #free: Visit[] = [];
  readonly #kept: { readonly id: number; readonly patientId: number }[] = [];
  readonly #today: string;
  #next = 0;
  #times = 0;
  #going = false;
  #writers: Promise<void>[] = [];

  constructor(today: string) {
    this.#today = today;
  }

  /** Writes without a pause, eight at a time, to any of the current ports. */
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

  /** Resets the longest and shortest times. */
  forgetTimes(): void {
    this.longestMs = 0;
    this.shortestMs = Number.POSITIVE_INFINITY;
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

  /** Reply of the server; null if there was none. */
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
      const tookMs = performance.now() - since;
      this.longestMs = Math.max(this.longestMs, tookMs);
      if (status < 400) this.shortestMs = Math.min(this.shortestMs, tookMs);
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
    const [kind, nth] = [n % 6, Math.floor(n / 6)];
    const cancels = kind === 1 && this.#free.length > 16;
    if (cancels) return this.#change(port, { status: 'cancelled' }, { status: 'cancelled' });
    if (kind === 2 && this.#free.length > 8) return this.#move(port);
    if (kind === 3) return this.#kept.length > 8 ? this.#answer(port, nth) : this.#keep(port, nth);
    if (kind === 4) return this.#addPatient(port, n);
    return kind === 5 ? this.#sendLetter(port, n) : this.#book(port, nth);
  }

  /** A time that no other writer uses. */
  #freeTime(): Time {
    return freeTime(this.#today, this.#times++);
  }

  /** Alternates between patients with and without a confirmed address. */
  async #book(port: number, nth: number): Promise<void> {
    const userId = 1 + (((nth % 2) * (signedIn / 2) + Math.floor(nth / 2)) % signedIn);
    const body = { userId, service: '1', ...this.#freeTime() };
    const reply = await this.#ask(port, 'POST', '/api/appointments', body, cookieOf(tokenOf(userId)));
    if (reply?.status !== 201 || !reply.body?.id) return;
    this.#count();
    const visit = {
      id: reply.body.id,
      status: String(reply.body.status),
      when: formatTimeAndBranch(reply.body),
    };
    this.#visits.set(visit.id, [formatState(visit)]);
    this.#free.push(visit);
  }

  /** Until the change is acknowledged, both the old and the new state are allowed. */
  async #change(port: number, change: object, becomes: Partial<Visit>): Promise<void> {
    const visit = this.#free.shift();
    if (!visit) return;
    const then = { ...visit, ...becomes };
    this.#visits.set(visit.id, [formatState(visit), formatState(then)]);
    const reply = await this.#ask(port, 'PATCH', `/api/appointments/${visit.id}`, change, staffCookie);
    if (reply?.status !== 200) return;
    this.#count();
    this.#visits.set(visit.id, [formatState(then)]);
    if (then.status !== 'cancelled') this.#free.push(then);
  }

  #move(port: number): Promise<void> {
    const time = this.#freeTime();
    return this.#change(port, time, { when: formatTimeAndBranch(time) });
  }

  /** Offers a time to a patient. */
  async #keep(port: number, nth: number): Promise<void> {
    const patientId = signedIn - (nth % signedIn);
    const body = { userId: patientId, serviceId: 1, minutes: 2880, ...this.#freeTime() };
    const reply = await this.#ask(port, 'POST', '/api/offers', body, staffCookie);
    if (reply?.status !== 201 || !reply.body?.id) return;
    this.#count();
    this.#offers.set(reply.body.id, ['open, kept']);
    this.#kept.push({ id: reply.body.id, patientId });
  }

  /** The patient accepts an offered time; every third is declined. */
  async #answer(port: number, nth: number): Promise<void> {
    const offer = this.#kept.shift();
    if (!offer) return;
    const [answer, then] = nth % 3 === 0 ? ['decline', 'declined'] : ['take', 'taken, booked'];
    this.#offers.set(offer.id, ['open, kept', then]);
    const path = `/api/offers/${offer.id}/answer`;
    const reply = await this.#ask(port, 'POST', path, { answer }, cookieOf(tokenOf(offer.patientId)));
    if (reply?.status !== 200) return;
    this.#count();
    this.#offers.set(offer.id, [then]);
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

  /** Summary of the acknowledged writes. */
  get told(): string {
    const { acknowledged } = this;
    const [visits, offers] = [this.#visits.size, this.#offers.size];
    return `${acknowledged} writes acknowledged (${visits} visits booked, ${offers} times kept)`;
  }

  /** Acknowledged data that is missing, and contradictions. */
  async complaints(pool: pg.Pool): Promise<string[]> {
    const standing = async (text: string): Promise<Map<number, string>> => {
      const { rows } = await pool.query<{ id: number; says: string }>(text);
      return new Map(rows.map(({ id, says }) => [id, says]));
    };
    const visits = await standing(visitsStanding);
    const offers = await standing(offersStanding);
    const people = await standing("select id, '' as says from users");
    const letters = await pool.query<{ message: string }>('select message from contact_messages');
    const written = new Set(letters.rows.map(({ message }) => message));
    const others = (what: string, meant: AllowedStates, found: ReadonlyMap<number, string>): string[] =>
      [...meant]
        .filter(([id, may]) => !may.includes(found.get(id) ?? 'gone'))
        .map(([id, may]) => `${what} ${id} is ${found.get(id) ?? 'gone'}, not ${may.join(' or ')}`);
    return [
      ...others('visit', this.#visits, visits),
      ...others('offer', this.#offers, offers),
      ...[...this.#patients].filter((id) => !people.has(id)).map((id) => `patient ${id} is gone`),
      ...[...this.#letters].filter((text) => !written.has(text)).map((text) => `${text} is gone`),
      ...(await findContradictions(pool, seededVisits)),
    ];
  }
}

const visitsStanding = `
  select id, status || ' ' || to_char(local_start, 'YYYY-MM-DD HH24:MI') || ' at ' || location_id as says
  from appointments`;
/** An accepted offer must have its appointment. */
const offersStanding = `
  select o.id, concat_ws(', ', o.state, case when o.holds then 'kept' end,
    case when o.state = 'taken' and exists (select from appointments a where a.patient_id = o.patient_id
      and a.location_id = o.location_id and a.local_start = o.local_start
      and a.status in ('pending', 'confirmed')) then 'booked' end) as says
  from offers o`;

/** Number of seeded appointments; they have no history. */
export const seededVisits = 1000;
