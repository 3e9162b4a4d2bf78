import { preparedDatabase } from './journeys.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * Starts one PostgreSQL for a vitest run, unless TEST_DATABASE_URL names one. It ends with the run, also if
 * the run is killed.
 */
export async function setup(): Promise<(() => Promise<unknown>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  try {
    const { url, stop } = await startPostgres({ from: `${await preparedDatabase()}/data` });
    process.env.TEST_DATABASE_URL = url;
    return stop;
  } catch (error) {
    // vitest 4.1 with its module cache cannot print an error of this file.
    console.error(`✗ PostgreSQL for the tests: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
