import { defineConfig } from 'vitest/config';

const everywhere = ['server/**/*.test.ts'];
const aboutTheOther = ['server/engine/db/embedded/**'];
const onceIsEnough = ['shared/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.{ts,tsx}'];

/**
 * With TEST_DATABASE_URL the feature tests run on that PostgreSQL, and only they: nothing else can differ
 * by engine. Two workers, because each holds a database engine of its own; the files of a worker share it
 * and its modules: a process and an engine a file cost three times the processor. What a test changes, it
 * changes back.
 */
export default defineConfig({
  test: {
    environment: 'node',
    exclude: ['node_modules', ...(process.env.TEST_DATABASE_URL ? aboutTheOther : [])],
    include: process.env.TEST_DATABASE_URL ? everywhere : [...everywhere, ...onceIsEnough],
    // Transformed modules are kept between runs: half of the processor time of a single file.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
