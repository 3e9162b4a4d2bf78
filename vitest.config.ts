import { defineConfig } from 'vitest/config';
import { longTests } from './tools/test-run/long-tests.mjs';

/**
 * One PostgreSQL for the run, and two workers, each with a database. The files of a worker share its database
 * and its modules: a process per file takes three times the processor time. Tests undo their changes.
 */
export default defineConfig({
  test: {
    environment: 'node',
    exclude: ['node_modules', ...(process.env.LONG_TESTS ? [] : longTests)],
    include: ['{server,shared,tools}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: 'tools/test-run/start-cluster.ts',
    // Cache transformed modules between runs: saves half of the processor time of a single file.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
