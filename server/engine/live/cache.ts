import type { Database } from '#server/engine/db/connect.ts';
import { type Change, subscribeToChanges, transactionChanges } from '#server/engine/db/recorded-changes.ts';
import type { AuditSubject } from '#shared/domain/audit.ts';
import type { Feed } from './feed.ts';

/**
 * Everything that a process caches of the database, and the events that invalidate it. An event invalidates
 * it here when its transaction ends, before any reply, and in other processes within a second (see
 * `invalidateOnChanges`). Nothing else has to be invalidated by hand. Free times (features/doctors) are computed from
 * these and cached until one of them is invalidated; public pages (engine/pages) until their content changes.
 */
const invalidatedBy = {
  /** The open branches. */
  locations: ['locations'],
  /** Hours, exceptions, duties and absences, by branch, with the version that an offer raises. */
  schedules: ['schedules', 'locations', 'absences', 'offers', 'staff'],
  /** The offered services. */
  services: ['services'],
  settings: ['settings'],
  /** The active doctors and their names. */
  doctors: ['staff', 'users', 'locations'],
  /** The texts of the public site. */
  homepage: ['homepage'],
  /** Made once, never changed. */
  'push-keys': [],
} as const satisfies Record<string, readonly AuditSubject[]>;

/** Held rooms, by branch and date; invalidated by an event of an appointment or offer on that day. */
export const occupancyOf = (branchId: number) => `occupancy ${branchId}` as const;

/** Busy doctors at all branches, by date; invalidated by an event of an appointment with a doctor. */
export const doctorsOccupancy = 'occupancy of doctors';

export type CacheName = keyof typeof invalidatedBy | ReturnType<typeof occupancyOf> | typeof doctorsOccupancy;

/** If a change is ever missed, a taken time is shown as free for no longer than this. */
const occupancyForMs = 30_000;
/** Maximum size: requests for random days and services must not fill the memory. */
const maxKeys = 2000;
const longestKey = 200;

/**
 * Answers cached until the data changes, in any process. Inside a transaction only cached answers are used;
 * anything else is read by the transaction itself and not cached: a pending answer may wait for the
 * connection that the transaction holds, and what a transaction reads may never be committed.
 */
export class Cache {
  readonly #kept = new Map<CacheName, Map<string, Promise<unknown>>>();
  readonly #made = new Map<string, { state: string; answer: Promise<unknown> }>();
  readonly #generations = new Map<CacheName, number>();
  readonly #come = new WeakSet<Promise<unknown>>();
  #occupancySince = 0;

  /** The cached answer, or the result of `load`; a failed load is not cached. */
  get<T>(name: CacheName, key: string, load: () => PromiseLike<T>): Promise<T> {
    this.#dropOldOccupancy();
    let answers = this.#kept.get(name);
    if (!answers) {
      answers = new Map();
      this.#kept.set(name, answers);
    }
    const kept = answers.get(key) as Promise<T> | undefined;
    if (kept && this.#isFit(kept)) return kept;
    // A query of the builder runs each time it is awaited: its result is cached, not the query.
    const loading = Promise.resolve(load());
    if (transactionChanges.getStore()) return loading;
    this.#noteWhenCome(loading);
    if (answers.size >= maxKeys) answers.clear();
    answers.set(key, loading);
    const inAnswers = answers;
    loading.catch(() => {
      if (inAnswers.get(key) === loading) inAnswers.delete(key);
    });
    return loading;
  }

  /** The same for several keys: missing ones are loaded together. */
  getAll<T>(
    name: CacheName,
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
   * A value computed from several cached answers, valid while none of them is invalidated and `at` is the
   * same. A change during the computation also invalidates it.
   */
  made<T>(of: readonly CacheName[], at: number, key: string, make: () => Promise<T>): Promise<T> {
    const state = `${this.generation(of)} ${at}`;
    const kept = this.#made.get(key);
    if (kept?.state === state && this.#isFit(kept.answer)) return kept.answer as Promise<T>;
    const answer = make();
    if (key.length > longestKey || transactionChanges.getStore()) return answer;
    this.#noteWhenCome(answer);
    if (this.#made.size >= maxKeys) this.#made.clear();
    this.#made.set(key, { state, answer });
    answer.catch(() => {
      if (this.#made.get(key)?.answer === answer) this.#made.delete(key);
    });
    return answer;
  }

  /** Invalidates a name, or one key of it. */
  drop(name: CacheName, key?: string): void {
    if (key === undefined) this.#kept.delete(name);
    else this.#kept.get(name)?.delete(key);
    this.#generations.set(name, (this.#generations.get(name) ?? 0) + 1);
  }

  /** Invalidates the answers that these changes affect. */
  heed(changes: readonly Change[]): void {
    for (const { subject, ofPatient, days } of changes) {
      // Of people, only staff are cached.
      const isElsewhere = subject === 'users' && ofPatient;
      for (const [name, subjects] of Object.entries(invalidatedBy) as [CacheName, readonly AuditSubject[]][])
        if (subjects.includes(subject) && !isElsewhere) this.drop(name);
      for (const { locationId, date, ofDoctor } of days) {
        this.drop(occupancyOf(locationId), date);
        if (ofDoctor) this.drop(doctorsOccupancy, date);
      }
    }
  }

  /** Changes whenever one of the names is invalidated: a key for values computed from several of them. */
  generation(names: readonly CacheName[]): string {
    this.#dropOldOccupancy();
    return names.map((name) => this.#generations.get(name) ?? 0).join('.');
  }

  dropAll(): void {
    for (const name of this.#kept.keys()) this.drop(name);
  }

  #isFit(answer: Promise<unknown>): boolean {
    return this.#come.has(answer) || !transactionChanges.getStore();
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
 * Invalidates a process's caches: its own changes when the transaction ends, changes of others when the feed
 * reports them. Returns a function that stops it.
 */
export function invalidateOnChanges(cache: Cache, database: Database, feed: Feed): () => void {
  const stops = [
    subscribeToChanges(database.pool, (changes) => cache.heed(changes)),
    feed.listen((changes) => cache.heed(changes)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
