import type { Dictionary } from '../catalogue.ts';

/** A patient's appointment: on its day, waiting for a confirming call, or missed. */
export const enBookingOwn = {
  'booking.today.title': 'Your visit is today',
  'booking.today.here': 'I am here',
  'booking.today.saidHere': 'The desk knows that you are here and will call you.',
  'booking.today.ticket': 'Your ticket is {n}',
  'booking.today.inside': 'The doctor is expecting you inside',
  'booking.today.onTime': 'No known delay.',
  'booking.today.late': { one: 'Running about {n} min late.', other: 'Running about {n} min late.' },
  'booking.today.asOf': 'As of {time}.',
  'booking.call.line': 'The branch will call you to confirm it.',
  'booking.missed.noted': 'This visit was recorded as missed.',
  'booking.missed.state.counts': {
    one: 'It counts for a year. After {n} such visit, what you book online is confirmed by a call.',
    other: 'It counts for a year. After {n} such visits, what you book online is confirmed by a call.',
  },
  'booking.missed.state.excused': 'The clinic excused it: it does not count.',
  'booking.missed.state.late': 'It was recorded too late, so it does not count.',
  'booking.missed.state.past': 'It was more than a year ago and no longer counts.',
  'booking.missed.yours': 'You wrote: {text}',
  'booking.missed.why': 'Tell us why',
  'booking.missed.change': 'Write something else',
} as const satisfies Dictionary;
