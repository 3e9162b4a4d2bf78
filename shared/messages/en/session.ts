import type { Dictionary } from '../catalogue.ts';

/** A staff session that is about to expire, or has expired. */
export const enSession = {
  'session.endingTitle': 'Are you still there?',
  'session.endingText': {
    one: 'For the safety of patient data you will be logged out in {n} minute.',
    other: 'For the safety of patient data you will be logged out in {n} minutes.',
  },
  'session.stay': 'Stay signed in',
  'session.lockTitle': 'Your session has ended',
  'session.lockText': 'What you were writing is still here, covered. Give your password to go on, {name}.',
  'session.lockBack': 'Go on',
  'session.lockLeave': 'Leave it',
} as const satisfies Dictionary;
