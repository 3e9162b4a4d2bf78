import type { Dictionary } from '../catalogue.ts';

export const enStaffConsent = {
  'staff.consent.title': 'Privacy notice',
  'staff.consent.text': 'What she agreed to, and when.',
  'staff.consent.none': 'She has not agreed to the privacy notice yet.',
  'staff.consent.given': 'She agrees to the privacy notice.',
  'staff.consent.asked':
    'The notice has changed in substance: please let her read it and ask whether she agrees.',
  'staff.consent.withdrawn': 'She has withdrawn her agreement. She books with you until she agrees again.',
  'staff.consent.read': 'She agrees, here',
  'staff.consent.agree': 'She has read it and agrees',
  'staff.consent.agreed': 'Her agreement is noted.',
  'staff.consent.withdraw': 'She withdraws',
  'staff.consent.refuse': 'She does not agree',
  'staff.consent.sure': 'Withdraw her agreement?',
  'staff.consent.means':
    'Her visits stay, and so does what the law makes the clinic keep. From now on no visit can be booked online in her name until she agrees again.',
  'staff.consent.keep': 'Keep it',
  'staff.consent.ended': 'Her agreement is withdrawn.',
  'staff.consent.own': 'by herself',
  'staff.consent.by': 'by {name}',
  'staff.consent.desk': 'at the front desk',
  'staff.consent.deskBy': 'at the front desk, entered by {name}',
  'staff.consent.until': 'withdrawn on {date}',
  'staff.consent.words': 'The words of {date}',
  'staff.consent.failed': 'This could not be loaded',
  'staff.consent.readIn': 'In which language she reads it',
  'staff.consent.notSaved': 'This was not saved',
} satisfies Dictionary;
