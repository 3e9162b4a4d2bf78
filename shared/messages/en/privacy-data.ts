import type { Dictionary } from '../catalogue.ts';

/** Copy and deletion of a patient's own data. */
export const enPrivacyData = {
  'privacy.data.title': 'My data',
  'privacy.data.copy.title': 'Download everything',
  'privacy.data.copy.text':
    'A page to read and a file for other programs. Ready in a few minutes, kept for one day.',
  'privacy.data.copy.ask': 'Prepare',
  'privacy.data.copy.again': 'Prepare again',
  'privacy.data.copy.making': 'We are getting your copy ready. You can close this page.',
  'privacy.data.copy.ready': 'Your copy is ready until {until}.',
  'privacy.data.copy.failed': 'Your copy could not be made. Please ask again.',
  'privacy.data.copy.fetch': 'Download',
  'privacy.data.copy.askFailed': 'This could not be started. Please try again.',
  'privacy.data.copy.fetchFailed': 'The copy could not be fetched. Please try again.',
  'privacy.data.delete.title': 'Delete my account',
  'privacy.data.delete.text': 'Deletes your sign-in, your messages and everything you wrote.',
  'privacy.data.delete.keeps': {
    one: 'The law makes the clinic keep your {n} past visit until {year}, without your name. Staff see that there was a visit, not whose.',
    other:
      'The law makes the clinic keep your {n} past visits until {year}, without your name. Staff see that there were visits, not whose.',
  },
  'privacy.data.delete.keepsNotes':
    'By law the clinic keeps what doctors wrote and signed until {year}, without your name.',
  'privacy.data.delete.keepsNothing': 'Nothing about you is kept.',
  'privacy.data.delete.toCome': {
    one: 'This visit is cancelled:',
    other: 'These {n} visits are cancelled:',
  },
  'privacy.data.delete.ask': 'Delete',
  'privacy.data.delete.sure': 'Delete your account?',
  'privacy.data.delete.final':
    'This happens at once and cannot be undone. Download your data first if you want to keep it.',
  'privacy.data.delete.keep': 'Keep my account',
  'privacy.data.delete.confirmWithVisits': 'Cancel them and delete',
  'privacy.data.delete.confirm': 'Delete my account',
  'privacy.data.delete.failed': 'Your account could not be deleted.',
  'privacy.data.loadFailed': 'This could not be loaded.',
} satisfies Dictionary;
