/** A part of the copy of a person's data; a heading of its page. */
export const copyParts = [
  'account',
  'file',
  'signIn',
  'devices',
  'family',
  'visits',
  'sharedNotes',
  'consents',
  'wishes',
  'offers',
  'displaced',
  'calls',
  'messages',
  'replies',
  'push',
  'imported',
  'browser',
  'trail',
] as const;
export type CopyPart = (typeof copyParts)[number];

/** The part of the copy that shows the rows of a column, or the reason why none does. */
type CopyRule = CopyPart | { readonly no: string };

/** The key column of rows that move to the other record when two records are merged, or the reason why none do. */
type MergeRule =
  | {
      readonly key: string;
      readonly only?: 'links';
      /** The row follows its appointment when that alone moves to another record. */
      readonly withVisit?: true;
    }
  | { readonly no: string };

/**
 * Effect of a person's deletion on the rows of a column:
 * - `keeps`: while such a row exists, the person's row in `users` stays, without a name. Features delete the rows
 *   that the clinic need not keep before this is asked.
 * - `removed`: the rows are deleted.
 * - `emptied`: the column is set to null.
 * - `byFeature`: a function in `Registries.personalData` removes what is personal in the rows.
 * - `stays`: the rows say what staff did or are kept for a reason; the foreign key decides if `users` loses the row.
 */
type DeletionRule = 'keeps' | 'removed' | 'emptied' | 'byFeature' | 'stays';

const namesStaffReason = { no: 'names the member of staff who did it; the trail shows that' };
const aboutStaffReason = { no: 'about staff, who are no patients' };
const secretReason = { no: 'a secret or its hash: says nothing about the patient and opens the account' };
const doctorsOnlyReason = { no: 'only doctors read it; what they shared is in the copy' };
const otherPersonReason = { no: 'about another person' };
const keptActorReason = { no: 'still names the record under which it was done' };
const staffNotMerged = { no: 'about staff, who are not merged' };
const signInNotMerged = { no: 'a way to sign in: that of the kept record stays' };
const movesById = { key: 'id' };
const movesWithAppointment = { key: 'id', withVisit: true } as const;

/** Every column that refers to a person. A test compares the list with the database. */
export const personColumns = {
  'abandoned_attempts.created_by': {
    copy: { no: 'keys that her browser drew, for a day' },
    merge: keptActorReason,
    deletion: 'stays',
  },
  'absences.created_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'absences.user_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'api_keys.created_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'keeps' },
  'appointments.created_by': { copy: namesStaffReason, merge: keptActorReason, deletion: 'keeps' },
  'appointments.doctor_id': { copy: 'visits', merge: staffNotMerged, deletion: 'keeps' },
  'appointments.patient_id': { copy: 'visits', merge: movesById, deletion: 'keeps' },
  'calendars.user_id': { copy: secretReason, merge: signInNotMerged, deletion: 'removed' },
  'client_logs.user_id': { copy: 'browser', merge: keptActorReason, deletion: 'emptied' },
  'clinical_notes.author_id': { copy: doctorsOnlyReason, merge: staffNotMerged, deletion: 'keeps' },
  'clinical_notes.patient_id': {
    copy: 'sharedNotes',
    merge: { no: 'by the one function that may: move_clinical_notes' },
    deletion: 'keeps',
  },
  'consents.given_by': { copy: namesStaffReason, merge: keptActorReason, deletion: 'stays' },
  'consents.user_id': { copy: 'consents', merge: movesById, deletion: 'removed' },
  'consents.withdrawn_by': { copy: namesStaffReason, merge: keptActorReason, deletion: 'stays' },
  'contact_messages.answered_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'keeps' },
  'contact_messages.patient_id': { copy: 'replies', merge: movesById, deletion: 'byFeature' },
  'content_versions.author_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'keeps' },
  'credentials.user_id': { copy: 'signIn', merge: signInNotMerged, deletion: 'removed' },
  'data_copies.user_id': {
    copy: { no: 'the copy itself' },
    merge: { no: 'a copy of what was hers then, gone in a day' },
    deletion: 'removed',
  },
  'deletions.user_id': {
    copy: { no: 'the number of who is deleted: she has no copy' },
    merge: { no: 'the number of who is deleted' },
    deletion: 'stays',
  },
  'desk_drafts.author_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'removed' },
  'displaced.called_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'displaced.doctor_id': { copy: otherPersonReason, merge: staffNotMerged, deletion: 'keeps' },
  'displaced.patient_id': { copy: 'displaced', merge: movesWithAppointment, deletion: 'keeps' },
  'displaced.wanted_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'displaced.wanted_doctor_id': { copy: otherPersonReason, merge: staffNotMerged, deletion: 'keeps' },
  'disruptions.created_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'disruptions.doctor_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'keeps' },
  'doubles.high_id': {
    copy: { no: 'that staff took two records for one: about the records' },
    merge: { no: 'what was said of these two records' },
    deletion: 'stays',
  },
  'doubles.low_id': { copy: { no: 'the same' }, merge: { no: 'the same' }, deletion: 'stays' },
  'doubles.said_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'duties.user_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'events.actor_id': { copy: 'trail', merge: keptActorReason, deletion: 'stays' },
  'events.patient_id': {
    copy: 'trail',
    merge: { no: 'the trail only grows: it is read by both numbers' },
    deletion: 'stays',
  },
  'guardians.guardian_id': { copy: 'family', merge: movesById, deletion: 'removed' },
  'guardians.patient_id': { copy: 'family', merge: movesById, deletion: 'removed' },
  'identities.user_id': { copy: 'signIn', merge: signInNotMerged, deletion: 'removed' },
  'import_rows.match_id': {
    copy: { no: 'a row that was not brought in: nobody said that it is hers' },
    merge: { no: 'a row that was not brought in' },
    deletion: 'stays',
  },
  'import_rows.patient_id': {
    copy: 'imported',
    merge: { no: 'an import that is taken back takes the record it made, not the kept one' },
    deletion: 'stays',
  },
  'imports.created_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'merges.gone_id': {
    copy: { no: 'that her two records became one: in the trail' },
    merge: { no: 'the merge itself' },
    deletion: 'stays',
  },
  'merges.kept_id': {
    copy: { no: 'the same' },
    merge: { no: 'earlier merges stay with whom they went to' },
    deletion: 'stays',
  },
  'merges.merged_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'merges.undone_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'messages.user_id': { copy: 'messages', merge: movesById, deletion: 'byFeature' },
  'movings.asked_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'no_shows.excused_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'note_drafts.author_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'removed' },
  'note_drafts.patient_id': {
    copy: { no: 'not signed: its writer reads it, nobody else' },
    merge: { key: 'author_id', withVisit: true },
    deletion: 'removed',
  },
  'notices.created_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'offers.called_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'offers.created_by': { copy: namesStaffReason, merge: keptActorReason, deletion: 'stays' },
  'offers.doctor_id': { copy: 'offers', merge: staffNotMerged, deletion: 'keeps' },
  'offers.patient_id': { copy: 'offers', merge: movesWithAppointment, deletion: 'keeps' },
  'one_time_secrets.user_id': { copy: 'signIn', merge: signInNotMerged, deletion: 'removed' },
  'passkeys.user_id': { copy: 'signIn', merge: signInNotMerged, deletion: 'removed' },
  'patient_alerts.author_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'patient_alerts.ended_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'patient_alerts.patient_id': { copy: doctorsOnlyReason, merge: movesById, deletion: 'removed' },
  'patient_files.patient_id': { copy: 'file', merge: { no: 'chosen field by field' }, deletion: 'removed' },
  'push_subscriptions.user_id': { copy: 'push', merge: signInNotMerged, deletion: 'removed' },
  'recovery_codes.user_id': { copy: secretReason, merge: signInNotMerged, deletion: 'removed' },
  'saved_filters.user_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'screens.created_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'series.created_by': { copy: aboutStaffReason, merge: keptActorReason, deletion: 'stays' },
  'sessions.user_id': { copy: 'devices', merge: signInNotMerged, deletion: 'removed' },
  'staff.user_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'removed' },
  'staff_locations.user_id': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'tokens.user_id': { copy: secretReason, merge: { key: 'id', only: 'links' }, deletion: 'removed' },
  'unreached.called_by': { copy: namesStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'unreached.patient_id': { copy: 'calls', merge: movesWithAppointment, deletion: 'keeps' },
  'users.created_by': { copy: namesStaffReason, merge: keptActorReason, deletion: 'keeps' },
  'users.id': { copy: 'account', merge: { no: 'the record itself' }, deletion: 'stays' },
  'users.merged_into': {
    copy: { no: 'the number of her other record' },
    merge: { no: 'earlier merges stay with whom they went to' },
    deletion: 'keeps',
  },
  'visit_locks.user_id': { copy: secretReason, merge: signInNotMerged, deletion: 'removed' },
  'webhooks.created_by': { copy: aboutStaffReason, merge: staffNotMerged, deletion: 'stays' },
  'wishes.doctor_id': { copy: 'wishes', merge: staffNotMerged, deletion: 'keeps' },
  'wishes.made_by': { copy: namesStaffReason, merge: keptActorReason, deletion: 'stays' },
  'wishes.patient_id': { copy: 'wishes', merge: movesWithAppointment, deletion: 'keeps' },
} as const satisfies Readonly<
  Record<string, { readonly copy: CopyRule; readonly merge: MergeRule; readonly deletion: DeletionRule }>
>;

/** A column of the list, in its parts. */
type PersonColumn = { readonly place: string; readonly table: string; readonly column: string } & Readonly<{
  copy: CopyRule;
  merge: MergeRule;
  deletion: DeletionRule;
}>;

export const personColumnList: readonly PersonColumn[] = Object.entries(personColumns).map(
  ([place, rule]) => {
    const [table = '', column = ''] = place.split('.');
    return { place, table, column, ...rule };
  },
);
