import type { Dictionary } from '../catalogue.ts';

/** What a waiting-room screen says, in both languages at once, and how staff make its link. */
export const enDeskScreen = {
  'desk.screen.title': 'Waiting room',
  'desk.screen.comeIn': 'Please come in',
  'desk.screen.room': 'Room {n}',
  'desk.screen.inside': 'Inside',
  'desk.screen.next': 'Next',
  'desk.screen.take': 'Please take a ticket at the desk',
  'desk.screen.late': {
    one: 'Running about {n} min late. Thank you for waiting.',
    other: 'Running about {n} min late. Thank you for waiting.',
  },
  'desk.screen.lost': 'Reconnecting. Please ask at the desk.',
  'desk.screen.over': 'The link of this screen has ended. Please ask at the desk.',
  'desk.screen.sound': 'Turn the chime on',
  'desk.screens.open': 'Waiting-room screens',
  'desk.screens.text':
    'A link shows tickets and rooms of {branch}, never a name. Open it on the screen of the waiting room.',
  'desk.screens.make': 'Make a link',
  'desk.screens.once': 'The link is shown only now. Open it on the screen, or copy it.',
  'desk.screens.none': 'There is no screen yet.',
  'desk.screens.made': 'Made {when} by {name}',
  'desk.screens.seen': 'asked {when}',
  'desk.screens.neverSeen': 'not opened yet',
  'desk.screens.end': 'End this link',
  'desk.posters.open': 'Poster "I am here"',
  'desk.posters.text':
    'Hang it up at {branch}: who scans it tells the desk that she is here. It names nobody.',
  'desk.posters.make': 'Make a poster',
  'desk.posters.once': 'Print it now: its address is not shown again.',
  'desk.posters.print': 'Open and print',
  'desk.posters.none': 'There is no poster yet.',
  'desk.posters.end': 'End this poster',
  'desk.posters.back': 'To the day',
  'desk.posters.over': 'This poster does not lead anywhere any more.',
  'desk.poster.title': 'Are you here?',
  'desk.poster.text': 'Scan with the camera of your phone, and the desk knows that you have come.',
  'desk.poster.code': 'Code of the address',
} as const satisfies Dictionary;
