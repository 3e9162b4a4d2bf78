import { type SettableStatus, settableStatuses } from './visits/appointment-status.ts';

/** What an event is about; also the names the live stream sends and the cache forgets by. */
export const auditSubjects = [
  'appointments',
  'offers',
  'users',
  'sessions',
  'staff',
  'locations',
  'schedules',
  'absences',
  'disruptions',
  'services',
  'homepage',
  'settings',
  'clinical-notes',
  'alerts',
  'contact-messages',
  'notifications',
  'uploads',
  'logs',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/**
 * Everything the audit trail can say that somebody did, in the order of its filter. The words of an action
 * are `logs.action.<action>` in both catalogues; one without words does not compile. A status that was set is
 * called by its own name.
 */
export const auditActions = [
  'created',
  'changed',
  'deleted',
  'moved',
  ...(settableStatuses as readonly SettableStatus[]),
  'says_here',
  'arrived',
  'arrival_undone',
  'back_to_waiting',
  'called_in',
  'seen',
  'left_unseen',
  'queue_moved',
  'patient_confirmed',
  'visit_joined',
  'wish_made',
  'wish_granted',
  'wish_left',
  'wish_ended',
  'offered',
  'offer_taken',
  'offer_other_chosen',
  'offer_declined',
  'offer_visit_cancelled',
  'offer_call_wanted',
  'offer_expired',
  'offer_withdrawn',
  'offer_settled',
  'displaced_offered',
  'displaced_reminded',
  'displaced_called',
  'displaced_tried',
  'reminded',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'all_sessions_ended',
  'registered',
  'user_created',
  'user_changed',
  'user_deleted',
  'user_erased',
  'file_opened',
  'notes_read',
  'note_signed',
  'note_shared',
  'note_unshared',
  'alert_added',
  'alert_ended',
  'super_admin_made',
  'password_handed_over',
  'password_chosen',
  'password_changed',
  'password_reset',
  'contact_confirmed',
  'identity_joined',
  'identity_left',
  'passkey_added',
  'passkey_removed',
  'app_added',
  'app_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'two_steps_reset',
  'activated',
  'deactivated',
  'exceptions_changed',
  'duties_changed',
  'screen_made',
  'screen_ended',
  'received',
  'answered',
  'restored',
  'exported',
  'sent_again',
  'push_on',
  'push_off',
  'stopped',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Somebody only looked: the audit trail keeps it, and nothing that is shown or kept is wrong after it. */
export const onlyLooked: readonly AuditAction[] = ['file_opened', 'notes_read'];

/** What an older version wrote may be called by a name that is gone. */
export const isAuditAction = (name: string): name is AuditAction =>
  (auditActions as readonly string[]).includes(name);
export const isAuditSubject = (name: string): name is AuditSubject =>
  (auditSubjects as readonly string[]).includes(name);
