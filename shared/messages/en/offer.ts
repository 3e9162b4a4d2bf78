import type { Dictionary } from '../catalogue.ts';

/** What a patient reads of a time that is kept for her. */
export const enOffer = {
  'offer.list': 'Kept for you',
  'offer.title.time': 'We kept a time for you',
  'offer.title.earlier': 'An earlier time opened',
  'offer.title.displaced': 'Please choose a new time',
  'offer.sorry':
    'We are sorry: your appointment cannot take place as planned. It is not cancelled before you answer.',
  'offer.left': { one: '{n} minute left', other: '{n} minutes left' },
  'offer.until': 'kept until {time}',
  'offer.untilDay': 'kept until {date}, {time}',
  'offer.time': 'The time we offer',
  'offer.old.stays': 'Your appointment now, yours until you decide',
  'offer.old.not': 'Cannot take place',
  'offer.answer.take': 'Take it',
  'offer.answer.another': 'Another time',
  'offer.answer.call': 'Call me',
  'offer.answer.decline': 'No thanks',
  'offer.answer.cancel': 'Cancel my appointment',
  'offer.choose': 'Take this time instead',
  'offer.back': 'Back to the offer',
  'offer.branch': 'Branch',
  'offer.working': 'One moment…',
  'offer.silence.new':
    'If you do nothing, the time goes to somebody else. Opening this page decides nothing.',
  'offer.silence.visit':
    'If you do nothing, your appointment stays as it is and the time goes to somebody else. Opening this page decides nothing.',
  'offer.silence.displaced': 'If you do nothing, we call you. Opening this page decides nothing.',
  'offer.state.open': 'Kept for you',
  'offer.state.taken': 'It is yours',
  'offer.state.taken.text': 'This time is confirmed. We look forward to seeing you.',
  'offer.state.another': 'Your new time is noted',
  'offer.state.another.text': 'You chose another time; the one we kept is free again.',
  'offer.state.declined': 'We let it go',
  'offer.state.declined.text': 'Thank you for telling us. An appointment that you have stays as it is.',
  'offer.state.cancelled': 'Your appointment is cancelled',
  'offer.state.cancelled.text': 'The time we kept is free again. You can book whenever you like.',
  'offer.state.call': 'We will call you',
  'offer.state.call.text': 'The time stays kept until its hour. You can still decide here.',
  'offer.state.call.over': 'The time is not kept any more. We will find one together on the phone.',
  'offer.state.expired': 'This time is not kept any more',
  'offer.state.expired.text':
    'Its hour passed without an answer. Nothing was changed: an appointment that you have stays as it is.',
  'offer.state.withdrawn': 'This offer has ended',
  'offer.state.withdrawn.text':
    'The clinic gave it up, or found another time with you. An appointment that you have stays as it is.',
  'offer.book': 'See the free times',
  'offer.loading': 'Looking up the offer',
} as const satisfies Dictionary;
