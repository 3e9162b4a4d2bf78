import type { Dictionary } from '../catalogue.ts';

/** What it says of the day of a visit, and of one that a call confirms. */
export const enBookingOwn = {
  'booking.today.title': 'Your visit is today',
  'booking.today.here': 'I am here',
  'booking.today.saidHere': 'The desk knows that you are here and will call you.',
  'booking.today.ticket': 'Your ticket is {n}',
  'booking.today.inside': 'The doctor is expecting you inside',
  'booking.today.onTime': 'No delay is known.',
  'booking.today.late': { one: 'Running about {n} min late.', other: 'Running about {n} min late.' },
  'booking.today.asOf': 'As of {time}.',
  'booking.call.line': 'The branch will call you to confirm it.',
} as const satisfies Dictionary;
