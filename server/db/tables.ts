import { absences } from './schema/absences.ts';
import {
  apiKeys,
  calendars,
  credentials,
  identities,
  oneTimeSecrets,
  passkeys,
  recoveryCodes,
  sessions,
  throttles,
  tokens,
  visitLocks,
} from './schema/accounts.ts';
import { abandonedAttempts, appointments, noShows } from './schema/appointments.ts';
import { arrivals, dayTickets } from './schema/arrivals.ts';
import { clinicalNotes, deskDrafts, noteDrafts, sharedNotes } from './schema/clinical-notes.ts';
import { contactMessages } from './schema/contact-messages.ts';
import { branchCounts, dayCountDeltas, dayCounts } from './schema/counts.ts';
import { displaced, disruptions, unreached } from './schema/disruptions.ts';
import { events } from './schema/events.ts';
import { consents, contentVersions } from './schema/homepage.ts';
import { locations } from './schema/locations.ts';
import { clientLogs, errorGroups } from './schema/logs.ts';
import { gateways, messages, notices, pushSubscriptions, webhooks } from './schema/messages.ts';
import { offers } from './schema/offers.ts';
import { patientAlerts, patientFiles } from './schema/patient-files.ts';
import { locationExceptions, locationHours } from './schema/schedules.ts';
import { screens } from './schema/screens.ts';
import { series } from './schema/series.ts';
import { services } from './schema/services.ts';
import { duties, savedFilters, staff, staffLocations } from './schema/staff.ts';
import {
  dataCopies,
  deletions,
  importRows,
  imports,
  movingPieces,
  movings,
  retentionRuns,
  tasks,
} from './schema/tasks.ts';
import { uploads } from './schema/uploads.ts';
import { doubles, guardians, merges, users } from './schema/users.ts';
import { wishes } from './schema/wishes.ts';

/** Every table of the database, parents before children. */
export const tables = {
  uploads,
  users,
  guardians,
  merges,
  doubles,
  credentials,
  identities,
  sessions,
  tokens,
  passkeys,
  oneTimeSecrets,
  recoveryCodes,
  calendars,
  visitLocks,
  throttles,
  apiKeys,
  services,
  locations,
  locationHours,
  locationExceptions,
  staff,
  staffLocations,
  duties,
  savedFilters,
  series,
  absences,
  appointments,
  abandonedAttempts,
  wishes,
  offers,
  disruptions,
  displaced,
  clinicalNotes,
  sharedNotes,
  deskDrafts,
  noteDrafts,
  patientFiles,
  patientAlerts,
  screens,
  dayTickets,
  arrivals,
  noShows,
  events,
  messages,
  gateways,
  notices,
  unreached,
  pushSubscriptions,
  webhooks,
  clientLogs,
  errorGroups,
  contentVersions,
  consents,
  contactMessages,
  dataCopies,
  movings,
  movingPieces,
  deletions,
  retentionRuns,
  imports,
  importRows,
  tasks,
  dayCounts,
  dayCountDeltas,
  branchCounts,
};
