import pg from 'pg';
import { statementName } from './prepared-statements.ts';
import { transactionChanges } from './recorded-changes.ts';

const { builtins } = pg.types;
const keepText = (value: string): string => value;
const timestampList = 1115;
const dateList = 1182;
const textList: number = 1009;
const asTextList: (value: string) => string[] = pg.types.getTypeParser(textList);

/**
 * Timestamps without time zone stay text: a Date would shift them by the server's time zone. Counts and ids
 * fit a number.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMP, keepText],
  [builtins.DATE, keepText],
  [builtins.INTERVAL, keepText],
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
 * Lifts every timeout, of the server and ours, until the transaction ends: for migrations, seeds and purges.
 */
export const withoutTimeouts = 'set local statement_timeout = 0; set local lock_timeout = 0';
const readOnly = '25006';
const hourMs = 3_600_000;

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}
/** State that the connections of a pool share. */
interface PoolState {
  answeredAt: number;
  silentUntil: number;
}
/** The driver's own error message. */
const connectTimeoutMessage = 'timeout exceeded when trying to connect';
const failFastMs = 1000;
const unresponsiveAfterMs = 2000;

/**
 * A server with one slow query may be slow. A server without any answer in that time is away: for a moment
 * new queries fail at once.
 */
function noteTimeout(line: PoolState): void {
  const now = performance.now();
  if (now - line.answeredAt > unresponsiveAfterMs) line.silentUntil = now + failFastMs;
}

type Query = pg.QueryConfig & { query_timeout?: number; types?: unknown; submit?: unknown };

/**
 * The driver's client with our column types and deadlines. Drizzle brings types of its own, which would
 * return instants as text from raw SQL.
 */
export class ClinicClient extends pg.Client {
  /** The server is a standby and read-only. A pooler may not pass on `in_hot_standby`. */
  isStandby = false;
  #withoutTimeouts = false;
  readonly #keepsStatements: boolean;
  readonly #line: PoolState | undefined;

  constructor(config?: pg.ClientConfig & { keepsStatements?: boolean; line?: PoolState }) {
    super({ ...config, types: columnTypes });
    this.#line = config?.line;
    this.#keepsStatements = config?.keepsStatements ?? true;
    // An error of a connection in use would end the process, because the pool listens only to idle ones. The
    // query reports it.
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
    if (result instanceof Promise)
      result.then(
        () => this.#noteAnswer(),
        (error: Error) => this.#noteFailure(error),
      );
    return result;
  }

  #noteAnswer(): void {
    if (this.#line) this.#line.answeredAt = performance.now();
  }

  // Anything else on this connection, such as a rollback, would wait behind the query that does not answer.
  #noteFailure(error: Error): void {
    if (error instanceof pg.DatabaseError) return this.#noteAnswer();
    if (error.message !== 'Query read timeout') return;
    if (this.#line) noteTimeout(this.#line);
    this.connection.stream.destroy();
  }

  #prepare({ name: asked, ...query }: Query): Query {
    if (query.text.includes(withoutTimeouts)) this.#withoutTimeouts = true;
    else if (/^\s*(commit|rollback)\b/i.test(query.text) && !/\bto savepoint\b/i.test(query.text))
      this.#withoutTimeouts = false;
    const name = this.#keepsStatements ? statementName(query.text, asked) : undefined;
    return {
      ...query,
      types: columnTypes,
      ...(name ? { name } : {}),
      ...(this.#withoutTimeouts ? { query_timeout: hourMs } : {}),
    };
  }
}

/**
 * Rejects a connection to a standby: a proxy may lead to one, and its data may be outdated. A primary that
 * becomes a standby restarts, which ends its connections, so one check per connection is enough.
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
  readonly keepsStatements?: boolean;
  /** Listener for broken idle connections. The pool opens another one when it needs it. */
  readonly onLost?: (error: Error) => void;
}

/**
 * The driver's pool. It refuses a second connection to work inside a transaction, because a few such
 * transactions at once would wait for each other forever.
 */
export class ClinicPool extends pg.Pool {
  readonly #line: PoolState;

  constructor({ onLost = () => undefined, ...config }: ClinicPoolConfig) {
    const line = { answeredAt: performance.now(), silentUntil: 0 };
    super({ Client: ClinicClient, verify: rejectStandby, line, ...config } as pg.PoolConfig);
    this.#line = line;
    // Without a listener, a broken idle connection would end the process. A server that stops after the pool has ended
    // may break connections that are still being closed.
    this.on('error', (error) => {
      if (!this.ending) onLost(error);
    });
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads
  override connect(...args: any[]): any {
    if (transactionChanges.getStore()) {
      throw new Error(
        'the database was asked for a second connection inside a transaction: use the transaction that was handed in',
      );
    }
    return args.length > 0 ? super.connect(...(args as [])) : this.#connectUnlessSilent();
  }

  async #connectUnlessSilent(): Promise<pg.PoolClient> {
    if (performance.now() < this.#line.silentUntil) throw new Error(connectTimeoutMessage);
    try {
      return await super.connect();
    } catch (error) {
      if ((error as Error).message === connectTimeoutMessage) noteTimeout(this.#line);
      throw error;
    }
  }

  // The driver's own method would destroy the connection after each failed statement, and every retry would
  // open a new one. Only a connection to a read-only server is destroyed: another server may be the primary
  // by now.
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
