/** Whether each test runs in every configuration: `npm run test:all`. */
export const runsEveryConfiguration = process.env.CORNERS === 'all' || process.env.CORNERS === 'both';

/**
 * Tag of the n-th of several similar checks: `npm test` runs them on desktop and phone in turn, `npm run
 * test:all` runs each in every configuration.
 */
export const alternatingTag = (n: number): '@both' | '@phone' | '@desktop' => {
  if (runsEveryConfiguration) return '@both';
  return n % 2 === 0 ? '@phone' : '@desktop';
};

/**
 * Tag of a journey that only `npm run test:all` runs: it checks a rule on one more page or form, or a program
 * for developers.
 */
export const testAllOnlyTag = '@test-all';
