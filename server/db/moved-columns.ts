/**
 * What of the clinic's database leaves it in open files, column by column, and what does not, with the
 * reason. A test compares this with the schema: a new table or column is decided about here.
 */

/** Columns that leave, by table. */
export const movedColumns: Readonly<Record<string, string>> = {
  absences: 'id user_id during reason created_by created_at',
  api_keys: 'id name hint scopes per_minute created_by created_at expires_at used_at used_from',
  appointments:
    'id patient_id location_id service_id local_start local_end room status notes created_by idempotency_key ' +
    'version created_at updated_at doctor_id series_id doctor_wish waits_for_call',
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
    'called_by said',
  disruptions: 'id doctor_id cause absence_id location_id local_from local_to created_by created_at',
  doubles: 'low_id high_id verdict said_by at',
  duties: 'id user_id location_id weekday starts ends valid',
  events:
    'id at actor_id actor_role ip request_id action subject subject_id location_id patient_id before after ' +
    'key_id',
  guardians: 'id patient_id guardian_id relation birth_year sees_visits reads_notes since until',
  identities: 'provider subject user_id',
  import_rows:
    'import_id n cells verdict why meant person phone decision same_as match_id outcome patient_id ' +
    'made_patient appointment_id',
  imports:
    'id created_by created_at file_name state refusal encoding delimiter day_order found_order headings ' +
    'sheets sheet columns location_id service_id remind total progress finished_at',
  location_exceptions: 'id location_id day opens closes reason reason_ar batch',
  location_hours: 'id location_id weekday opens closes',
  locations:
    'id name name_ar address address_ar open_hours open_hours_ar phone image_id rooms position hours_version ' +
    'version archived_at updated_at landmark landmark_ar whatsapp auto_confirm booked_by',
  merges: 'id kept_id gone_id merged_by at moved before undone_by undone_at',
  messages:
    'id dedupe_key channel user_id address locale template params appointment_id visit_ids state attempts ' +
    'run_at leased_until error created_at done_at read_at line',
  no_shows: 'appointment_id marked_at was excused_at excused_by excuse said_at said',
  note_drafts: 'author_id patient_id appointment_id corrects text key revision updated_at',
  notices: 'id created_by created_at idempotency_key asked people',
  offers:
    'id patient_id location_id service_id doctor_id local_start local_end room reason state holds held_until ' +
    'appointment_id created_by created_at answered_at wish_id tried_at called_at called_by said',
  patient_alerts: 'id patient_id kind text week_one author_id at ended_at ended_by',
  patient_files: 'patient_id birth_date paper_file',
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

const wayIn = 'a way in or its hash: people sign in by a code or a new password';
const link = 'the hash of a link: links are made anew';
const machine = 'work of this server, worth nothing on another';
const counts = 'counted anew from the visits';
const copy = 'a copy of what is here, there for a day';

/** Tables of which nothing leaves, and columns (`table.column`) of those that do. */
export const leftBehind: Readonly<Record<string, string>> = {
  abandoned_attempts: machine,
  'api_keys.revoked_at': 'a key that is moved is ended: it is there for its name in the history',
  'api_keys.token_hash': 'a key: programs are given new ones',
  branch_counts: counts,
  calendars: link,
  client_logs: 'clicks and errors of browsers at this server, kept for some weeks',
  credentials: wayIn,
  data_copies: copy,
  day_count_deltas: counts,
  day_counts: counts,
  gateways: 'what this server is configured with',
  error_groups: 'errors of browsers at this server, added up',
  'imports.attempts': 'how often a process died over it where it was',
  'imports.bytes': 'the file itself stays with who sent it; its rows move',
  'messages.secrets': 'codes and links',
  moving_pieces: copy,
  movings: copy,
  one_time_secrets: wayIn,
  passkeys: wayIn,
  push_subscriptions: 'where browsers are reached with the keys of this server: they are asked again',
  recovery_codes: wayIn,
  screens: link,
  sessions: wayIn,
  tasks: machine,
  throttles: machine,
  tokens: wayIn,
  'uploads.bytes': 'the picture itself: a file of its own under pictures/',
  'users.words': 'reckoned anew from the names',
  visit_locks: 'the hash of a PIN: whoever locks her visits does so again',
  webhooks: 'addresses of other programs with the secrets they are told by: made anew',
};

/** Rows that do not leave, of tables that do. */
export const leftRows: Readonly<Record<string, { readonly keeps: string; readonly why: string }>> = {
  content_versions: {
    keeps: `key <> 'push-keys'`,
    why: 'the keys by which this server reaches browsers',
  },
  messages: {
    keeps: `channel <> 'webhook' and (state <> 'queued' or secrets is null)`,
    why: 'what is for other programs, and what still waits with a code or a link in it',
  },
};

/** The table whose rows only grow: it leaves as lines of JSON, after the others. */
export const historyTable = 'events';
/** The table whose rows are files. */
export const pictureTable = 'uploads';
