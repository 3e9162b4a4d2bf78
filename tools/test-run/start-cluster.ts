import { startPostgres } from './postgres.mjs';
import { preparedCluster } from './prepared-cluster.ts';

/**
 * Starts one PostgreSQL for a run of vitest, unless TEST_DATABASE_URL names one. It ends with the run, also
 * if the run is killed.
 */
export async function setup(): Promise<(() => Promise<unknown>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const { url, stop } = await startPostgres({ from: `${await preparedCluster()}/data` });
  process.env.TEST_DATABASE_URL = url;
  return stop;
}
