import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database, Db } from '#server/engine/db/connect.ts';
import type { Cache } from '#server/engine/live/cache.ts';
import type { Feed } from '#server/engine/live/feed.ts';
import type { Admission } from './admission.ts';
import type { KnownStaff } from './admit.ts';
import type { Shutdown } from './shutdown.ts';
import type { Accounts } from './viewers.ts';

/** What the server needs to answer a request. */
export interface HttpDeps {
  readonly config: Config;
  readonly database: Database;
  readonly db: Db;
  /** The clock: tests set it. */
  readonly now: () => Date;
  readonly cache: Cache;
  readonly feed: Feed;
  readonly admission: Admission;
  readonly accounts: Accounts;
  readonly knownStaff: KnownStaff;
  readonly shutdown: Shutdown;
  readonly log: FastifyBaseLogger;
}
