/**
 * Tests that take minutes: kills in the middle of work, races repeated many times, random stories against a
 * model, malformed requests. `npm run test:all` and `npm run prove` run them; LONG_TESTS=1 includes them in a
 * run of vitest.
 */
export const longTests = [
  'server/testing/proofs/**/*.test.ts',
  'server/engine/db/local-postgres/local-postgres-kills.test.ts',
  'server/engine/tasks/killed-at-work.test.ts',
  'server/commands/offsite-killed.test.ts',
  'tools/set-up/operations-run.test.ts',
  'server/features/imports/killed.test.ts',
  'server/features/imports/offered-slot-race.test.ts',
  'server/features/reminders/crash.test.ts',
  'server/features/disruptions/illness.test.ts',
  'server/features/offers/free-times-cache.test.ts',
  'server/features/offers/offers-race.test.ts',
];
