import type { FastifyBaseLogger } from 'fastify';
import { CommitListener } from '#server/engine/db/commit-listener.ts';
import type { Database } from '#server/engine/db/connect.ts';
import {
  currentHorizon,
  eventsSince,
  type FeedRow,
  type Horizon,
  initialHorizon,
} from '#server/engine/events/queries.ts';

export type FeedListener = (rows: readonly FeedRow[]) => void;

export interface FeedOptions {
  /** False behind a pooler without notifications: the feed then polls once a second. */
  readonly notices?: boolean;
}

const lookEveryMs = 1000;
const lookAnywayEveryMs = 15_000;
/** Many changes in a short time are read together. */
const gatherMs = 25;
/** How long recent changes are remembered, and how many. */
const rememberMs = 30_000;
const maxRememberedChanges = 5000;

/**
 * Reports every change to this process, whoever made it: each row of the events table once, after its
 * transaction was committed. It reads after notifications, and at intervals in case one was lost.
 */
export class Feed {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<FeedListener>();
  readonly #notices: CommitListener | undefined;
  #seen: Horizon = initialHorizon;
  #timer: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #lookedAt = 0;
  #told: { at: number; rows: readonly FeedRow[] }[] = [];

  constructor(database: Database, log: FastifyBaseLogger, { notices = true }: FeedOptions = {}) {
    this.#database = database;
    this.#log = log;
    this.#notices = notices ? new CommitListener(database, () => this.#gather()) : undefined;
  }

  async start(): Promise<void> {
    this.#seen = await currentHorizon(this.#database.db);
    await this.#notices?.start();
    this.#timer = setInterval(() => {
      const patience = this.#notices?.listening ? lookAnywayEveryMs : 0;
      if (performance.now() - this.#lookedAt >= patience) void this.poke();
    }, lookEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#gathering);
    this.#notices?.stop();
    this.#listeners.clear();
  }

  /** Session by which other processes see that this one lives; null: none. */
  get presence(): number | null {
    return this.#notices?.presence ?? null;
  }

  /** Calls back with every change from now on; returns a function that stops it. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes of the last milliseconds: a new listener may have read data before them. */
  toldWithin(ms: number): FeedRow[] {
    const since = performance.now() - ms;
    return this.#told.filter(({ at }) => at >= since).flatMap(({ rows }) => rows);
  }

  /** Reads now. When it resolves, everything committed before the call was reported. */
  poke(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'the change feed could not be read'))
        .finally(() => {
          this.#reading = undefined;
        });
      return this.#reading;
    }
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      return this.poke();
    });
    return this.#next;
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      void this.poke();
    }, gatherMs).unref();
  }

  async #read(): Promise<void> {
    this.#lookedAt = performance.now();
    const { db } = this.#database;
    const { rows, seen } = await eventsSince(db, this.#seen);
    this.#seen = seen;
    if (rows.length === 0) return;
    this.#remember(rows);
    for (const listener of this.#listeners) listener(rows);
  }

  #remember(rows: readonly FeedRow[]): void {
    const at = performance.now();
    let left = maxRememberedChanges;
    this.#told = [{ at, rows }, ...this.#told].filter((batch) => {
      left -= batch.rows.length;
      return at - batch.at < rememberMs && (left >= 0 || batch.at === at);
    });
  }
}
