import type pg from 'pg';
import { ClinicClient, ClinicPool } from '#server/engine/db/clinic-pool.ts';
import { Wire, type WireEngine } from './wire.ts';

const waitForConnectionMs = 10_000;

/** A driver's pool on the engine: of one connection, because the engine has one session. */
export function embeddedPool(engine: WireEngine): ClinicPool {
  class EmbeddedClient extends ClinicClient {
    constructor() {
      const stream = () => new Wire(engine);
      super({
        stream,
        host: 'localhost',
        user: 'postgres',
        password: '',
        database: 'postgres',
        ssl: false,
      });
    }
  }
  const options = {
    Client: EmbeddedClient,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForConnectionMs,
  };
  const pool = new ClinicPool(options as pg.PoolConfig);
  // A restart of the engine ends idle connections too; the next query opens another.
  pool.on('error', () => undefined);
  return pool;
}
