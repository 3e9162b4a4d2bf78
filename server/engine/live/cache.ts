import type { Database } from '#server/engine/db/connect.ts';
import { type Change, insideTransaction, whenRecorded } from '#server/engine/db/recorded.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import type { Feed } from './feed.ts';

/**
 * All that a process keeps of the database in its memory, and which events make it wrong. An event drops it
 * here when its transaction has ended, before anybody is answered, and in other processes when they hear of
 * it, within a second (see `keepRight`). Nothing else has to be dropped by hand.
 *
 * Free times (features/schedules) are made of these and kept as text until one that they were made of is
 * dropped; public pages (engine/pages) until their content is another.
 */
const wrongAfter = {
  /** The open branches. */
  locations: ['locations'],
  /** Hours, exceptions, duties and absences, by branch, with the version that an offer raises. */
  schedules: ['schedules', 'locations', 'absences', 'offers'],
  /** What is offered. */
  services: ['services'],
  settings: ['settings'],
  /** Who the doctors are, and how they are called. */
  doctors: ['staff', 'users', 'locations'],
  /** The texts of the public site. */
  homepage: ['homepage'],
  /** Made once, never changed. */
  'push-keys': [],
} as const satisfies Record<string, readonly AuditSubject[]>;

/**
 * Which rooms are held, by branch and date; wrong after an event of a visit or an offer on that day, there.
 */
export const occupancyOf = (branchId: number) => `occupancy ${branchId}` as const;

/** Which doctors are with somebody, wherever, by date; wrong after an event of a visit that has a doctor. */
export const doctorsOccupancy = 'occupancy of doctors';

export type Kept = keyof typeof wrongAfter | ReturnType<typeof occupancyOf> | typeof doctorsOccupancy;

/** Should a change ever go unheard, nobody is shown a taken time as free for longer. */
const occupancyForMs = 30_000;
/** Whoever asks for days and services at random does not fill the memory. */
const mostKeys = 2000;
const longestKey = 200;

/**
 * Answers kept until what they come from changes, here or in another process. Inside a transaction only what
 * is there already is taken from here; the rest is read by the transaction itself and not kept: an answer
 * that others still wait for may wait for the very connection the transaction holds, and what a transaction
 * reads may never be committed.
 */
export class Cache {
  readonly #kept = new Map<Kept, Map<string, Promise<unknown>>>();
  readonly #made = new Map<string, { state: string; answer: Promise<unknown> }>();
  readonly #generations = new Map<Kept, number>();
  readonly #come = new WeakSet<Promise<unknown>>();
  #occupancySince = 0;

  /** The kept answer, or what `load` gives; a failed load is not kept. */
  get<T>(name: Kept, key: string, load: () => PromiseLike<T>): Promise<T> {
    this.#dropOldOccupancy();
    let answers = this.#kept.get(name);
    if (!answers) {
      answers = new Map();
      this.#kept.set(name, answers);
    }
    const kept = answers.get(key) as Promise<T> | undefined;
    if (kept && this.#isFit(kept)) return kept;
    // A query of the builder runs anew each time it is awaited: what is kept is its one answer.
    const loading = Promise.resolve(load());
    if (insideTransaction.getStore()) return loading;
    this.#noteWhenCome(loading);
    if (answers.size >= mostKeys) answers.clear();
    answers.set(key, loading);
    const inAnswers = answers;
    loading.catch(() => {
      if (inAnswers.get(key) === loading) inAnswers.delete(key);
    });
    return loading;
  }

  /** The like for several keys: what is not kept is loaded together. */
  getAll<T>(
    name: Kept,
    keys: readonly string[],
    load: (missing: readonly string[]) => Promise<(key: string) => T>,
  ): Promise<T[]> {
    this.#dropOldOccupancy();
    const isKept = (key: string) => {
      const kept = this.#kept.get(name)?.get(key);
      return kept !== undefined && this.#isFit(kept);
    };
    const missing = new Set(keys.filter((key) => !isKept(key)));
    const loading = missing.size > 0 ? load([...missing]) : undefined;
    const loaded = (key: string) => (loading && missing.has(key) ? loading : load([key]));
    return Promise.all(keys.map((key) => this.get(name, key, async () => (await loaded(key))(key))));
  }

  /**
   * What was made of several kept answers, while none of them was dropped and `at` is the same. A change
   * that comes while it is made makes it wrong, too.
   */
  made<T>(of: readonly Kept[], at: number, key: string, make: () => Promise<T>): Promise<T> {
    const state = `${this.generation(of)} ${at}`;
    const kept = this.#made.get(key);
    if (kept?.state === state && this.#isFit(kept.answer)) return kept.answer as Promise<T>;
    const answer = make();
    if (key.length > longestKey || insideTransaction.getStore()) return answer;
    this.#noteWhenCome(answer);
    if (this.#made.size >= mostKeys) this.#made.clear();
    this.#made.set(key, { state, answer });
    answer.catch(() => {
      if (this.#made.get(key)?.answer === answer) this.#made.delete(key);
    });
    return answer;
  }

  /** Forgets all of a name, or one key of it. */
  drop(name: Kept, key?: string): void {
    if (key === undefined) this.#kept.delete(name);
    else this.#kept.get(name)?.delete(key);
    this.#generations.set(name, (this.#generations.get(name) ?? 0) + 1);
  }

  /** Forgets what changes made wrong. */
  heed(changes: readonly Change[]): void {
    for (const { subject, ofPatient, days } of changes) {
      // Of people only those are kept who work here.
      const isElsewhere = subject === 'users' && ofPatient;
      for (const [name, subjects] of Object.entries(wrongAfter) as [Kept, readonly AuditSubject[]][])
        if (subjects.includes(subject) && !isElsewhere) this.drop(name);
      for (const { locationId, date, ofDoctor } of days) {
        this.drop(occupancyOf(locationId), date);
        if (ofDoctor) this.drop(doctorsOccupancy, date);
      }
    }
  }

  /** Changes whenever one of the names was dropped: a key for what is made from several of them. */
  generation(names: readonly Kept[]): string {
    this.#dropOldOccupancy();
    return names.map((name) => this.#generations.get(name) ?? 0).join('.');
  }

  dropAll(): void {
    for (const name of this.#kept.keys()) this.drop(name);
  }

  #isFit(answer: Promise<unknown>): boolean {
    return this.#come.has(answer) || !insideTransaction.getStore();
  }

  #noteWhenCome(answer: Promise<unknown>): void {
    answer.then(
      () => this.#come.add(answer),
      () => undefined,
    );
  }

  #dropOldOccupancy(): void {
    const now = performance.now();
    if (now - this.#occupancySince < occupancyForMs) return;
    this.#occupancySince = now;
    for (const name of this.#kept.keys()) if (name.startsWith('occupancy ')) this.drop(name);
  }
}

/**
 * Keeps a process's memory right: what it changed itself is dropped when the transaction has ended, what
 * others changed as soon as the feed tells of it. Returns how to stop.
 */
export function keepRight(cache: Cache, database: Database, feed: Feed): () => void {
  const stops = [
    whenRecorded(database.pool, (changes) => cache.heed(changes)),
    feed.listen((changes) => cache.heed(changes)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
