import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createApp, createBareApp } from '#server/app.ts';
import { clinic } from '#server/clinic.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { connect, type Database } from '#server/engine/db/connect.ts';
import type { PushStore } from '#server/engine/delivery/push-store.ts';
import { DeliveryWorker } from '#server/engine/delivery/worker.ts';
import { Admission } from '#server/engine/http/admission.ts';
import { KnownStaff } from '#server/engine/http/admit.ts';
import { clearCounters } from '#server/engine/http/rate-limit.ts';
import { Cache, invalidateOnChanges } from '#server/engine/live/cache.ts';
import { Feed } from '#server/engine/live/feed.ts';
import { emptyDatabase, testDatabase } from './test-database.ts';

/** A Monday in summer time, 12:00 in Cairo, before the day's consultations. */
export const monday = new Date('2027-06-07T09:00:00Z');

export interface TestApp {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  setNow(now: Date): void;
  /** Calls the API with the given session cookie (see `signIn`), with JSON bodies. */
  call(
    method: string,
    url: string,
    options?: { body?: unknown; cookie?: string; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  /** Signs in, always from the same browser, and returns the session cookie. */
  signIn(username: string, password?: string): Promise<string>;
  /** The log lines, by `LOG_LEVEL`. */
  logged(): string;
  /** VAPID keys and subscriptions of Web Push. */
  readonly push: PushStore;
  /** The worker of the outbox, as open-clinic.ts starts it; it looks when `poke` is called. */
  worker(): DeliveryWorker<Deps>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const testPassword = 'correct horse 7';

/**
 * The real server on a real, empty database. Only the clock, the address and additional routes (`more`) are
 * the test's.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  more: (app: FastifyInstance) => void = () => undefined,
): Promise<TestApp> {
  const database = await testDatabase();
  await emptyDatabase(database);
  return createTestAppOn(database, env, more);
}

/** Another process of the same clinic, with its own pool and caches. */
export async function startSecondProcess(of: TestApp): Promise<TestApp> {
  const { connectionString: databaseUrl } = of.deps.database.pool.options;
  const database = await connect({ dataDir: '', databaseUrl });
  const app = await createTestAppOn(database);
  await app.deps.feed.start();
  const close = async () => {
    app.deps.feed.stop();
    await app.close();
    await database.close();
  };
  return { ...app, close };
}

/** The same on a given migrated database; the caller empties and closes it. */
export async function createTestAppOn(
  database: Database,
  env: Record<string, string> = {},
  more: (app: FastifyInstance) => void = () => undefined,
): Promise<TestApp> {
  const config: Config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...env });
  clearCounters(database);
  let now = monday;
  let device = '';
  const cache = new Cache();
  const lines: string[] = [];
  const app = createBareApp(config, { write: (line) => lines.push(line) });
  const feed = new Feed(database, app.log);
  const stopKeeping = invalidateOnChanges(cache, database, feed);
  const deps: Deps = {
    config,
    database,
    db: database.db,
    now: () => now,
    cache,
    feed,
    admission: new Admission(),
    knownStaff: new KnownStaff(),
    registries: clinic.registries,
    accounts: clinic.accounts,
    shutdown: { started: false },
    log: app.log,
  };
  more(app);
  await createApp(app, deps);
  await app.ready();

  const call: TestApp['call'] = (method, url, { body, cookie, headers } = {}) =>
    app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  return {
    app,
    deps,
    setNow(next) {
      now = next;
    },
    call,
    async signIn(username, password = testPassword) {
      const answer = await call('POST', '/api/auth/login', {
        body: { username, password },
        ...(device && { cookie: device }),
      });
      const known = answer.cookies.find(({ name }) => name === 'known-device');
      if (known) device = `known-device=${known.value}`;
      if (answer.statusCode !== 200)
        throw new Error(`sign-in of ${username}: ${answer.statusCode} ${answer.body}`);
      const session = answer.cookies.find((cookie) => cookie.name.endsWith('session'));
      return `${session?.name}=${session?.value}`;
    },
    logged: () => lines.join(''),
    push: clinic.push,
    worker: () => new DeliveryWorker(deps, clinic),
    async reset() {
      now = monday;
      cache.dropAll();
      await emptyDatabase(await testDatabase());
      clearCounters(database);
    },
    close: () => {
      stopKeeping();
      return app.close();
    },
  };
}
