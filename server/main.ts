import { setTimeout as sleep } from 'node:timers/promises';
import { bareApp, createApp } from './app.ts';
import { clinic } from './clinic.ts';
import { configFromProcess } from './config.ts';
import type { Deps } from './deps.ts';
import { connect } from './engine/db/connect.ts';
import { migrate } from './engine/db/migrate.ts';
import { DeliveryWorker } from './engine/delivery/worker.ts';
import { Front } from './engine/front/front-server.ts';
import { Cache } from './engine/live/cache.ts';
import { Feed } from './engine/live/feed.ts';
import { builtPages } from './engine/pages/pages.ts';
import { TaskRunner } from './engine/tasks/task-runner.ts';
import { firstStart } from './first-start.ts';

/**
 * Whatever does not end by then (a mail server that says nothing) is left: nothing acknowledged is lost by
 * it.
 */
const exitWithin = 2_700;
const workersWithin = 500;
/** Right after a stop the process before us may still hold the folder. */
const predecessorEndsWithin = 10_000;

async function start(): Promise<void> {
  const config = configFromProcess();
  const front = new Front();
  const app = bareApp(config, front);
  const database = await connect({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    warn: (text) => app.log.warn(text),
    waitMs: predecessorEndsWithin,
  });
  await migrate(database.pool);
  const cache = new Cache();
  const feed = new Feed(database, app.log, { notices: config.DATABASE_NOTICES === 'on' });
  const deps: Deps = {
    config,
    database,
    db: database.db,
    now: () => new Date(),
    cache,
    feed,
    front,
    log: app.log,
  };
  feed.listen((rows) => {
    for (const subject of new Set(rows.map((row) => row.subject))) cache.drop(subject);
  });
  const greeting = await firstStart(deps);
  await createApp(app, deps, await builtPages());
  await feed.start();
  const worker = new DeliveryWorker(deps, clinic);
  worker.start();
  const tasks = new TaskRunner(deps, clinic.tasks);
  tasks.start();

  let closing = false;
  const close = async (signal: string): Promise<void> => {
    if (closing) return;
    closing = true;
    app.log.info({ signal }, 'closing');
    setTimeout(() => {
      app.log.warn('ended by force: something still ran');
      process.exit(0);
    }, exitWithin).unref();
    feed.stop();
    front.drain();
    const stopped = Promise.all([tasks.stop(), worker.stop()]);
    await app.close();
    await Promise.race([stopped, sleep(workersWithin)]);
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close(signal));

  await app.listen({ host: config.HOST, port: config.PORT });
  console.log(`Hakima is open at ${config.PUBLIC_URL}`);
  if (greeting) console.log(greeting);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
