import { bareApp } from './app.ts';
import { configFromProcess } from './config.ts';
import { connect } from './engine/db/connect.ts';
import { prepareSchema } from './engine/db/schema-owner.ts';
import { Front } from './engine/front/front-server.ts';
import { builtPages } from './engine/pages/page-source.ts';
import { openClinic } from './open-clinic.ts';

/**
 * Whatever does not end by then (a mail server that says nothing) is left: nothing acknowledged is lost by
 * it.
 */
const exitWithin = 2_300;
/** Right after a stop the process before us may still hold the folder. */
const predecessorEndsWithin = 10_000;
/** Callers who wait to be let in: the system drops who comes above it, and they try again for seconds. */
const mostUnaccepted = 4096;

async function start(): Promise<void> {
  const config = configFromProcess();
  const front = new Front();
  const app = bareApp(config, front);
  const database = await connect({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    keepsStatements: config.DATABASE_NOTICES === 'on',
    warn: (text) => app.log.warn(text),
    waitMs: predecessorEndsWithin,
  });
  await prepareSchema(database, config.MIGRATION_DATABASE_URL);
  const pages = await builtPages();
  const clinic = await openClinic({ config, front, app, database, pages, now: () => new Date() });

  let closing = false;
  const close = async (signal: string): Promise<void> => {
    if (closing) return;
    closing = true;
    app.log.info({ signal }, 'closing');
    setTimeout(() => {
      app.log.warn('ended by force: something still ran');
      process.exit(0);
    }, exitWithin).unref();
    await clinic.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close(signal));

  await app.listen({ host: config.HOST, port: config.PORT, backlog: mostUnaccepted });
  console.log(`Hakima is open at ${config.PUBLIC_URL}`);
  if (clinic.greeting) console.log(clinic.greeting);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
