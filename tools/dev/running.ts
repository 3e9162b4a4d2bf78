import type { FastifyInstance } from 'fastify';
import type * as appModule from '#server/app.ts';
import type * as configModule from '#server/config.ts';
import type * as connectModule from '#server/engine/db/connect.ts';
import type * as schemaModule from '#server/engine/db/schema-owner.ts';
import type { PageSource } from '#server/engine/pages/page-source.ts';
import type * as openModule from '#server/open-clinic.ts';
import type { Sources } from './sources.ts';

export interface Running {
  readonly app: FastifyInstance;
  readonly address: { readonly host: string; readonly port: number; readonly url: string };
  readonly close: () => Promise<void>;
}

/** Stays open while the clinic is reloaded, unless the code of the connection changed. */
let open: { by: unknown; database: connectModule.Database } | undefined;

export async function closeDatabase(): Promise<void> {
  await open?.database.close();
  open = undefined;
}

/**
 * Opens the clinic from its current sources. The running one is not touched before all modules have loaded.
 */
export async function openClinicFrom(
  sources: Sources,
  pages: PageSource,
  before?: Running,
): Promise<Running> {
  const load = <T>(path: string) => sources.load<T>(`/server/${path}`);
  // Sequentially, so that shared modules are loaded once.
  const { openClinic } = await load<typeof openModule>('open-clinic.ts');
  const { createBareApp: bareApp } = await load<typeof appModule>('app.ts');
  const { configFromProcess } = await load<typeof configModule>('config.ts');
  const { connect } = await load<typeof connectModule>('engine/db/connect.ts');
  const { prepareSchema } = await load<typeof schemaModule>('engine/db/schema-owner.ts');

  const config = configFromProcess();
  if (!config.local)
    throw new Error('npm run dev serves this machine alone: HOST and PUBLIC_URL must be loopback');
  if (open && open.by !== connect) {
    await before?.close();
    await closeDatabase();
  }
  open ??= {
    by: connect,
    database: await connect({
      dataDir: config.DATA_DIR,
      databaseUrl: config.DATABASE_URL,
      postgresBin: config.POSTGRES_BIN,
      warn: (text) => console.error(text),
    }),
  };
  const { database } = open;
  await prepareSchema(database, config.MIGRATION_DATABASE_URL);
  const app = bareApp(config);
  const clinic = await openClinic({ config, app, database, pages, now: () => new Date() });
  await app.ready();
  if (clinic.greeting) console.log(clinic.greeting);
  const address = { host: config.HOST, port: config.PORT, url: config.PUBLIC_URL };
  return { app, address, close: clinic.close };
}
