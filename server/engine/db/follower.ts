import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ClinicPool } from './clinic-pool.ts';
import { type Database, type Db, dbOn } from './connect.ts';
import { insideTransaction } from './recorded.ts';
import { isUnavailable, pgErrorCode } from './transaction.ts';

const connections = 6;
const connectTimeoutMs = 500;
const queryTimeoutMs = 2_800;
/** So long it may take until what was written here has been repeated there. */
const patienceMs = 250;
const lookEveryMs = 10;
/** One that is away, or far behind, is let be for a while: nobody waits for it each time. */
const restMs = 3_000;
/** What was read there had to make way for what came from the primary. */
const conflicts = new Set(['40001', '40P01', '40P02']);

/**
 * How far the journal reaches, and of which history: all that anybody was told is done lies before it there.
 */
const reach = `select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as reach,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;
/**
 * Whether it has repeated all that, of that history: after a fall one that had heard more of the primary that
 * fell than the new one stands as far, or farther, by what was undone. Which history it hears of is shown to
 * `pg_read_all_stats`; others have to wait for its next checkpoint, and the primary answers until then.
 */
const repeated = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
  and ($2::int = (select received_tli from pg_stat_wal_receiver)
    or $2 = (select timeline_id from pg_control_checkpoint())) as is`;

/** A database that reads what costs much from a server that follows its own; as it is, without such a URL. */
export function withFollower(database: Database, url: string | undefined, keepsStatements = true): Database {
  if (!url) return database;
  const follower = new Follower(database.pool, url, keepsStatements);
  const close = async () => void (await Promise.all([follower.close(), database.close()]));
  return { ...database, read: (work) => follower.read(work), close };
}

/**
 * A PostgreSQL that follows the primary, for reading what costs much. What it answers is never older than the
 * question: before it is asked it has repeated all that had been written by then, whoever wrote it. Where it
 * has not, or is away, the primary answers.
 */
class Follower {
  readonly #primary: pg.Pool;
  readonly #pool: pg.Pool;
  #restsUntil = 0;

  constructor(primary: pg.Pool, url: string, keepsStatements: boolean) {
    this.#primary = primary;
    this.#pool = new ClinicPool({
      connectionString: url,
      max: connections,
      keepsStatements,
      mayFollow: true,
      query_timeout: queryTimeoutMs,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'hakima reads',
    });
    this.#pool.on('error', () => this.#rest());
  }

  /**
   * Runs `work`, which does nothing but read by what it is handed, at one moment of the database; a second
   * time, on the primary, where the follower lets it down.
   */
  async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.#caughtUp();
    if (!client) return work(dbOn(this.#primary));
    let broken = false;
    try {
      return await dbOn(client).transaction(
        // What it reads is not kept in memory: it may be wrong by the time it would be.
        (tx) => insideTransaction.run([], () => work(tx)),
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
    } catch (error) {
      broken = isUnavailable(error);
      if (broken) this.#rest();
      else if (!conflicts.has(pgErrorCode(error) ?? '')) throw error;
    } finally {
      client.release(broken);
    }
    return work(dbOn(this.#primary));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #rest(): void {
    this.#restsUntil = performance.now() + restMs;
  }

  /** A connection to it, once it has repeated what was written until now; null where that takes too long. */
  async #caughtUp(): Promise<pg.PoolClient | null> {
    if (performance.now() < this.#restsUntil) return null;
    const { rows } = await this.#primary.query<{ reach: string; timeline: number }>(reach);
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(lookEveryMs)) {
        const { rows: found } = await client.query<{ is: boolean | null }>(repeated, [
          rows[0]?.reach,
          rows[0]?.timeline,
        ]);
        if (found[0]?.is) return client;
      }
      client.release();
    } catch {
      client?.release(true);
    }
    this.#rest();
    return null;
  }
}
