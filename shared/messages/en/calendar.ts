import type { Dictionary } from '../catalogue.ts';

/** Visits in a calendar of one's own, and what they are called there. */
export const enCalendar = {
  'calendar.name': 'Appointments',
  'calendar.appointment': 'Appointment',
  'calendar.visit': 'Visit {reference}',

  'calendar.how':
    'Your calendar asks this address for your visits about once an hour: new ones appear, moved ones move, cancelled ones are marked.',
  'calendar.whose.own': 'It holds your own visits.',
  'calendar.whose.doctor': 'It holds the visits that name you.',
  'calendar.whose.desk': 'It holds the visits of the branches where you work.',
  'calendar.titles': 'What a visit is called there',
  'calendar.titles.discreet.own': 'Discreet: “Appointment”',
  'calendar.titles.discreet.staff': 'Discreet: “Visit” and its number',
  'calendar.titles.full.own': 'The name of the clinic',
  'calendar.titles.full.staff': 'The name of the patient',
  'calendar.titles.hint': 'Whoever sees your screen or shares your calendar reads it too.',
  'calendar.make': 'Make the address',
  'calendar.renew': 'Make a new address',
  'calendar.end': 'End it',
  'calendar.once': 'Copy the address now: it is not shown again',
  'calendar.secret': 'Whoever has it sees your visits. If it gets into other hands make a new one.',
  'calendar.address': 'Address of your calendar',
  'calendar.copy': 'Copy',
  'calendar.copied': 'Copied',
  'calendar.open': 'Open in my calendar',
  'calendar.made': 'Made {when}',
  'calendar.read': 'Last read {when}',
  'calendar.neverRead': 'Not read yet',
  'calendar.renewed': 'The older address has ended',
  'calendar.ended': 'The address has ended',
  'calendar.endTitle': 'End the calendar?',
  'calendar.endText': 'The address stops at once, on every device where it was put.',
  'calendar.failed': 'That did not work',
  'calendar.loadFailed': 'The calendar could not be loaded',
} satisfies Dictionary;
