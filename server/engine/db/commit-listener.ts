import { randomInt } from 'node:crypto';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Connection, Database } from './connect.ts';

const channel = 'hakima_events';
const tryAgainMs = 2000;

const presenceLock = 7_402_314;
const newPresence = (): number => randomInt(1, 2 ** 31 - 1);

/**
 * A session of the database that lasts as long as this process. A session that was cut off may still hold the
 * lock for a while.
 */
const lockPresence = async (session: Pick<Connection, 'query'>, presence: number): Promise<void> =>
  void (await session.query('select pg_advisory_lock_shared($1, $2)', [presenceLock, presence]));

/**
 * SQL condition: another process is gone. Its session has ended and it has been silent for `silent`, because
 * it may be reconnecting.
 */
export const isProcessGone = (presence: SQLWrapper, silent: SQL): SQL =>
  sql`(${silent} and not exists (select from pg_locks l where l.locktype = 'advisory'
        and l.classid = ${presenceLock} and l.objid::int8 = ${presence} and l.objsubid = 2
        and l.database = (select d.oid from pg_database d where d.datname = current_database())))`;

/**
 * Listens for commits of this and other processes and shows other processes that this one lives. Uses one
 * connection of the pool for nothing else.
 */
export class CommitListener {
  readonly #database: Database;
  readonly #heard: () => void;
  /** Time until a vanished server is detected. */
  readonly #pingEveryMs: number;
  readonly #presence = newPresence();
  #listener: pg.PoolClient | undefined;
  #again: NodeJS.Timeout | undefined;
  #pings: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether every commit is heard at the moment. */
  listening = false;

  constructor(database: Database, heard: () => void, { pingEveryMs = 10_000 } = {}) {
    this.#database = database;
    this.#heard = heard;
    this.#pingEveryMs = pingEveryMs;
  }

  /** Identifies this process to others; null without a connection. */
  get presence(): number | null {
    return this.listening ? this.#presence : null;
  }

  async start(): Promise<void> {
    await this.#onItsOwn();
  }

  stop(): void {
    this.#stopped = true;
    this.listening = false;
    clearTimeout(this.#again);
    clearInterval(this.#pings);
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  async #onItsOwn(): Promise<void> {
    if (this.#stopped) return;
    try {
      const client = await this.#database.pool.connect();
      this.#listener = client;
      client.once('end', () => this.#lost());
      await this.#listenOn(client);
      await lockPresence(client, this.#presence);
      this.listening = true;
      // Ends a connection that does not answer.
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
