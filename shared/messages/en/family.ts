import type { Dictionary } from '../catalogue.ts';

/** The list of patients that a guardian looks after: consent by a code, and rights. */
export const enFamily = {
  'family.ask.open': 'Does she have an account? Ask her',
  'family.ask.title': 'Ask her to agree',
  'family.ask.text':
    'We send a code to her own mobile or email. If she agrees, she reads it to you. Then you see, book and move her visits; her notes stay hers.',
  'family.ask.contact': 'Her mobile or email',
  'family.ask.contactHelp': 'The one she signs in with',
  'family.ask.send': 'Send her the code',
  'family.ask.have': 'I have a code already',
  'family.ask.sent':
    'If somebody signs in with {contact}, we send her a code. It may come later, at the hours she chose. It works for one day.',
  'family.ask.code': 'The code that she read to you',
  'family.ask.codeHint': '6 digits',
  'family.ask.agree': 'She agrees',
  'family.ask.done': 'You now manage {name}’s appointments',
  'family.ask.doneText': 'We told her too. She can end it at any time.',
  'family.share.open': 'Ask her to agree',
  'family.share.notesTitle': 'Ask {name} about her notes',
  'family.share.notesText':
    'We send a code to the mobile or email that the clinic has for her. If she agrees that you read what doctors share with her, she reads it to you.',
  'family.share.visitsTitle': 'Ask {name} about her visits',
  'family.share.visitsText':
    'We send a code to her own mobile or email. If she agrees that you see and change her visits, she reads it to you.',
  'family.share.sent': 'A code is on its way to her, if she did not say no before. It is good for a day.',
  'family.share.done': 'Saved, as she agreed',
  'family.asked.visits': '{name} asks to see, book and move your visits',
  'family.asked.notes': '{name} asks to read what doctors share with you',
  'family.asked.text':
    'If you agree, read her the code that we sent you. It works until {until}. If you refuse, the code ends and she cannot ask again for a month.',
  'family.asked.no': 'No, I do not agree',
  'family.asked.refused': 'The code has ended',
  'family.before.title': 'Earlier',
  'family.before.herself': '{name}, until {date}: you ended it',
  'family.before.guardian': '{name}, until {date}: she ended it',
  'family.before.clinic': '{name}, until {date}: the clinic ended it',
  'family.consent.open': 'Privacy notice',
  'family.consent.title': 'The privacy notice, for {name}',
  'family.consent.text': 'She has no account of her own: you read it and agree for her.',
  'family.consent.none': 'Nobody has agreed to our privacy notice for her yet.',
  'family.consent.given': 'Our privacy notice is agreed to for her.',
  'family.consent.asked':
    'Our privacy notice has changed. Please read it and choose whether you agree for her.',
  'family.consent.withdrawn':
    'The agreement for her is withdrawn. To book online for her, agree again; or call the branch.',
  'family.consent.read': 'Read and agree',
  'family.consent.agree': 'I agree for her',
  'family.consent.agreed': 'Thank you. Your agreement is saved.',
  'family.consent.withdraw': 'Withdraw',
  'family.consent.refuse': 'I do not agree for her',
  'family.consent.sure': 'Withdraw the agreement for her?',
  'family.consent.means':
    'Her visits stay as they are, and so does what the law makes us keep. From now on no visit can be booked online in her name until you agree again.',
  'family.consent.keep': 'Keep it',
  'family.consent.ended': 'The agreement for her is withdrawn.',
  'family.consent.own': 'by herself',
  'family.consent.by': 'by {name}',
  'family.consent.desk': 'at the front desk',
  'family.consent.deskBy': 'at the front desk, entered by {name}',
  'family.consent.until': 'withdrawn on {date}',
  'family.consent.words': 'The words of {date}',
  'family.consent.failed': 'This could not be loaded',
  'family.consent.notSaved': 'This was not saved',
} satisfies Dictionary;
