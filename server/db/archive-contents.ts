/**
 * The tables and columns of a backup and of an archive for moving. A test compares these lists with the
 * schema, so that somebody decides about every new table and column.
 */

/** The tables and columns that an archive contains. */
export interface ArchiveContents {
  readonly kind: 'backup' | 'move';
  /** Why a table (`sessions`) or a column (`users.words`) is not in the archive. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** The rows that are in the archive, as a condition in SQL, and why the others are not. */
  readonly rows: Readonly<Record<string, { readonly keeps: string; readonly why: string }>>;
  /**
   * Columns that may be in the archive, by table. An archive with a column that is neither here nor left out
   * is not written. Without this list every column may.
   */
  readonly columns?: Readonly<Record<string, string>>;
  /** Tables that are in the archive a second time, as CSV files for spreadsheets. */
  readonly inCsv: (table: string) => boolean;
}

/** Columns that leave this server with a clinic that moves, by table. */
const movedColumns: Readonly<Record<string, string>> = {
  absences: 'id user_id during reason created_by created_at',
  api_keys: 'id name hint scopes per_minute created_by created_at expires_at used_at used_from',
  appointments:
    'id patient_id location_id service_id local_start local_end room status notes created_by idempotency_key ' +
    'version created_at updated_at stated_at doctor_id series_id doctor_wish waits_for_call',
  arrivals:
    'appointment_id location_id day ticket walk_in here_at here_by_number arrived_at called_at seen_at left_at room place ' +
    'moved_because',
  clinical_notes:
    'id patient_id appointment_id author_id signed_name signed_name_ar signed_title signed_title_ar at text ' +
    'corrects idempotency_key',
  contact_messages:
    'id name email message locale state answer answered_by created_at updated_at way phone patient_id ' +
    'location_id delivery_id',
  consents: 'id user_id content_id lang at_desk given_by given_at withdrawn_by withdrawn_at',
  content_versions: 'id key body author_id created_at asks_anew',
  day_tickets: 'location_id day last',
  deletions: 'user_id person_since at',
  desk_drafts: 'author_id appointment_id start text version updated_at',
  displaced:
    'id disruption_id appointment_id patient_id location_id doctor_id local_start wanted_location_id ' +
    'wanted_start wanted_doctor_id wanted_by wanted_at round offer_id reached reminded_at called_at tried_at ' +
    'called_by said causes',
  disruptions:
    'id doctor_id cause fewer_rooms absence_id location_id local_from local_to created_by created_at',
  doubles: 'low_id high_id verdict said_by at',
  duties: 'id user_id location_id weekday starts ends valid',
  events:
    'id at actor_id actor_role ip request_id action subject subject_id location_id patient_id before after ' +
    'key_id',
  guardians: 'id patient_id guardian_id relation birth_year sees_visits reads_notes since until',
  identities: 'provider subject user_id',
  import_rows:
    'import_id n cells problem verdict why meant person phone decision same_as match_id outcome patient_id ' +
    'made_patient appointment_id',
  imports:
    'id created_by created_at file_name state refusal encoding delimiter day_order found_orders headings ' +
    'has_headings account accepted sheets sheet columns location_id service_id remind total progress finished_at bytes',
  location_exceptions: 'id location_id day opens closes reason reason_ar batch',
  location_hours: 'id location_id weekday opens closes',
  locations:
    'id name name_ar address address_ar open_hours open_hours_ar phone image_id rooms position hours_version ' +
    'version archived_at updated_at landmark landmark_ar whatsapp auto_confirm booked_by ' +
    'closed_from',
  merges: 'id kept_id gone_id merged_by at moved before undone_by undone_at',
  messages:
    'id dedupe_key channel user_id address locale template params appointment_id visit_ids state attempts ' +
    'run_at leased_until error created_at done_at read_at line outdated says unanswered',
  no_shows: 'appointment_id marked_at was excused_at excused_by excuse said_at said',
  note_drafts: 'author_id patient_id appointment_id corrects text key revision updated_at',
  notices: 'id created_by created_at idempotency_key asked people',
  offers:
    'id patient_id location_id service_id doctor_id local_start local_end room reason state holds held_until ' +
    'appointment_id created_by created_at answered_at wish_id tried_at called_at called_by said',
  patient_alerts: 'id patient_id kind text week_one author_id at ended_at ended_by',
  patient_files: 'patient_id birth_date paper_file note',
  retention_runs: 'day finished_at removed',
  saved_filters: 'id user_id name filters',
  series: 'id created_by idempotency_key asked refused created_at',
  services:
    'id name name_ar description description_ar icon minutes position archived_at updated_at what_happens ' +
    'what_happens_ar bring bring_ar price_from version',
  shared_notes: 'note_id at',
  staff:
    'user_id title title_ar speciality speciality_ar photo_id home_location_id name_ar gender on_site ' +
    'languages about about_ar only_mine updated_at',
  staff_locations: 'user_id location_id',
  unreached:
    'id notice_id patient_id appointment_id location_id local_start tried_at called_at called_by said',
  uploads: 'id media_type width height created_at',
  users:
    'id role name username email phone phone2 email_confirmed_at phone_confirmed_at auth_provider locale ' +
    'channels reach is_super_admin version created_by created_at deactivated_at erased_at ' +
    'updated_at merged_into',
  wishes:
    'id patient_id appointment_id location_ids state created_at ended_at service_id doctor_id doctor_wish ' +
    'from_date to_date parts made_by',
};

const signInReason = 'for signing in here; people sign in by a code or choose a new password';
const linkReason = 'the hash of a link; links are made anew';
const internalReason = 'internal to this server';
const countedReason = 'counted anew from the appointments';
const copyReason = 'a copy of other data, kept for a day';

const pictureExclusion = { 'uploads.bytes': 'each picture is a file in pictures/' };
const transactionExclusion = { 'events.written_by': 'the number of a transaction of this server' };

/** Why tables and columns (`table.column`) do not leave this server. */
const excludedFromMove: Readonly<Record<string, string>> = {
  ...pictureExclusion,
  ...transactionExclusion,
  abandoned_attempts: internalReason,
  'api_keys.revoked_at': 'every key is revoked on the next server; it stays for its name in the history',
  'api_keys.token_hash': 'a secret; other programs get new keys',
  branch_counts: countedReason,
  calendars: linkReason,
  client_logs: 'clicks and errors of browsers, kept for some weeks',
  credentials: signInReason,
  data_copies: copyReason,
  day_count_deltas: countedReason,
  day_counts: countedReason,
  error_groups: 'counts of browser errors',
  gateways: 'the configuration of this server',
  'imports.attempts': internalReason,
  'messages.secrets': 'codes and links',
  moving_pieces: copyReason,
  movings: copyReason,
  one_time_secrets: signInReason,
  passkeys: signInReason,
  push_subscriptions: 'bound to the keys of this server; browsers are asked again',
  recovery_codes: signInReason,
  screens: linkReason,
  sessions: signInReason,
  tasks: internalReason,
  throttles: internalReason,
  tokens: signInReason,
  'users.words': 'search words, made anew from the names',
  visit_locks: 'the hash of a PIN; patients set a new one',
  webhooks: 'addresses and secrets of other programs; webhooks are set up anew',
};

/** A backup has every row, but for what has no meaning in another database. */
export const backupContents: ArchiveContents = {
  kind: 'backup',
  leftOut: { ...pictureExclusion, ...transactionExclusion },
  rows: {},
  inCsv: () => false,
};

/** The contents of an archive for moving to another installation. */
export const moveContents = {
  kind: 'move',
  leftOut: excludedFromMove,
  columns: movedColumns,
  rows: {
    content_versions: {
      keeps: `key <> 'push-keys'`,
      why: 'the keys by which this server sends push messages',
    },
    messages: {
      keeps: `channel <> 'webhook' and (state <> 'queued' or secrets is null)`,
      why: 'messages to other programs, and queued messages with a code or a link',
    },
  },
  // The history is too long for a spreadsheet, and a file that waits to be imported does not fit into a cell.
  inCsv: (table: string) => table !== 'events' && table !== 'imports',
} satisfies ArchiveContents;

/**
 * SQL values of columns that do not move and have no default: keys that nobody knows and that are revoked.
 */
export const valuesAfterMove: Readonly<Record<string, string>> = {
  'api_keys.token_hash': 'sha256(gen_random_uuid()::text::bytea)',
  'api_keys.revoked_at': 'now()',
};
