import { createBareApp } from './app.ts';
import { configFromProcess } from './config.ts';
import { connect } from './engine/db/connect.ts';
import { prepareSchema } from './engine/db/schema-owner.ts';
import { onEndSignal } from './engine/http/shutdown.ts';
import { loadBuiltPages } from './engine/pages/page-source.ts';
import { openClinic } from './open-clinic.ts';

/**
 * Time limit of the shutdown: connections take up to 1.65 s, messages in progress 1.5 s in parallel. Anything
 * that still runs then (a database that does not answer) is abandoned: nothing acknowledged is lost.
 */
const shutdownTimeoutMs = 2_300;
/** Connections that wait to be accepted. */
const maxPendingConnections = 4096;

/** An invalid key is reported at the start, not in the first night. */
async function checkRecipients(recipients: readonly string[]): Promise<void> {
  const encryption = await import('./engine/backup/encryption.ts');
  encryption.checkRecipients(recipients);
}

/** Starts the server and stops it on SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  const config = configFromProcess();
  if (config.BACKUP_RECIPIENTS) await checkRecipients(config.BACKUP_RECIPIENTS);
  const app = createBareApp(config);
  const keepsStatements = config.DATABASE_NOTICES === 'on';
  const database = await connect({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    postgresBin: config.POSTGRES_BIN,
    keepsStatements,
    warn: (text) => app.log.warn(text),
  });
  await prepareSchema(database, config.MIGRATION_DATABASE_URL);
  const pages = loadBuiltPages();
  const clinic = await openClinic({ config, app, database, pages, now: () => new Date() });

  onEndSignal(async (signal) => {
    app.log.info({ signal }, 'closing');
    setTimeout(() => {
      app.log.warn('ended by force: something still ran');
      process.exit(0);
    }, shutdownTimeoutMs).unref();
    await clinic.close();
    await database.close();
    process.exit(0);
  });

  await app.listen({ host: config.HOST, port: config.PORT, backlog: maxPendingConnections });
  console.log(`Hakima is open at ${config.PUBLIC_URL}`);
  if (clinic.greeting) console.log(clinic.greeting);
}
