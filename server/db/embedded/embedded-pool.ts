import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { ClinicClient } from '../client.ts';
import { Wire, type WireEngine } from './wire.ts';

/** Set while a transaction of `inTransaction` runs: it holds the engine's only connection. */
export const holdingConnection = new AsyncLocalStorage<true>();

const waitForConnectionMs = 10_000;

/** A driver's pool of one connection on the engine. Asking it for a second from inside a transaction would wait for ever: it says so instead. */
export function embeddedPool(engine: WireEngine): pg.Pool {
  class EmbeddedClient extends ClinicClient {
    constructor() {
      const stream = () => new Wire(engine);
      super({ stream, host: 'localhost', user: 'postgres', password: '', database: 'postgres', ssl: false } as unknown as pg.ClientConfig);
    }
  }
  class EmbeddedPool extends pg.Pool {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads
    override connect(...args: any[]): any {
      if (holdingConnection.getStore()) {
        throw new Error('the database was asked for a second connection inside a transaction: use the transaction it was given');
      }
      return super.connect(...(args as []));
    }
  }
  const pool = new EmbeddedPool({
    Client: EmbeddedClient,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForConnectionMs,
  } as pg.PoolConfig);
  pool.on('error', () => undefined); // a restart of the engine ends idle connections too; the next query opens another
  return pool;
}
