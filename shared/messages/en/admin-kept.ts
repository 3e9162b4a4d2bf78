import type { Dictionary } from '../catalogue.ts';

/** How long what is kept, and what the nights removed. */
export const enAdminKept = {
  'admin.settings.group.privacy': 'How long data is kept',
  'admin.settings.recordYears': 'Visits of deleted patients (years)',
  'admin.settings.recordYearsHint':
    'After her last visit. The law decides how long medical records are kept; ask your lawyer.',
  'admin.retention.title': 'What the nights removed',
  'admin.retention.text': 'Every night after 3 AM the clinic removes what was kept long enough.',
  'admin.retention.none': 'No night has passed yet.',
  'admin.retention.failed': 'The report could not be loaded.',
  'admin.retention.nothing': 'Nothing',
  'admin.retention.unfinished': 'Not finished',
  'admin.retention.visits': { one: '{n} visit', other: '{n} visits' },
  'admin.retention.notes': { one: '{n} clinical note', other: '{n} clinical notes' },
  'admin.retention.people': {
    one: '{n} number of a deleted patient',
    other: '{n} numbers of deleted patients',
  },
  'admin.retention.messages': { one: '{n} message', other: '{n} messages' },
  'admin.retention.browserLogs': { one: '{n} report of a browser', other: '{n} reports of browsers' },
} satisfies Dictionary;
