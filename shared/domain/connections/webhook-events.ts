import type { AuditAction } from '../audit.ts';
import type { AppointmentStatus } from '../visits/appointment-status.ts';

/** Events that webhooks can receive. */
export const webhookEvents = [
  'visit.booked',
  'visit.moved',
  'visit.cancelled',
  'visit.arrived',
  'patient.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const visitEvents: Partial<Record<AuditAction, WebhookEvent>> = {
  created: 'visit.booked',
  moved: 'visit.moved',
  cancelled: 'visit.cancelled',
  deleted: 'visit.cancelled',
  arrived: 'visit.arrived',
};
const patientEvents: Partial<Record<AuditAction, WebhookEvent>> = {
  user_created: 'patient.changed',
  registered: 'patient.changed',
  user_changed: 'patient.changed',
  user_deleted: 'patient.changed',
  user_erased: 'patient.changed',
  account_deleted: 'patient.changed',
  records_joined: 'patient.changed',
  records_parted: 'patient.changed',
};

/** An entry of the audit trail, with the fields that webhooks use. */
export interface AuditLine {
  readonly action: string;
  readonly subject: string;
  readonly subjectId: number | null;
  readonly locationId: number | null;
  readonly patientId: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

const cancelledStatus = 'cancelled' satisfies AppointmentStatus;
const whenAndWhere = ['appointmentDate', 'appointmentTime', 'locationId'];

/** A move that also confirms has the action of the confirmation in the audit trail. */
const isMoved = ({ before, after }: AuditLine): boolean =>
  before !== null && after !== null && whenAndWhere.some((name) => before[name] !== after[name]);

/** A cancelled appointment that takes place again; receivers that deleted it must be notified. */
const isReinstated = ({ before, after }: AuditLine): boolean =>
  before?.status === cancelledStatus && after !== null && after.status !== cancelledStatus;

/** Event of an audit entry; null if webhooks do not get it. */
export function webhookEventOf(line: AuditLine): WebhookEvent | null {
  const { action, subject, patientId } = line;
  const isVisit = subject === 'appointments';
  const events: Readonly<Record<string, WebhookEvent | undefined>> = isVisit
    ? visitEvents
    : subject === 'users' && patientId !== null
      ? patientEvents
      : {};
  if (isVisit && isReinstated(line)) return 'visit.booked';
  const named = Object.hasOwn(events, action) ? events[action] : undefined;
  return named ?? (isVisit && isMoved(line) ? 'visit.moved' : null);
}

/**
 * Payload of an event: only ids by default. With `details` also time, status, doctor and service of an
 * appointment, or the names of a patient's changed fields. Never values of patient fields, never notes.
 */
export function webhookData(
  { subject, subjectId, locationId, patientId, after }: AuditLine,
  details: boolean,
): Record<string, unknown> {
  if (subject !== 'appointments')
    return { patient: patientId, ...(details ? { fields: after?.fields ?? [] } : {}) };
  const ids = { visit: subjectId, patient: patientId, branch: locationId };
  if (!details || !after) return ids;
  const { appointmentDate, appointmentTime, durationMinutes, status, doctorId, serviceId } = after;
  return {
    ...ids,
    date: appointmentDate,
    time: appointmentTime,
    minutes: durationMinutes,
    status,
    doctor: doctorId,
    service: serviceId,
  };
}
