/** A part of the copy that somebody gets of her data; a heading of its page. */
export const copyParts = [
  'account',
  'file',
  'signIn',
  'devices',
  'family',
  'visits',
  'sharedNotes',
  'wishes',
  'offers',
  'displaced',
  'messages',
  'replies',
  'push',
  'imported',
  'browser',
  'trail',
] as const;
export type CopyPart = (typeof copyParts)[number];

/** In which part of her copy a column's rows stand; or why they do not. */
export type InCopy = CopyPart | { readonly no: string };

const byStaff = { no: 'who of the staff did it: named in the trail' };
const ofStaff = { no: 'about staff, who are no patients' };
const secret = { no: 'a secret or its hash: says nothing about her, and opens her account' };
const doctors = { no: 'doctors alone read it, as an admin does not: what they shared is in the copy' };
const others = { no: 'about somebody else' };

/**
 * Every column that points to a person, and what becomes of it in the copy of her data. A test compares this
 * with the schema: a new column is decided about here.
 */
export const personColumns: Readonly<Record<string, InCopy>> = {
  'abandoned_attempts.created_by': { no: 'keys that her browser drew, for a day' },
  'absences.created_by': ofStaff,
  'absences.user_id': ofStaff,
  'api_keys.created_by': ofStaff,
  'appointments.created_by': byStaff,
  'appointments.doctor_id': 'visits',
  'appointments.patient_id': 'visits',
  'calendars.user_id': secret,
  'client_logs.user_id': 'browser',
  'clinical_notes.author_id': doctors,
  'clinical_notes.patient_id': 'sharedNotes',
  'contact_messages.answered_by': byStaff,
  'contact_messages.patient_id': 'replies',
  'content_versions.author_id': ofStaff,
  'credentials.user_id': 'signIn',
  'data_copies.user_id': { no: 'the copy itself' },
  'deletions.user_id': { no: 'the number of who is deleted: she has no copy' },
  'desk_drafts.author_id': ofStaff,
  'displaced.doctor_id': others,
  'displaced.patient_id': 'displaced',
  'displaced.wanted_by': byStaff,
  'displaced.wanted_doctor_id': others,
  'disruptions.created_by': ofStaff,
  'disruptions.doctor_id': ofStaff,
  'duties.user_id': ofStaff,
  'events.actor_id': 'trail',
  'events.patient_id': 'trail',
  'guardians.guardian_id': 'family',
  'guardians.patient_id': 'family',
  'identities.user_id': 'signIn',
  'import_rows.match_id': { no: 'a row that was not brought in: nobody said that it is hers' },
  'import_rows.patient_id': 'imported',
  'imports.created_by': ofStaff,
  'messages.user_id': 'messages',
  'no_shows.excused_by': byStaff,
  'note_drafts.author_id': ofStaff,
  'note_drafts.patient_id': { no: 'not signed: its writer reads it, nobody else' },
  'offers.created_by': byStaff,
  'offers.doctor_id': 'offers',
  'offers.patient_id': 'offers',
  'one_time_secrets.user_id': 'signIn',
  'passkeys.user_id': 'signIn',
  'patient_alerts.author_id': ofStaff,
  'patient_alerts.ended_by': ofStaff,
  'patient_alerts.patient_id': doctors,
  'patient_files.patient_id': 'file',
  'push_subscriptions.user_id': 'push',
  'recovery_codes.user_id': secret,
  'saved_filters.user_id': ofStaff,
  'screens.created_by': ofStaff,
  'series.created_by': ofStaff,
  'sessions.user_id': 'devices',
  'staff.user_id': ofStaff,
  'staff_locations.user_id': ofStaff,
  'tokens.user_id': secret,
  'users.created_by': byStaff,
  'users.id': 'account',
  'visit_locks.user_id': secret,
  'wishes.doctor_id': 'wishes',
  'wishes.made_by': byStaff,
  'wishes.patient_id': 'wishes',
};
