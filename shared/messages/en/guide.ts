import type { Dictionary } from '../catalogue.ts';

/** The guide of an owner's first days. */
export const enGuide = {
  'guide.title': 'Let us open the clinic',
  'guide.lead': 'Nothing here is required to begin.',
  'guide.bookable': 'Patients can already book in {names}.',
  'guide.progress': '{done} of {all} done',
  'guide.left': { one: 'about {n} minute left', other: 'about {n} minutes left' },
  'guide.steps': 'Steps to open the clinic',
  'guide.done': 'Done',
  'guide.missing': { one: '{n} thing missing', other: '{n} things missing' },
  'guide.optional': 'If you have them',
  'guide.twoMinutes': '2 minutes',
  'guide.change': 'Change',

  'guide.step.name': 'Name and languages',
  'guide.step.branches': 'Branches and hours',
  'guide.step.services': 'Services',
  'guide.step.doctors': 'Doctors and their duties',
  'guide.step.messages': 'Messages',
  'guide.step.legal': 'The privacy notice and terms',
  'guide.step.patients': 'Your patients from Excel',
  'guide.step.booking': 'Your first booking',

  'guide.lack.name.unread': 'It is called {name} now. Put your own name there and save.',
  'guide.lack.name.arabic': 'It has no Arabic name yet: Arabic pages show the English one.',
  'guide.lack.name.public':
    'Phones, e-mail and figures of the public page are still examples. Put your own there and save.',
  'guide.lack.branches.none': 'There is no branch yet, so nobody can book.',
  'guide.lack.branches.hours': {
    one: '{names} has no hours yet, so nobody can book there.',
    other: '{names} have no hours yet, so nobody can book there.',
  },
  'guide.lack.branches.phone': {
    one: '{names} has no phone number yet.',
    other: '{names} have no phone number yet.',
  },
  'guide.lack.branches.unread': {
    one: '{n} branch still has the address, phone and hours that came with the program. Correct and save it, or say that it is right.',
    other:
      '{n} branches still have the addresses, phones and hours that came with the program. Correct and save each, or say that they are right.',
  },
  'guide.lack.services.unread': {
    one: '{n} service came with the program. Change it, or say that it is right.',
    other: '{n} services came with the program. Change what is not yours, or say that they are right.',
  },
  'guide.checked': 'They are right',
  'guide.booking.open': 'Online booking is open',
  'guide.booking.openText':
    'Patients can book now, at the addresses that came with the program. You can close online booking until the addresses are correct.',
  'guide.booking.openNow': 'Patients can book online.',
  'guide.booking.closed': 'Online booking is closed',
  'guide.booking.closedText':
    'The site asks patients to call. Staff can still book. Open online booking when the addresses are correct.',
  'guide.booking.switch': 'Online booking',
  'guide.lack.services.none': 'There is no service yet, so nobody can book.',
  'guide.lack.doctors.none': 'There is no doctor yet. Patients can already book by room.',
  'guide.lack.doctors.branch': 'Nobody is on duty in {names} yet, so nobody can book there.',
  'guide.lack.doctors.duty': {
    one: '{names} has no duties yet.',
    other: '{names} have no duties yet.',
  },
  'guide.lack.doctors.arabic': {
    one: '{names} has no Arabic name yet: Arabic pages show the English one.',
    other: '{names} have no Arabic names yet: Arabic pages show the English ones.',
  },
  'guide.lack.messages.unconnected':
    'Not connected. Until then patients are told plainly that no message will come.',
  'guide.lack.messages.untried': 'Connected, and nothing has left yet. Send one to yourself.',
  'guide.lack.legal.unread':
    'We wrote a first text in both languages. Read it with your lawyer, then save it.',
  'guide.lack.patients.none': 'Bring names and visits from your old lists. Nothing is sent to anybody.',
  'guide.lack.booking.none': 'Book as a patient would, on your own phone.',

  'guide.is.name': '{name} in English, {nameAr} in Arabic',
  'guide.is.branches': '{names}',
  'guide.is.services': {
    one: '{n} service. It came with the program: change what is not yours.',
    other: '{n} services. Those that came with the program are yours to change.',
  },
  'guide.is.doctors': '{names}',
  'guide.is.messages': 'They leave by {names}.',
  'guide.is.legal': 'Read and saved.',
  'guide.is.patients': 'The clinic knows its first patients.',
  'guide.is.booking': 'The first visit is there.',

  'guide.do.name': 'Name it',
  'guide.do.contact': 'Write them',
  'guide.do.branches': 'Add branches',
  'guide.do.services': 'Add services',
  'guide.do.doctors': 'Add doctors',
  'guide.do.messages': 'Connect',
  'guide.do.legal': 'Read',
  'guide.do.patients': 'Import',
  'guide.do.booking': 'Open',
  'guide.do.hours': 'Set the hours',
  'guide.do.duties': 'Set the duties',

  'guide.way.email': 'e-mail',
  'guide.way.sms': 'SMS',
  'guide.way.whatsapp': 'WhatsApp',
  'guide.messages.title': 'Messages',
  'guide.messages.text': 'Confirmations, reminders and codes leave by e-mail, SMS or WhatsApp.',
  'guide.messages.none': 'No way is connected yet',
  'guide.messages.how':
    'The operator sets these two and restarts the program. SMS and WhatsApp: docs/operations.md, section 1.',
  'guide.messages.connected': 'Connected: {names}',
  'guide.messages.by': 'Send one by {way} to {address}',
  'guide.messages.nowhere': 'Your own profile has no e-mail or phone yet.',
  'guide.messages.profile': 'Add it in your profile',
  'guide.trial.queued': 'It is on its way.',
  'guide.trial.sent': 'It has left. Look whether it came.',
  'guide.trial.kept': 'This way is not connected, so it was kept. It can be read in the logs.',
  'guide.trial.failed': 'It did not leave yet and is tried again. The logs say why.',
  'guide.trial.dead': 'It did not leave. The logs say why.',
  'guide.trial.logs': 'Open the logs',

  'guide.try.title.phone': 'Try it on your phone',
  'guide.code': 'A code that opens the booking page',
  'guide.try.text.phone':
    'Point your camera here and book a visit. Then confirm it on this screen and see what she sees.',
  'guide.try.title.here': 'Try it as a patient',
  'guide.try.text.here':
    'The program answers to this computer alone, so no phone reaches it yet. Open this address in a private window, register as a patient and book. For a phone set HOST and PUBLIC_URL (see the README).',
  'guide.noVisits.title': 'No visits yet, and that is fine',
  'guide.noVisits.text': 'Today’s list, the calendar and the figures fill with the first booking.',

  'guide.complete.title': 'The clinic is open',
  'guide.complete.text': 'Everything is done. You can hide the guide.',
  'guide.away': 'Hide this guide',
  'guide.again': 'You can show it again in Settings.',
  'guide.loadFailed': 'The guide could not be loaded',
} satisfies Dictionary;
