import type pg from 'pg';
import type { Database } from './connect.ts';

const channel = 'hakima_events';
const tryAgainMs = 2000;

/**
 * Hears that something was committed, in this process or another, as it happens. On a server one connection
 * of the pool does nothing else; the embedded engine's only connection is told with the answer to its own
 * commit.
 */
export class Notices {
  readonly #database: Database;
  readonly #heard: () => void;
  /** A server that is gone without a word is found out so soon. */
  readonly #pingEveryMs: number;
  #listener: pg.PoolClient | undefined;
  #again: NodeJS.Timeout | undefined;
  #pings: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether nothing can happen unheard. */
  listening = false;

  constructor(database: Database, heard: () => void, { pingEveryMs = 10_000 } = {}) {
    this.#database = database;
    this.#heard = heard;
    this.#pingEveryMs = pingEveryMs;
  }

  async start(): Promise<void> {
    if (this.#database.engine === 'embedded') await this.#onTheOnlyConnection();
    else await this.#onItsOwn();
  }

  stop(): void {
    this.#stopped = true;
    this.listening = false;
    clearTimeout(this.#again);
    clearInterval(this.#pings);
    this.#database.pool.off('connect', this.#listenOn);
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  async #onTheOnlyConnection(): Promise<void> {
    const { pool } = this.#database;
    const client = await pool.connect();
    try {
      await this.#listenOn(client);
    } finally {
      client.release();
    }
    pool.on('connect', this.#listenOn); // after a restart of the engine
    this.listening = true;
  }

  async #onItsOwn(): Promise<void> {
    if (this.#stopped) return;
    try {
      const client = await this.#database.pool.connect();
      this.#listener = client;
      client.once('end', () => this.#lost());
      await this.#listenOn(client);
      this.listening = true;
      // One that does not answer is hung up on, and so lost.
      this.#pings = setInterval(
        () => client.query(`listen ${channel}`).catch(() => undefined),
        this.#pingEveryMs,
      ).unref();
      this.#heard(); // what happened meanwhile
    } catch {
      this.#lost();
    }
  }

  #lost(): void {
    this.listening = false;
    this.#listener?.release(true);
    this.#listener = undefined;
    clearTimeout(this.#again);
    clearInterval(this.#pings);
    if (!this.#stopped) this.#again = setTimeout(() => void this.#onItsOwn(), tryAgainMs).unref();
  }

  readonly #listenOn = async (client: pg.PoolClient): Promise<void> => {
    client.on('notification', this.#heard);
    await client.query(`listen ${channel}`);
  };
}
