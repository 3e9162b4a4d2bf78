import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/engine/db/connect.ts';
import { type FeedRow, latestEventId, recentEvents } from '#server/engine/events/queries.ts';

export type FeedListener = (rows: readonly FeedRow[]) => void;

const pollEvery = 1000;
const overlap = 500;

/**
 * Tells this process what changed, whoever changed it. Reads the events table once a second, a little behind
 * the newest id because commits come out of order; `poke` looks at once.
 */
export class Feed {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<FeedListener>();
  #seen = new Set<number>();
  #newest = 0;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#newest = await latestEventId(this.#db);
    for (const row of await recentEvents(this.#db, this.#newest - overlap)) this.#seen.add(row.id);
    this.#timer = setInterval(() => void this.poke(), pollEvery);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  /** Calls back with every change from now on; returns how to stop listening. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  poke(): Promise<void> {
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the change feed could not be read'))
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const rows = await recentEvents(this.#db, this.#newest - overlap);
    const fresh = rows.filter((row) => !this.#seen.has(row.id));
    this.#seen = new Set(rows.map((row) => row.id));
    for (const row of fresh) if (row.id > this.#newest) this.#newest = row.id;
    if (fresh.length > 0) for (const listener of this.#listeners) listener(fresh);
  }
}
