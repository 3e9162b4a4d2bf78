import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database, Db } from './engine/db/connect.ts';
import type { Admission } from './engine/http/admission.ts';
import type { KnownStaff } from './engine/http/admit.ts';
import type { Shutdown } from './engine/http/shutdown.ts';
import type { Cache } from './engine/live/cache.ts';
import type { Feed } from './engine/live/feed.ts';
import type { Registries } from './registries.ts';

/** What every feature may reach for; made once in open-clinic.ts, or by the tests. */
export interface Deps {
  readonly config: Config;
  readonly database: Database;
  readonly db: Db;
  /** The clock: tests set it. */
  readonly now: () => Date;
  readonly cache: Cache;
  readonly feed: Feed;
  readonly admission: Admission;
  readonly knownStaff: KnownStaff;
  readonly registries: Registries;
  readonly shutdown: Shutdown;
  readonly log: FastifyBaseLogger;
}
