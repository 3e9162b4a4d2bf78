/** Each journey runs in every configuration: `npm run test:all`. */
export const everyCorner = process.env.CORNERS === 'all' || process.env.CORNERS === 'both';

/**
 * The tag of the n-th of several equal checks: `npm test` makes them on the desktop and on the phone in turn,
 * `npm run test:all` makes each in every configuration.
 */
export const inTurn = (n: number): '@both' | '@phone' | '@desktop' => {
  if (everyCorner) return '@both';
  return n % 2 === 0 ? '@phone' : '@desktop';
};
