import type { Dictionary } from '../catalogue.ts';

/** A patient's own offers and waiting-list entries. */
export const enOfferOwn = {
  'offer.of': 'For {name}',
  'offer.list': 'Kept for you',
  'offer.choose': 'Take this time instead',
  'offer.working': 'One moment…',
  'offer.wish.title': 'Waiting for an earlier time',
  'offer.wish.ask': 'Want an earlier time?',
  'offer.wish.on': 'On',
  'offer.wish.text':
    'If an earlier time opens, we keep it for you and tell you: one message a day, three at most.',
  'offer.wish.unreached': 'No message reaches you yet, so we cannot tell you when a time opens.',
  'offer.wish.missing': 'See what is missing',
  'offer.wish.here': 'Tell me if an earlier time opens',
  'offer.wish.anywhere': 'At any branch',
  'offer.wish.everywhere': 'At any branch.',
  'offer.wish.where': 'At {branches}.',
  'offer.wish.place': 'Your place in the list: {n}.',
  'offer.wish.leave': 'Stop',
  'offer.wish.none': 'No offer yet. We send at most {most}, one a day.',
  'offer.wish.offered': {
    one: 'We offered you {n} time of {most} so far; one message a day at most.',
    other: 'We offered you {n} times of {most} so far; one message a day at most.',
  },
  'offer.part.morning': 'Morning, until 12',
  'offer.part.afternoon': 'Afternoon, 12 to 5',
  'offer.part.evening': 'Evening, from 5',
  'offer.join.anyBranch': 'Any branch',
  'offer.wait.title': 'Waiting for a time',
  'offer.wait.days': '{from} to {to}',
} as const satisfies Dictionary;
