/** Every error of the API: its HTTP status and the catalogue key of its message. */
export const errors = {
  not_signed_in: { status: 401, message: 'error.notSignedIn' },
  key_refused: { status: 401, message: 'error.keyRefused' },
  wrong_credentials: { status: 401, message: 'error.wrongCredentials' },
  password_expired: { status: 401, message: 'error.passwordExpired' },
  no_second_step: { status: 401, message: 'error.noSecondStep' },
  forbidden: { status: 403, message: 'error.forbidden' },
  scope_missing: { status: 403, message: 'error.scopeMissing' },
  not_for_keys: { status: 403, message: 'error.notForKeys' },
  cross_origin: { status: 403, message: 'error.crossOrigin' },
  new_secret_required: { status: 403, message: 'error.newSecretRequired' },
  second_step_required: { status: 403, message: 'error.secondStepRequired' },
  second_step_setup_required: { status: 403, message: 'error.secondStepSetupRequired' },
  proof_needed: { status: 403, message: 'error.proofNeeded' },
  visits_locked: { status: 403, message: 'error.visitsLocked' },
  reset_since_locked: { status: 403, message: 'error.resetSinceLocked' },
  consent_withdrawn: { status: 403, message: 'error.consentWithdrawn' },
  wrong_pin: { status: 400, message: 'error.wrongPin' },
  foreign_user: { status: 403, message: 'error.foreignUser' },
  status_not_yours: { status: 403, message: 'error.statusNotYours' },
  protected_account: { status: 403, message: 'error.protectedAccount' },
  not_your_branch: { status: 403, message: 'error.notYourBranch' },
  desk_only: { status: 403, message: 'error.deskOnly' },
  no_number_of_hers: { status: 422, message: 'error.noNumberOfHers' },
  contact_unproven: { status: 422, message: 'error.contactUnproven' },
  of_age_only: { status: 422, message: 'error.ofAgeOnly' },
  not_your_note: { status: 403, message: 'error.notYourNote' },
  password_needed: { status: 403, message: 'error.passwordNeeded' },
  sign_in_again: { status: 403, message: 'error.signInAgain' },
  malformed: { status: 400, message: 'error.malformed' },
  field_not_allowed: { status: 400, message: 'error.fieldNotAllowed' },
  invalid_token: { status: 400, message: 'error.invalidToken' },
  wrong_code: { status: 400, message: 'error.wrongCode' },
  wrong_passkey: { status: 400, message: 'error.wrongPasskey' },
  wrong_password: { status: 400, message: 'error.wrongPassword' },
  not_found: { status: 404, message: 'error.notFound' },
  method_not_allowed: { status: 405, message: 'error.methodNotAllowed' },
  only_json: { status: 406, message: 'error.onlyJson' },
  gone: { status: 410, message: 'error.gone' },
  version_differs: { status: 412, message: 'error.versionDiffers' },
  not_understood: { status: 400, message: 'error.notUnderstood' },
  booking_closed: { status: 409, message: 'error.bookingClosed' },
  slot_taken: { status: 409, message: 'error.slotTaken' },
  patient_busy: { status: 409, message: 'error.patientBusy' },
  doctor_busy: { status: 409, message: 'error.doctorBusy' },
  series_conflict: { status: 409, message: 'error.seriesConflict' },
  no_way_to_tell: { status: 422, message: 'error.noWayToTell' },
  offer_over: { status: 409, message: 'error.offerOver' },
  stage_changed: { status: 409, message: 'error.stageChanged' },
  checked_in: { status: 409, message: 'error.checkedIn' },
  stale: { status: 409, message: 'error.stale' },
  not_mergeable: { status: 409, message: 'error.notMergeable' },
  patient_exists: { status: 409, message: 'error.patientExists' },
  phone_known: { status: 409, message: 'error.phoneKnown' },
  username_taken: { status: 409, message: 'error.usernameTaken' },
  contact_taken: { status: 409, message: 'error.contactTaken' },
  name_taken: { status: 409, message: 'error.nameTaken' },
  has_future_appointments: { status: 409, message: 'error.hasFutureAppointments' },
  doctor_has_future_appointments: { status: 409, message: 'error.doctorHasFutureAppointments' },
  asked_for_woman: { status: 409, message: 'error.askedForWoman' },
  still_open: { status: 409, message: 'error.stillOpen' },
  patient_has_future_appointments: { status: 409, message: 'error.patientHasFutureAppointments' },
  hours_overlap: { status: 409, message: 'error.hoursOverlap' },
  closure_hits_appointments: { status: 409, message: 'error.closureHitsAppointments' },
  visit_has_notes: { status: 409, message: 'error.visitHasNotes' },
  notice_grew: { status: 409, message: 'error.noticeGrew' },
  notice_empty: { status: 422, message: 'error.noticeEmpty' },
  too_many: { status: 422, message: 'error.tooMany' },
  opens_lock: { status: 409, message: 'error.opensLock' },
  in_use: { status: 409, message: 'error.inUse' },
  too_large: { status: 413, message: 'error.tooLarge' },
  unsupported_media: { status: 415, message: 'error.unsupportedMedia' },
  in_the_past: { status: 422, message: 'error.inThePast' },
  too_far_ahead: { status: 422, message: 'error.tooFarAhead' },
  too_soon: { status: 422, message: 'error.tooSoon' },
  visit_to_come: { status: 422, message: 'error.visitToCome' },
  past_cutoff: { status: 422, message: 'error.pastCutoff' },
  outside_hours: { status: 422, message: 'error.outsideHours' },
  off_grid: { status: 422, message: 'error.offGrid' },
  unknown_location: { status: 422, message: 'error.unknownLocation' },
  unknown_service: { status: 422, message: 'error.unknownService' },
  unknown_patient: { status: 422, message: 'error.unknownPatient' },
  doctor_away: { status: 422, message: 'error.doctorAway' },
  unknown_doctor: { status: 422, message: 'error.unknownDoctor' },
  call_to_book: { status: 422, message: 'error.callToBook' },
  too_many_open: { status: 422, message: 'error.tooManyOpen' },
  too_many_wishes: { status: 422, message: 'error.tooManyWishes' },
  note_needs_visit: { status: 422, message: 'error.noteNeedsVisit' },
  wrong_stage: { status: 422, message: 'error.wrongStage' },
  no_address: { status: 422, message: 'error.noAddress' },
  not_sendable: { status: 422, message: 'error.notSendable' },
  not_movable: { status: 422, message: 'error.notMovable' },
  common_password: { status: 422, message: 'error.commonPassword' },
  same_password: { status: 422, message: 'error.samePassword' },
  idempotency_key_reused: { status: 422, message: 'error.idempotencyKeyReused' },
  import_moved_on: { status: 409, message: 'error.importMovedOn' },
  import_at_work: { status: 409, message: 'error.importAtWork' },
  harmful_file: { status: 422, message: 'error.harmfulFile' },
  bad_image: { status: 422, message: 'error.badImage' },
  not_configured: { status: 422, message: 'error.notConfigured' },
  codes_spent: { status: 429, message: 'error.codesSpent' },
  rate_limited: { status: 429, message: 'error.rateLimited' },
  internal: { status: 500, message: 'error.internal' },
  unavailable: { status: 503, message: 'error.unavailable' },
  /** Refused before any work was done: the request can be sent again. */
  busy: { status: 503, message: 'error.busy' },
} as const satisfies Record<string, { status: number; message: `error.${string}` }>;

export type ErrorCode = keyof typeof errors;

/** Body of every error reply. `fields` maps a field of the request body to its message. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  requestId: string;
  /**
   * `stale`, `stage_changed` and `checked_in`: the current state. `patient_exists`: the existing patient.
   * `phone_known`: the patients with the phone. `series_conflict`: the times that conflict, and why. Never in
   * replies of endpoints that are open to anyone.
   */
  current?: unknown;
}

/**
 * A violated rule. Actions throw it, and the error handler converts it to a reply; it contains no HTTP.
 * `params` fill placeholders of the message, `fields` hold catalogue keys, `retryAfter` is in seconds.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly fields: Record<string, string> | undefined;
  readonly current: unknown;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    more: {
      params?: Record<string, string | number>;
      fields?: Record<string, string>;
      current?: unknown;
      retryAfter?: number;
    } = {},
  ) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = more.params ?? {};
    this.fields = more.fields;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
  }
}
