import pg from 'pg';
import { workUrgency } from '#server/engine/front/urgency.ts';
import { nameOf } from './often.ts';
import { insideTransaction } from './recorded.ts';

const { builtins } = pg.types;
const asText = (value: string): string => value;
const timestampList = 1115;
const dateList = 1182;
const textList: number = 1009;
const asTextList: (value: string) => string[] = pg.types.getTypeParser(textList);

/**
 * Wall-clock values stay text: a Date would shift them by the server's time zone. Counts and ids fit a
 * number.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMP, asText],
  [builtins.DATE, asText],
  [builtins.INTERVAL, asText],
  [builtins.INT8, Number],
  [timestampList, asTextList],
  [dateList, asTextList],
]);

const columnTypes = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    return (format === 'binary' ? undefined : parsers.get(type)) ?? pg.types.getTypeParser(type, format);
  },
};

/**
 * Lifts every deadline, the server's and ours, until the transaction ends: for migrations, seeds and clearing
 * away.
 */
export const unhurried = 'set local statement_timeout = 0; set local lock_timeout = 0';
const readOnly = '25006';
const anHourMs = 3_600_000;

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}
type Query = pg.QueryConfig & { query_timeout?: number; types?: unknown; submit?: unknown };

/**
 * The driver's client with our column types and deadlines. Drizzle brings types of its own, which would
 * return instants as text from raw SQL.
 */
export class ClinicClient extends pg.Client {
  /** The server is a standby and takes no writes. A pooler may not pass `in_hot_standby` on. */
  isStandby = false;
  #unhurried = false;
  readonly #keepsStatements: boolean;

  constructor(config?: pg.ClientConfig & { keepsStatements?: boolean }) {
    super({ ...config, types: columnTypes });
    this.#keepsStatements = config?.keepsStatements ?? true;
    // A connection that breaks while work holds it would end the process: the pool listens to idle ones only.
    // The query says it.
    this.on('error', () => undefined);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's eight overloads
  override query(config: any, ...rest: any[]): any {
    if (typeof config?.submit === 'function') return super.query(config, ...(rest as []));
    const result: unknown = super.query(
      this.#prepare(typeof config === 'string' ? { text: config } : config),
      ...(rest as []),
    );
    if (result instanceof Promise) result.catch((error: Error) => this.#hangUpWhenLate(error));
    return result;
  }

  // Whatever follows on this connection, a rollback say, would wait behind the query that does not answer.
  #hangUpWhenLate(error: Error): void {
    if (error.message === 'Query read timeout') this.connection.stream.destroy();
  }

  #prepare({ name: asked, ...query }: Query): Query {
    if (query.text.includes(unhurried)) this.#unhurried = true;
    else if (/^\s*(commit|rollback)\b/i.test(query.text) && !/\bto savepoint\b/i.test(query.text))
      this.#unhurried = false;
    const name = this.#keepsStatements ? nameOf(query.text, asked) : undefined;
    return {
      ...query,
      types: columnTypes,
      ...(name ? { name } : {}),
      ...(this.#unhurried ? { query_timeout: anHourMs } : {}),
    };
  }
}

/**
 * Rejects a new connection to a standby: a proxy may lead to one, and its data may be older than what was
 * written. A primary that becomes a standby restarts, which ends its connections, so one check per connection
 * is enough.
 */
function rejectStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  const { isStandby } = client as pg.PoolClient & ClinicClient;
  done(
    isStandby
      ? Object.assign(new Error('the database is a standby and takes no writes'), {
          code: readOnly,
        })
      : undefined,
  );
}

interface ClinicPoolConfig extends pg.PoolConfig {
  readonly reserve?: number;
  readonly keepsStatements?: boolean;
}

/**
 * The driver's pool, which refuses to hand a second connection to work that runs inside a transaction. On the
 * embedded engine, which has one connection, that work would wait for itself; on a server a few at once
 * would.
 */
export class ClinicPool extends pg.Pool {
  /** Connections that only the most urgent work gets: booking, signing in, the desk's day. */
  readonly #reserve: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();
  #lent = 0;

  constructor({ reserve = 0, ...config }: ClinicPoolConfig) {
    super({ Client: ClinicClient, verify: rejectStandby, ...config } as pg.PoolConfig);
    this.#reserve = reserve;
    this.#patienceMs = config.connectionTimeoutMillis ?? 10_000;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads
  override connect(...args: any[]): any {
    if (insideTransaction.getStore()) {
      throw new Error(
        'the database was asked for a second connection inside a transaction: use the transaction that was handed in',
      );
    }
    if (this.#reserve === 0 || args.length > 0 || workUrgency.getStore() === 'first')
      return super.connect(...(args as []));
    return this.#connectUnreserved();
  }

  async #connectUnreserved(): Promise<pg.PoolClient> {
    if (this.#lent >= (this.options.max ?? 10) - this.#reserve) await this.#turn();
    else this.#lent++;
    try {
      const client: pg.PoolClient = await super.connect();
      const { release } = client;
      client.release = (error) => {
        client.release = release;
        this.#pass();
        release.call(client, error);
      };
      return client;
    } catch (error) {
      this.#pass();
      throw error;
    }
  }

  /** Waits until somebody hands on what she was lent. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const mine = (): void => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        this.#waiting.delete(mine);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#patienceMs);
      this.#waiting.add(mine);
    });
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (!next) this.#lent--;
    else {
      this.#waiting.delete(next);
      next();
    }
  }

  // The driver's own gives up the connection after every refused row, and each then pays for a new one. A
  // server that takes no writes is not asked on the same line again: another may be the primary by now.
  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads
  override query(...args: any[]): any {
    return typeof args.at(-1) === 'function'
      ? Reflect.apply(super.query, this, args)
      : this.#queryAndKeep(args);
  }

  async #queryAndKeep(args: unknown[]): Promise<unknown> {
    const client: pg.PoolClient = await this.connect();
    let broken = false;
    try {
      return await client.query(...(args as [string]));
    } catch (error) {
      broken = !(error instanceof pg.DatabaseError) || error.code === readOnly;
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
