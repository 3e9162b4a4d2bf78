import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import { reachFilters } from '../domain/visits/appointment-status.ts';
import { doctorWishes } from '../domain/visits/doctor-times.ts';
import {
  dayTime,
  id,
  idParam,
  idParams,
  instant,
  isoDate,
  listQuery,
  longText,
  nothing,
  reachFields,
  statusSchema,
  version,
} from '../fields.ts';
import { doctorNameSchema } from './doctors.ts';
import { endpoint } from './endpoint.ts';
import { channelSchema } from './users.ts';

export const notifiedSchema = z.array(
  z.object({
    channel: channelSchema,
    to: z.nullable(z.string()),
    /** The message waits until then, for quiet hours or the limit of texts. Absent: it is sent at once. */
    waitsUntil: z.optional(instant),
  }),
);

export const appointmentSchema = z.object({
  id,
  reference: z.string(),
  userId: id,
  patient: z.object({
    name: z.string(),
    username: z.nullable(z.string()),
    ...reachFields,
    /** No message outside the app can reach the patient: the branch has to call. */
    unreachable: z.boolean(),
  }),
  locationId: id,
  locationName: z.string(),
  room: z.nullable(z.int()),
  /** Doctor of the appointment; null if none was chosen. */
  doctorId: z.nullable(id),
  doctor: z.nullable(doctorNameSchema),
  /** The patient's choice of doctor; moving the appointment keeps it. */
  doctorWish: z.enum(doctorWishes),
  appointmentDate: z.string(),
  appointmentTime: z.string(),
  durationMinutes: z.int(),
  service: z.string(),
  serviceId: id,
  status: statusSchema,
  notes: z.string(),
  overbooked: z.boolean(),
  /** Series of appointments planned together: moving or cancelling one can include the later ones. */
  seriesId: z.nullable(id),
  /** The patient booked online after missed appointments: the branch confirms by a call. */
  waitsForCall: z.boolean(),
  version: z.int(),
  /**
   * Only in the reply to the staff member who booked, moved or cancelled: where the message to the patient is
   * sent. Empty list: no channel reaches the patient in time, or none at all (`patient.unreachable`). Absent:
   * no message is due.
   */
  notified: z.optional(notifiedSchema),
  createdAt: instant,
  updatedAt: instant,
});
export type Appointment = z.output<typeof appointmentSchema>;

/** A service by id or, for callers who do not know the id, by English name (or the id as text). */
const service = z.union(
  [id, z.string().check(z.minLength(1, 'validation.service'), z.maxLength(120, 'validation.service'))],
  'validation.service',
);
const filters = {
  q: listQuery.q,
  status: z.optional(statusSchema),
  locationId: z.optional(idParam),
  userId: z.optional(idParam),
  doctorId: z.optional(idParam),
  serviceId: z.optional(idParam),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  /** Only appointments that start at or after the current minute (server clock). */
  coming: z.optional(z.literal('1')),
  reach: z.optional(z.enum(reachFilters)),
  /** Only online bookings similar to this appointment: same account or network, made within a day of it. */
  like: z.optional(idParam),
};
export const appointmentFilters = z.object(filters);
export type AppointmentFilters = z.output<typeof appointmentFilters>;
const sort = z.optional(z.enum(['date', '-date']));
export const listAppointments = endpoint({
  method: 'GET',
  path: '/api/appointments',
  shows: ['appointments', 'users'],
  ofBranch: true,
  access: staffRoles,
  key: 'appointments.read',
  summary: 'Lists appointments by date, time and id; `-date` lists the newest first',
  query: z.object({ ...listQuery, ...filters, sort }),
  reply: z.array(appointmentSchema),
});
/** For patients and their guardians; refused while the patient's appointments are locked. */
const ownAppointmentAccess = { access: 'signed-in', lock: 'visits' } as const;
export const listUserAppointments = endpoint({
  method: 'GET',
  path: '/api/appointments/user/:id',
  shows: ['appointments', 'users'],
  ...ownAppointmentAccess,
  summary: 'Lists the appointments of a patient, newest first; staff may read those of any patient',
  params: idParams,
  query: z.object({ limit: listQuery.limit, cursor: listQuery.cursor }),
  reply: z.array(appointmentSchema),
});
export const getAppointment = endpoint({
  method: 'GET',
  path: '/api/appointments/:id',
  shows: ['appointments', 'users'],
  ...ownAppointmentAccess,
  key: 'appointments.read',
  summary: 'Returns an appointment of the patient, or any appointment for staff',
  params: idParams,
  reply: appointmentSchema,
});
export const visitMessages = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/messages',
  shows: ['appointments'],
  ...ownAppointmentAccess,
  summary:
    'Returns the channels of the newest message about an appointment, besides the app; `kept` means that it was not sent',
  params: idParams,
  reply: z.object({
    messages: z.array(
      z.object({
        channel: z.enum(['email', 'sms', 'whatsapp', 'push']),
        address: z.nullable(z.string()),
        state: z.enum(['under-way', 'sent', 'failed', 'kept']),
      }),
    ),
    /** Demo mode: messages do not leave this machine; its log shows them. */
    demonstration: z.boolean(),
  }),
});

const idNamed = (message: string) => z.int(message).check(z.positive(message), z.lte(2_147_483_647, message));
/** Staff only: book exactly this room; by default the first free one. */
const roomNumber = z.int().check(z.gte(1), z.lte(50));

/**
 * A doctor by id, any doctor, or any woman; at branches that book by rooms, only staff may name a doctor. If
 * both are absent, a change keeps the stored wish.
 */
export const doctorWishFields = {
  doctorId: z.optional(z.nullable(id)),
  doctorWish: z.optional(z.enum(['any', 'woman'])),
};
const newAppointmentBody = z.object({
  userId: idNamed('validation.userId'),
  locationId: idNamed('validation.locationId'),
  appointmentDate: isoDate,
  appointmentTime: dayTime,
  service,
  status: z.optional(statusSchema),
  notes: z.optional(z.nullable(longText(20_000))),
  overbook: z.optional(z.boolean()),
  ...doctorWishFields,
  room: z.optional(roomNumber),
});
/** 1 to 128 visible ASCII characters, chosen by the client: one key per intended booking. */
const attemptKey = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/, 'validation.invalid'));
export const settleAttempt = endpoint({
  method: 'POST',
  path: '/api/appointments/attempts',
  changes: ['appointments'],
  lock: 'visits',
  access: ['patient'],
  summary:
    'Returns the result of a booking request whose answer was lost: the appointment, or null. After null, no booking can succeed with that key',
  body: z.object({ key: attemptKey }),
  reply: z.object({ appointment: z.nullable(appointmentSchema) }),
});
export const createAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments',
  changes: ['appointments'],
  urgency: 'first',
  lock: 'visits',
  access: ['patient', ...staffRoles],
  key: 'appointments.write',
  summary:
    'Books an appointment: pending for a patient, confirmed for staff. Takes an Idempotency-Key header',
  body: newAppointmentBody,
  reply: appointmentSchema,
  status: 201,
  errors: [
    'booking_closed',
    'slot_taken',
    'patient_busy',
    'foreign_user',
    'status_not_yours',
    'in_the_past',
    'too_far_ahead',
    'too_soon',
    'outside_hours',
    'off_grid',
    'unknown_location',
    'unknown_service',
    'unknown_patient',
    'unknown_doctor',
    'doctor_busy',
    'doctor_away',
    'too_many_open',
    'consent_withdrawn',
    'idempotency_key_reused',
  ],
});

export const changeAppointmentBody = z.object({
  status: z.optional(statusSchema),
  notes: z.optional(longText(20_000)),
  /** Text to append to the notes; the server adds the time stamp. */
  appendNote: z.optional(longText(5000, 1)),
  appointmentDate: z.optional(isoDate),
  appointmentTime: z.optional(dayTime),
  locationId: z.optional(id),
  service: z.optional(service),
  overbook: z.optional(z.boolean()),
  ...doctorWishFields,
  room: z.optional(roomNumber),
  version: z.optional(version),
});
export const changeAppointment = endpoint({
  method: 'PATCH',
  path: '/api/appointments/:id',
  changes: ['appointments'],
  urgency: 'first',
  ...ownAppointmentAccess,
  key: 'appointments.write',
  summary:
    'Changes an appointment. Staff may change status, notes, time, branch, service and doctor; a patient may move or cancel it until the cut-off',
  params: idParams,
  body: changeAppointmentBody,
  reply: appointmentSchema,
  errors: [
    'stale',
    'checked_in',
    'slot_taken',
    'patient_busy',
    'visit_to_come',
    'past_cutoff',
    'status_not_yours',
    'not_movable',
    'outside_hours',
    'rate_limited',
    'off_grid',
    'in_the_past',
    'unknown_service',
    'unknown_location',
    'unknown_doctor',
    'doctor_busy',
    'doctor_away',
  ],
});
export const deleteAppointment = endpoint({
  method: 'DELETE',
  path: '/api/appointments/:id',
  changes: ['appointments'],
  access: ['admin'],
  summary: 'Deletes an appointment. Its data stay in the history',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['visit_has_notes'],
});

/** For the patient's own calendar; names the branch, but neither the clinic nor the service. */
export const appointmentCalendarFile = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/calendar.ics',
  shows: [],
  ...ownAppointmentAccess,
  summary: 'Returns an appointment as a calendar file (text/calendar)',
  params: idParams,
  reply: z.string(),
});
export const exportAppointments = endpoint({
  method: 'GET',
  path: '/api/appointments/export',
  shows: [],
  access: ['admin'],
  proof: 'recent',
  summary: 'Exports the filtered appointments as CSV with a byte order mark, or as an Excel workbook',
  query: z.object({ ...filters, sort, format: z._default(z.enum(['csv', 'xlsx']), 'csv') }),
  reply: z.string(),
});
