import type { Dictionary } from '../catalogue.ts';

export const enPrivacyConsent = {
  'privacy.consent.title': 'What I agreed to',
  'privacy.consent.text': 'Our privacy notice as it was when you agreed.',
  'privacy.consent.none': 'You have not agreed to our privacy notice yet.',
  'privacy.consent.given': 'You agree to our privacy notice.',
  'privacy.consent.asked': 'Our privacy notice has changed. Please read it and choose whether you agree.',
  'privacy.consent.withdrawn':
    'You have withdrawn your agreement. To book online, agree again; or call the branch.',
  'privacy.consent.read': 'Read and agree',
  'privacy.consent.agree': 'I agree',
  'privacy.consent.agreed': 'Thank you. Your agreement is saved.',
  'privacy.consent.withdraw': 'Withdraw',
  'privacy.consent.refuse': 'I do not agree',
  'privacy.consent.sure': 'Withdraw your agreement?',
  'privacy.consent.means':
    'Your visits and the records that the law requires stay. You cannot book online until you agree again. To delete everything else, use “Delete my account”.',
  'privacy.consent.keep': 'Keep it',
  'privacy.consent.ended': 'Your agreement is withdrawn.',
  'privacy.consent.own': 'by yourself',
  'privacy.consent.by': 'by {name}',
  'privacy.consent.desk': 'at the front desk',
  'privacy.consent.deskBy': 'at the front desk, entered by {name}',
  'privacy.consent.until': 'withdrawn on {date}',
  'privacy.consent.words': 'The text of {date}',
  'privacy.consent.failed': 'This could not be loaded',
  'privacy.consent.notSaved': 'This was not saved',
} satisfies Dictionary;
