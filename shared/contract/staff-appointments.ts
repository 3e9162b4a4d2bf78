import * as z from 'zod/mini';
import { staffRoles, staffWithoutReceptionists } from '../domain/people/roles.ts';
import { mapStatuses } from '../domain/visits/appointment-status.ts';
import { longestInterval, maxFollowUps } from '../domain/visits/follow-up.ts';
import {
  dayTime,
  id,
  idParam,
  idParams,
  instant,
  isoDate,
  listQuery,
  longText,
  month,
  stageSchema,
  statusSchema,
  version,
} from '../fields.ts';
import { appointmentSchema, notifiedSchema } from './appointments.ts';
import { endpoint } from './endpoint.ts';

/* Further reads and bulk actions of staff on appointments: changes, figures, calendars. */

export const changeEntrySchema = z.object({
  id: z.string(),
  at: instant,
  actorName: z.nullable(z.string()),
  actorRole: z.string(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.int()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type ChangeEntry = z.output<typeof changeEntrySchema>;
export const appointmentHistory = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/history',
  shows: ['appointments', 'users'],
  access: staffRoles,
  summary: 'Lists every change of an appointment, oldest first: who, when, before, after',
  params: idParams,
  reply: z.array(changeEntrySchema),
});
export const patientHistory = endpoint({
  method: 'GET',
  path: '/api/users/:id/history',
  shows: ['appointments', 'users'],
  access: staffRoles,
  summary: "Lists every change in a patient's file, newest first",
  params: idParams,
  query: z.object({ limit: listQuery.limit, cursor: listQuery.cursor }),
  reply: z.array(changeEntrySchema),
});

const summarySchema = z.object({
  total: z.int(),
  upcoming: z.int(),
  ...mapStatuses(() => z.int()),
  month: z.object({ month: z.string(), total: z.int(), future: z.int() }),
});
export const appointmentSummary = endpoint({
  method: 'GET',
  path: '/api/appointments/summary',
  shows: ['appointments', 'users'],
  access: staffWithoutReceptionists,
  summary: 'Returns the figures of the tiles and of one month (default: this month)',
  query: z.object({ month: z.optional(month) }),
  reply: summarySchema,
});

const brief = z.object({
  id,
  time: z.string(),
  patient: z.string(),
  status: statusSchema,
  room: z.nullable(z.int()),
  locationId: id,
  userId: id,
});
export const calendarMonth = endpoint({
  method: 'GET',
  path: '/api/appointments/calendar',
  shows: ['appointments', 'users'],
  ofBranch: true,
  access: staffRoles,
  summary:
    'Returns, for each day of the weeks around a month, the number of appointments and the first three; of one doctor if given',
  query: z.object({ month, locationId: z.optional(idParam), doctorId: z.optional(idParam) }),
  reply: z.object({ days: z.array(z.object({ date: z.string(), total: z.int(), first: z.array(brief) })) }),
});
/** Minutes of a day; `to` is exclusive. */
const minuteSpan = z.object({ from: z.int(), to: z.int() });
export const calendarDay = endpoint({
  method: 'GET',
  path: '/api/appointments/day',
  shows: ['appointments', 'offers', 'users', 'absences', 'schedules'],
  ofBranch: true,
  urgency: 'first',
  access: staffRoles,
  key: 'appointments.read',
  summary:
    "Returns a branch's day: its hours, its doctors if it books by doctor, and every appointment with its room",
  query: z.object({ date: isoDate, locationId: idParam }),
  reply: z.object({
    date: z.string(),
    rooms: z.int(),
    windows: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
    /** For branches that book by doctors: who works there that day, and when each is on duty or busy. */
    doctors: z.nullable(z.array(z.object({ id, onDuty: z.array(minuteSpan), busy: z.array(minuteSpan) }))),
    /** Doctors who are away that day: when, how many appointments that displaces, and the disruption. */
    away: z.array(
      z.object({
        doctorId: id,
        ...minuteSpan.shape,
        disruptionId: z.nullable(id),
        displaced: z.int(),
      }),
    ),
    /** Times held for offers: nobody else can book them until the offer is over. */
    kept: z.array(z.object({ ...minuteSpan.shape, room: z.nullable(z.int()), doctorId: z.nullable(id) })),
    appointments: z.array(appointmentSchema),
    /** Stage and ticket of patients who arrived. */
    arrivals: z.array(z.object({ id, stage: stageSchema, ticket: z.nullable(z.int()) })),
  }),
  errors: ['not_found', 'not_your_branch'],
});

export type CalendarDay = z.output<typeof calendarDay.reply>;

const weekDay = z.object({
  date: z.string(),
  open: z.boolean(),
  /** The branch books by doctors and nobody is on duty; if a doctor is named: she is not on duty. */
  off: z.boolean(),
  /** Free future times within the hours, per room, or per doctor if the branch books by doctors. */
  free: z.int(),
  /** The first free time. */
  firstFree: z.nullable(z.string()),
  /** Appointments that hold their time, and how many of them are overbooked. */
  booked: z.int(),
  overbooked: z.int(),
  attended: z.int(),
  noShows: z.int(),
  /** Future appointments that cannot take place: the doctor is away, or the branch is closed. */
  displaced: z.int(),
  /** Patients on the waiting list for such a day at this branch. */
  waiting: z.int(),
});
export const calendarWeek = endpoint({
  method: 'GET',
  path: '/api/appointments/week',
  shows: ['appointments', 'offers', 'users', 'locations', 'schedules', 'absences'],
  access: staffRoles,
  summary:
    'Returns, for seven days and every branch of the viewer, how full each day is and the first free time; of one doctor if given',
  query: z.object({ from: isoDate, doctorId: z.optional(idParam) }),
  reply: z.object({
    branches: z.array(z.object({ locationId: id, rooms: z.int(), days: z.array(weekDay) })),
  }),
  errors: ['unknown_doctor'],
});
export type CalendarWeek = z.output<typeof calendarWeek.reply>;

/* Series: follow-up appointments planned together, and changes to one and all later ones. */

const upTo = (most: number) => z.pipe(idParam, z.number().check(z.lte(most, 'validation.number')));

/** Why a time conflicts. Every conflict excludes the time, except `outside` the branch's hours. */
const conflictSchema = z.enum(['taken', 'closed', 'off_grid', 'patient_busy', 'doctor_busy', 'outside']);
export type FollowUpConflict = z.output<typeof conflictSchema>;
const whenSchema = z.object({ date: z.string(), time: z.string() });
const refusedSchema = z.object({ date: z.string(), time: z.string(), message: z.string() });
export type RefusedTime = z.output<typeof refusedSchema>;

const planSchema = z.object({
  /** Service of the follow-ups; by default the service of the original appointment. */
  serviceId: id,
  visits: z.array(
    z.object({
      date: z.string(),
      time: z.string(),
      conflict: z.nullable(conflictSchema),
      /** Nearest free times if there is a conflict. */
      alternatives: z.array(whenSchema),
    }),
  ),
});
export type FollowUpPlan = z.output<typeof planSchema>;

export const planFollowUps = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/follow-ups',
  shows: ['appointments', 'locations', 'schedules'],
  access: staffRoles,
  summary: 'Lists the days of follow-ups every `weeks` weeks, the obstacles on each, and free times',
  params: idParams,
  query: z.object({ weeks: upTo(longestInterval), times: upTo(maxFollowUps), service: z.optional(idParam) }),
  reply: planSchema,
  errors: ['unknown_service'],
});

export const bookFollowUps = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/follow-ups',
  changes: ['appointments'],
  urgency: 'first',
  access: staffRoles,
  summary:
    'Books follow-ups, with `together` all or none, and lists those that were rejected. Takes an Idempotency-Key header',
  params: idParams,
  body: z.object({
    visits: z
      .array(z.object({ date: isoDate, time: dayTime }))
      .check(z.minLength(1, 'validation.required'), z.maxLength(maxFollowUps, 'validation.tooMany')),
    service: z.optional(id),
    together: z.boolean(),
  }),
  reply: z.object({
    booked: z.array(appointmentSchema),
    refused: z.array(refusedSchema),
  }),
  errors: ['unknown_service', 'unknown_location', 'unknown_patient', 'idempotency_key_reused'],
});

export const changeManyAppointments = endpoint({
  method: 'POST',
  path: '/api/appointments/bulk-status',
  changes: ['appointments'],
  urgency: 'first',
  access: staffRoles,
  summary:
    'Sets one status for several appointments, with a reason; each succeeds or fails separately. With `quiet`, cancelling sends no messages',
  body: z.object({
    ids: z.array(id).check(z.minLength(1, 'validation.required'), z.maxLength(200, 'validation.tooMany')),
    status: statusSchema,
    /**
     * Versions that the client saw. An appointment with another version is left unchanged and reported. Cards
     * without a version have none.
     */
    versions: z.optional(
      z.array(z.object({ id, version: z.optional(version) })).check(z.maxLength(200, 'validation.tooMany')),
    ),
    /**
     * Expected status, for clients that know no version: an appointment with another status is left
     * unchanged.
     */
    from: z.optional(statusSchema),
    /** Appended to the notes of each, like other additions by staff. */
    reason: z.optional(longText(500, 1)),
    /** Do not notify the patients: for cancelling bookings that nobody intended to keep. */
    quiet: z.optional(z.boolean()),
  }),
  reply: z.array(
    z.object({
      id,
      ok: z.boolean(),
      message: z.optional(z.string()),
      notified: z.optional(notifiedSchema),
    }),
  ),
});

/** Moves or cancels an appointment of a series together with all later ones. */
export const changeFollowing = endpoint({
  method: 'PATCH',
  path: '/api/appointments/:id/following',
  lock: 'visits',
  changes: ['appointments'],
  urgency: 'first',
  access: 'signed-in',
  summary:
    'Moves or cancels an appointment of a series and those after it, all or none, keeping their distances. Patients may change their own',
  params: idParams,
  body: z.object({
    status: z.optional(z.literal('cancelled')),
    appointmentDate: z.optional(isoDate),
    appointmentTime: z.optional(dayTime),
    locationId: z.optional(id),
    /** Staff only: appended to the notes of each. */
    reason: z.optional(longText(500, 1)),
    version: z.optional(version),
  }),
  reply: z.array(appointmentSchema),
  errors: ['stale', 'series_conflict', 'not_movable', 'unknown_location'],
});
