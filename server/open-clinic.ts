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
import { Cache, keepRight } from './engine/live/cache.ts';
import { Feed } from './engine/live/feed.ts';
import type { PageSource } from './engine/pages/page-source.ts';
import { TaskRunner } from './engine/tasks/task-runner.ts';
import { saveGateways } from './features/recipients/queries.ts';
import { keepDeletions } from './features/users/deletion-list-actions.ts';
import { firstStart } from './first-start.ts';

/** What a task is at then, another process takes over. */
const tasksWithin = 300;
/** A proxy has asked us twice in it whether we are ready (`deploy/haproxy.cfg`). */
const noticeMs = 450;

interface Opening {
  readonly config: Config;
  /** Bare: it gets its routes here. */
  readonly app: FastifyInstance;
  /** Migrated; whoever opened it closes it. */
  readonly database: Database;
  readonly pages: PageSource;
  readonly now: () => Date;
}

interface OpenClinic {
  /** What whoever started it is told: the first account's password, if it was made just now. */
  readonly greeting: string | null;
  /** Answers what is in flight and ends the work in the background. */
  readonly close: () => Promise<void>;
}

/** All that runs on one database: routes and pages, the feed, messages, tasks. It does not listen yet. */
export async function openClinic(opening: Opening): Promise<OpenClinic> {
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
  const stopKeeping = keepRight(cache, database, feed);
  const stopNaming = await keepDeletions(deps);
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
      // Before a proxy is told: what is begun from now on might be cut off.
      const delivered = worker.stop();
      const tasksEnded = Promise.all([tasks, ...longTasks].map((one) => one.stop()));
      // A proxy reads it on `/readyz`; what it sends until then is served.
      deps.shutdown.started = true;
      if (config.TRUST_PROXY) await sleep(noticeMs);
      stopKeeping();
      stopWaking();
      stopNaming();
      feed.stop();
      const tasksLeft = Promise.race([tasksEnded, sleep(tasksWithin)]);
      await Promise.all([closeServer(app), delivered, tasksLeft]);
    },
  };
}
