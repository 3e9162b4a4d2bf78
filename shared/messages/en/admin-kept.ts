import type { Dictionary } from '../catalogue.ts';

/** Retention periods, and what the retention policy deleted. */
export const enAdminKept = {
  'admin.settings.group.privacy': 'How long data is kept',
  'admin.settings.recordYears': 'Visits of deleted patients (years)',
  'admin.settings.recordYearsHint':
    'After her last visit. The law decides how long medical records are kept; ask your lawyer.',
  'admin.retention.title': 'Data deleted by the retention policy',
  'admin.retention.text': 'Expired data is deleted every night after 3 AM.',
  'admin.retention.none': 'Nothing has been deleted yet.',
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
