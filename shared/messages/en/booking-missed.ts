import type { Dictionary } from '../catalogue.ts';

/** Explanation of a missed appointment, and bookings that need a confirming call. */
export const enBookingMissed = {
  'booking.call.title': 'We will call you to confirm',
  'booking.call.before': {
    one: 'You missed {n} visit in the past year. That happens, and you can book as always: the time is kept for you, and the branch calls you to confirm it.',
    other:
      'You missed {n} visits in the past year. That happens, and you can book as always: the time is kept for you, and the branch calls you to confirm it.',
  },
  'booking.call.beforeOf': {
    one: '{name} missed {n} visit in the past year. That happens, and you can book as always: the time is kept, and the branch calls you to confirm it.',
    other:
      '{name} missed {n} visits in the past year. That happens, and you can book as always: the time is kept, and the branch calls you to confirm it.',
  },
  'booking.call.tell': 'Is something wrong? Let us know',
  'booking.call.pill': 'Kept until our call',
  'booking.call.held': 'The time is kept for you. The branch will call you to confirm it.',
  'booking.call.heldAt': 'The time is kept for you. The branch will call you on {phone} to confirm it.',
  'booking.missed.box': 'Why it was missed',
  'booking.missed.help': 'The branch reads it. If you did come, tell us and we will correct it.',
  'booking.missed.send': 'Send to the branch',
  'booking.missed.sent': 'Thank you, the branch will read it.',
  'booking.missed.failed': 'It could not be sent',
} as const satisfies Dictionary;
