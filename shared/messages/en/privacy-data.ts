import type { Dictionary } from '../catalogue.ts';

/** What the clinic keeps of her: her copy of it, and its end. */
export const enPrivacyData = {
  'privacy.data.title': 'My data',
  'privacy.data.copy.title': 'Download everything',
  'privacy.data.copy.text':
    'A page you can read and a file for other programs. Ready in a few minutes, and yours to fetch for one day.',
  'privacy.data.copy.ask': 'Prepare',
  'privacy.data.copy.again': 'Prepare again',
  'privacy.data.copy.making': 'We are getting your copy ready. You can close this page.',
  'privacy.data.copy.ready': 'Your copy is ready until {until}.',
  'privacy.data.copy.failed': 'Your copy could not be made. Please ask again.',
  'privacy.data.copy.fetch': 'Download',
  'privacy.data.copy.askFailed': 'This could not be started. Please try again.',
  'privacy.data.copy.fetchFailed': 'The copy could not be fetched. Please try again.',
  'privacy.data.loadFailed': 'This could not be loaded.',
} satisfies Dictionary;
