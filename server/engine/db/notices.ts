import { randomInt } from 'node:crypto';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Connection, Database } from './connect.ts';

const channel = 'hakima_events';
const tryAgainMs = 2000;

const presenceLock = 7_402_314;
const newPresence = (): number => randomInt(1, 2 ** 31 - 1);

/** As long as this session lasts, this process lives. One that was cut off may still hold the same. */
const showPresence = async (session: Pick<Connection, 'query'>, presence: number): Promise<void> =>
  void (await session.query('select pg_advisory_lock_shared($1, $2)', [presenceLock, presence]));

/**
 * SQL that is true where another process is gone: its session has ended, and it has also been `silent`,
 * because it may be on the way to a new session.
 */
export const isGone = (presence: SQLWrapper, silent: SQL): SQL =>
  sql`(${silent} and not exists (select from pg_locks l where l.locktype = 'advisory'
        and l.classid = ${presenceLock} and l.objid::int8 = ${presence} and l.objsubid = 2
        and l.database = (select d.oid from pg_database d where d.datname = current_database())))`;

/**
 * Hears that something was committed, in this process or another, as it happens, and is seen by others as
 * long as it does. One connection of the pool does nothing else.
 */
export class Notices {
  readonly #database: Database;
  readonly #heard: () => void;
  /** A server that is gone without a word is found out so soon. */
  readonly #pingEveryMs: number;
  readonly #presence = newPresence();
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

  /** By what other processes see that this one lives; null while they cannot. */
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
      await showPresence(client, this.#presence);
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
