import { expect, test } from 'vitest';
import { sourcesUnder } from './files.ts';

/**
 * A clinic day ends at 3 AM: lists, tiles and counts use `dayClock` and `startOfClinicDay`. These server
 * files use the calendar day instead, for the given reason.
 */
const ofTheCalendar: Readonly<Record<string, string>> = {
  'server/engine/delivery/text-budget.ts': 'counts texts against a limit of a day',
  'server/engine/pages/sitemap.ts': 'tells search engines a date',
  'server/features/accounts/password-messages.ts': 'says when a password was changed',
  'server/features/accounts/session-actions.ts': 'tells of a new device once a day',
  'server/features/appointments/file-routes.ts': 'names a file',
  'server/features/backups/actions.ts': 'a backup a night, by the date of the calendar',
  'server/features/contact-messages/actions.ts': 'thanks a sender once a day',
  'server/features/credentials/required-step-queries.ts': 'a date that the clinic has set',
  'server/features/fhir/clinic-queries.ts': 'follows FHIR',
  'server/features/fhir/search-queries.ts': 'follows FHIR',
  'server/features/links/text-reply-actions.ts': 'confirms STOP once a day',
  'server/features/logs/file-routes.ts': 'names a file',
  'server/features/logs/intake-actions.ts': 'counts entries against a limit of a day',
  'server/features/moving/actions.ts': 'names a file',
  'server/features/offers/messages.ts': 'says until which hour a time is kept',
  'server/features/patients/actions.ts': 'a birthday or a week of pregnancy',
  'server/features/patients/family-actions.ts': 'a year of birth',
  'server/features/patients/of-age-actions.ts': 'a birthday',
  'server/features/patients/routes.ts': 'a week of pregnancy',
};

test('no other server file uses the calendar day', () => {
  const sources = sourcesUnder('server');
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.filter(([, text]) => /\b(?:clinicClock|startOfDay|current_date)\b/.test(text));
  expect(found.map(([path]) => path).toSorted()).toEqual(Object.keys(ofTheCalendar).toSorted());
});
