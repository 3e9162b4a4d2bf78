import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { clinic } from './clinic.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import type { Database } from './engine/db/connect.ts';
import { DeliveryWorker } from './engine/delivery/worker.ts';
import { Admission } from './engine/http/admission.ts';
import { KnownStaff } from './engine/http/admit.ts';
import { closeServer } from './engine/http/shutdown.ts';
import { Cache, invalidateOnChanges } from './engine/live/cache.ts';
import { Feed } from './engine/live/feed.ts';
import type { PageSource } from './engine/pages/page-source.ts';
import { TaskRunner } from './engine/tasks/task-runner.ts';
import { saveGateways } from './features/recipients/queries.ts';
import { startDeletionListSync } from './features/users/deletion-list-actions.ts';
import { firstStart } from './first-start.ts';

/** After this time another process takes over a running task. */
const taskStopTimeoutMs = 300;
/** A proxy polls the readiness check twice in this time (`deploy/haproxy.cfg`). */
const proxyNoticeMs = 450;

interface OpenClinicOptions {
  readonly config: Config;
  /** The server without routes, which are added here. */
  readonly app: FastifyInstance;
  /** The migrated database; the caller closes it. */
  readonly database: Database;
  readonly pages: PageSource;
  readonly now: () => Date;
}

interface OpenClinic {
  /** Text for the console: the first account's password, if it was just made. */
  readonly greeting: string | null;
  /** Answers requests in progress and stops background work. */
  readonly close: () => Promise<void>;
}

/**
 * Everything that runs on one database: routes and pages, the feed, messages, tasks. It does not listen yet.
 */
export async function openClinic(opening: OpenClinicOptions): Promise<OpenClinic> {
  const { config, app, database, pages, now } = opening;
  const cache = new Cache();
  const feed = new Feed(database, app.log, { notices: config.DATABASE_NOTICES === 'on' });
  const deps: Deps = {
    config,
    database,
    db: database.db,
    now,
    cache,
    feed,
    admission: new Admission(),
    knownStaff: new KnownStaff(),
    registries: clinic.registries,
    accounts: clinic.accounts,
    shutdown: { started: false },
    log: app.log,
  };
  const stopKeeping = invalidateOnChanges(cache, database, feed);
  const stopNaming = await startDeletionListSync(deps);
  await saveGateways(deps.db, config);
  const greeting = await firstStart(deps);
  await createApp(app, deps, pages);
  await feed.start();
  const worker = new DeliveryWorker(deps, clinic);
  worker.start();
  const tasks = new TaskRunner(deps, clinic.tasks);
  const longTasks = clinic.longTasks.map((lane) => new TaskRunner(deps, lane));
  for (const runner of [tasks, ...longTasks]) runner.start();
  const stopWaking = feed.listen((changes) => {
    if (!changes.some(({ subject }) => subject === 'imports' || subject === 'moving')) return;
    for (const runner of longTasks) void runner.poke();
  });
  return {
    greeting,
    close: async () => {
      // Before the proxy knows: work that starts now might be cut off.
      const delivered = worker.stop();
      const tasksEnded = Promise.all([tasks, ...longTasks].map((one) => one.stop()));
      // A proxy reads `/readyz`; requests that it sends until then are served.
      deps.shutdown.started = true;
      if (config.TRUST_PROXY) await sleep(proxyNoticeMs);
      stopKeeping();
      stopWaking();
      stopNaming();
      feed.stop();
      const tasksLeft = Promise.race([tasksEnded, sleep(taskStopTimeoutMs)]);
      await Promise.all([closeServer(app), delivered, tasksLeft]);
    },
  };
}
