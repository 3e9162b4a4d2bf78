import * as z from 'zod/mini';
import { beyondTheDesk, staffRoles } from '../domain/people/roles.ts';
import { perStatus } from '../domain/visits/appointment-status.ts';
import { longestRhythm, mostFollowUps } from '../domain/visits/follow-up.ts';
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
import { appointmentSchema } from './appointments.ts';
import { endpoint } from './endpoint.ts';

/* What the staff read of visits beside their list, and do with several: changes, figures, calendars. */

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
  summary: 'Every change of an appointment, oldest first: who, when, before, after',
  params: idParams,
  reply: z.array(changeEntrySchema),
});
export const patientHistory = endpoint({
  method: 'GET',
  path: '/api/users/:id/history',
  shows: ['appointments', 'users'],
  access: staffRoles,
  summary: "Every change in a patient's file, newest first",
  params: idParams,
  query: z.object({ limit: listQuery.limit, cursor: listQuery.cursor }),
  reply: z.array(changeEntrySchema),
});

const summarySchema = z.object({
  total: z.int(),
  upcoming: z.int(),
  ...perStatus(() => z.int()),
  month: z.object({ month: z.string(), total: z.int(), future: z.int() }),
});
export const appointmentSummary = endpoint({
  method: 'GET',
  path: '/api/appointments/summary',
  shows: ['appointments', 'users'],
  access: beyondTheDesk,
  summary: 'The figures of the tiles, and of one month (this month unless named)',
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
    'The whole weeks around a month: how many a day, and the first three; of one doctor where she is named',
  query: z.object({ month, locationId: z.optional(idParam), doctorId: z.optional(idParam) }),
  reply: z.object({ days: z.array(z.object({ date: z.string(), total: z.int(), first: z.array(brief) })) }),
});
/** Minutes of a day, until before `to`. */
const minuteSpan = z.object({ from: z.int(), to: z.int() });
export const calendarDay = endpoint({
  method: 'GET',
  path: '/api/appointments/day',
  shows: ['appointments', 'offers', 'users', 'absences', 'schedules'],
  ofBranch: true,
  urgency: 'first',
  access: staffRoles,
  key: 'appointments.read',
  summary: "A branch's day: its windows, its doctors where they are booked, every appointment with its room",
  query: z.object({ date: isoDate, locationId: idParam }),
  reply: z.object({
    date: z.string(),
    rooms: z.int(),
    windows: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
    /** Where doctors are booked: who works there that day, when she is on duty and when with somebody. */
    doctors: z.nullable(z.array(z.object({ id, onDuty: z.array(minuteSpan), busy: z.array(minuteSpan) }))),
    /** Who of them is away that day, when, whom that displaces then, and the page of what becomes of it. */
    away: z.array(
      z.object({
        doctorId: id,
        ...minuteSpan.shape,
        disruptionId: z.nullable(id),
        displaced: z.int(),
      }),
    ),
    /** What is kept for patients to whom it is offered: nobody else's meanwhile. */
    kept: z.array(z.object({ ...minuteSpan.shape, room: z.nullable(z.int()), doctorId: z.nullable(id) })),
    appointments: z.array(appointmentSchema),
    /** Of those who came: where they are and their tickets. */
    arrivals: z.array(z.object({ id, stage: stageSchema, ticket: z.nullable(z.int()) })),
  }),
  errors: ['not_found', 'not_your_branch'],
});

export type CalendarDay = z.output<typeof calendarDay.reply>;

const weekDay = z.object({
  date: z.string(),
  open: z.boolean(),
  /** Doctors are booked there, and nobody is on duty; of one who is named, she is not. */
  off: z.boolean(),
  /** Free times to come within the hours, room by room; doctor by doctor where they are booked. */
  free: z.int(),
  /** The first of them. */
  firstFree: z.nullable(z.string()),
  /** Visits that hold their time, and of these those beside the rooms. */
  booked: z.int(),
  overbooked: z.int(),
  attended: z.int(),
  noShows: z.int(),
  /** Visits to come that cannot take place: their doctor is away, or the branch is closed by then. */
  displaced: z.int(),
  /** Who waits for a time of such a day here. */
  waiting: z.int(),
});
export const calendarWeek = endpoint({
  method: 'GET',
  path: '/api/appointments/week',
  shows: ['appointments', 'offers', 'users', 'locations', 'schedules', 'absences'],
  access: staffRoles,
  summary:
    'Seven days of every branch where the viewer works: how full, and the first free time; of one doctor where she is named',
  query: z.object({ from: isoDate, doctorId: z.optional(idParam) }),
  reply: z.object({
    branches: z.array(z.object({ locationId: id, rooms: z.int(), days: z.array(weekDay) })),
  }),
  errors: ['unknown_doctor'],
});
export type CalendarWeek = z.output<typeof calendarWeek.reply>;

/* Visits that are planned together after another, and what is done with them from one on. */

const upTo = (most: number) => z.pipe(idParam, z.number().check(z.lte(most, 'validation.number')));

/** What speaks against a time: it cannot be had, but for `outside` of the branch's hours. */
const conflictSchema = z.enum(['taken', 'closed', 'off_grid', 'patient_busy', 'doctor_busy', 'outside']);
export type FollowUpConflict = z.output<typeof conflictSchema>;
const whenSchema = z.object({ date: z.string(), time: z.string() });
const refusedSchema = z.object({ date: z.string(), time: z.string(), message: z.string() });
export type RefusedTime = z.output<typeof refusedSchema>;

const planSchema = z.object({
  /** What they would be for: unless said otherwise, what the visit before them was for. */
  serviceId: id,
  visits: z.array(
    z.object({
      date: z.string(),
      time: z.string(),
      conflict: z.nullable(conflictSchema),
      /** The nearest free times, where there is a conflict. */
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
  summary: 'The days of visits every so many `weeks` after one, what speaks against each, and what is free',
  params: idParams,
  query: z.object({ weeks: upTo(longestRhythm), times: upTo(mostFollowUps), service: z.optional(idParam) }),
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
    'Books visits after one, `together` all or none. Says which were refused. Takes an Idempotency-Key header',
  params: idParams,
  body: z.object({
    visits: z
      .array(z.object({ date: isoDate, time: dayTime }))
      .check(z.minLength(1, 'validation.required'), z.maxLength(mostFollowUps, 'validation.tooMany')),
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
  summary: 'One status for several, with a reason; each succeeds or fails by itself. `quiet` cancels untold',
  body: z.object({
    ids: z.array(id).check(z.minLength(1, 'validation.required'), z.maxLength(200, 'validation.tooMany')),
    status: statusSchema,
    /**
     * Which version of each was seen: one that is another by now is left as it is, and said. A card that was
     * read from the version before has none.
     */
    versions: z.optional(
      z.array(z.object({ id, version: z.optional(version) })).check(z.maxLength(200, 'validation.tooMany')),
    ),
    /** The same by its status, where no version is known: one that is something else by now is left. */
    from: z.optional(statusSchema),
    /** Stands below the notes of each, as staff add to them. */
    reason: z.optional(longText(500, 1)),
    /** The patients are told nothing: for cancelling what nobody meant to come to. */
    quiet: z.optional(z.boolean()),
  }),
  reply: z.array(z.object({ id, ok: z.boolean(), message: z.optional(z.string()) })),
});

/** A move of one visit of a series, or its cancelling, with all that come after it. */
export const changeFollowing = endpoint({
  method: 'PATCH',
  path: '/api/appointments/:id/following',
  lock: 'visits',
  changes: ['appointments'],
  urgency: 'first',
  access: 'signed-in',
  summary:
    'Moves or cancels a visit of a series with those after it, all or none, at their distance; a patient her own',
  params: idParams,
  body: z.object({
    status: z.optional(z.literal('cancelled')),
    appointmentDate: z.optional(isoDate),
    appointmentTime: z.optional(dayTime),
    locationId: z.optional(id),
    /** Stands below the notes of each; of the staff. */
    reason: z.optional(longText(500, 1)),
    version: z.optional(version),
  }),
  reply: z.array(appointmentSchema),
  errors: ['stale', 'series_conflict', 'not_movable', 'unknown_location'],
});
