import * as z from 'zod/mini';
import { staffRoles, staffWithoutReceptionists } from '../domain/people/roles.ts';
import { bookingWays } from '../domain/visits/doctor-times.ts';
import { dayTime, id, idParam, idParams, isoDate, nameText, nothing } from '../fields.ts';
import { displacedVisitsSchema } from './disruptions.ts';
import { endpoint } from './endpoint.ts';
import { closingDay, roomCount } from './locations.ts';

const weekday = z.int().check(z.gte(0, 'validation.weekday'), z.lte(6, 'validation.weekday'));

/** One row per shift; a weekday without shifts has one row with `isAvailable: false`. Times `HH:MM:SS`. */
export const scheduleSchema = z.object({
  dayOfWeek: weekday,
  isAvailable: z.boolean(),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
});
export type Schedule = z.output<typeof scheduleSchema>;

const scheduleBody = z
  .array(
    z.object({
      dayOfWeek: weekday,
      isAvailable: z.boolean(),
      startTime: z.optional(z.nullable(dayTime)),
      endTime: z.optional(z.nullable(dayTime)),
    }),
  )
  .check(z.maxLength(70, 'validation.tooMany'));

export const exceptionSchema = z.object({
  date: z.string(),
  isClosed: z.boolean(),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  reasonAr: z.nullable(z.string()),
});
export type ScheduleException = z.output<typeof exceptionSchema>;

const exceptionsBody = z
  .array(
    z.object({
      date: isoDate,
      isClosed: z.boolean(),
      startTime: z.optional(z.nullable(dayTime)),
      endTime: z.optional(z.nullable(dayTime)),
      reason: z.optional(z.nullable(nameText(200, 0))),
      reasonAr: z.optional(z.nullable(nameText(200, 0))),
    }),
  )
  .check(z.maxLength(1000, 'validation.tooMany'));

export const listSchedules = endpoint({
  method: 'GET',
  path: '/api/locations/:id/schedules',
  versioned: true,
  shows: ['schedules'],
  access: 'public',
  key: 'schedules.read',
  summary: 'Lists the weekly hours of a branch; empty if it has none',
  params: idParams,
  reply: z.array(scheduleSchema),
});
export const putSchedules = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/schedules',
  versioned: true,
  changes: ['schedules', 'locations'],
  access: ['admin'],
  key: 'schedules.write',
  summary: 'Replaces the weekly hours',
  params: idParams,
  body: scheduleBody,
  reply: z.array(scheduleSchema),
  errors: ['hours_overlap', 'stale'],
});
export const listExceptions = endpoint({
  method: 'GET',
  path: '/api/locations/:id/exceptions',
  versioned: true,
  shows: ['schedules'],
  access: 'public',
  key: 'schedules.read',
  summary: 'Lists holidays and days with other hours, from today on',
  params: idParams,
  reply: z.array(exceptionSchema),
});
export const putExceptions = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/exceptions',
  versioned: true,
  changes: ['schedules'],
  access: ['admin'],
  key: 'schedules.write',
  summary: 'Replaces the exceptions from today on',
  params: idParams,
  body: exceptionsBody,
  reply: z.array(exceptionSchema),
  errors: ['hours_overlap', 'stale'],
});
const dutiesBody = z
  .array(z.object({ userId: id, dayOfWeek: weekday, startTime: dayTime, endTime: dayTime }))
  .check(z.maxLength(200));

const hoursParts = {
  schedules: z.optional(scheduleBody),
  exceptions: z.optional(exceptionsBody),
  duties: z.optional(dutiesBody),
  /** Days that are added to the exceptions of every other branch. */
  everywhere: z.optional(exceptionsBody),
};

/**
 * Future appointments that would fall outside the new hours, or for which a room or a doctor would be missing;
 * nothing is saved.
 */
export const previewHours = endpoint({
  method: 'POST',
  path: '/api/locations/:id/hours-preview',
  changes: [],
  access: ['admin'],
  summary: 'Lists upcoming appointments that would be outside the hours, or lose their doctor or room',
  params: idParams,
  body: z.object({
    ...hoursParts,
    rooms: z.optional(roomCount),
    bookedBy: z.optional(z.enum(bookingWays)),
    closedFrom: z.optional(closingDay),
  }),
  reply: displacedVisitsSchema,
  errors: ['hours_overlap', 'in_the_past'],
});

export const dutySchema = z.object({
  userId: id,
  dayOfWeek: weekday,
  startTime: z.string(),
  endTime: z.string(),
});
export const listDuties = endpoint({
  method: 'GET',
  path: '/api/locations/:id/duties',
  versioned: true,
  shows: ['schedules'],
  access: staffRoles,
  key: 'schedules.read',
  summary: 'Lists the weekly duties of doctors at a branch',
  params: idParams,
  reply: z.array(dutySchema),
});
export const putDuties = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/duties',
  versioned: true,
  changes: ['schedules', 'disruptions'],
  access: ['admin'],
  summary: 'Replaces the duties at a branch',
  params: idParams,
  body: dutiesBody,
  reply: z.array(dutySchema),
  errors: ['hours_overlap', 'stale'],
});

const hoursSchema = z.object({
  schedules: z.array(scheduleSchema),
  exceptions: z.array(exceptionSchema),
  duties: z.array(dutySchema),
});
export type Hours = z.output<typeof hoursSchema>;
export const getHours = endpoint({
  method: 'GET',
  path: '/api/locations/:id/hours',
  versioned: true,
  shows: ['schedules'],
  access: ['admin'],
  summary: 'Returns weekly hours, exceptions from today on and duties of a branch',
  params: idParams,
  reply: hoursSchema,
});
export const putHours = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/hours',
  versioned: true,
  changes: ['schedules', 'locations', 'disruptions'],
  access: ['admin'],
  summary: 'Replaces the given lists of a branch, and adds days to all other branches, in one transaction',
  params: idParams,
  body: z.object(hoursParts),
  reply: hoursSchema,
  errors: ['hours_overlap', 'in_the_past', 'stale'],
});

/**
 * Either `date` (returns times) or `from` and `to` (returns days, at most 62). `service` by English name or
 * id; default: 20 minutes. With `grid`: the times of that staff grid.
 */
const availabilityQuery = z.object({
  date: z.optional(isoDate),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  service: z.optional(z.string()),
  grid: z.optional(z.enum(['admin', 'doctor'])),
  /**
   * One doctor or any woman; default: any doctor. If the branch books by rooms, only a named doctor matters.
   */
  doctorId: z.optional(idParam),
  doctorWish: z.optional(z.enum(['any', 'woman'])),
});
const availabilitySchema = z.union([
  z.object({
    date: z.string(),
    slots: z.array(
      z.object({ time: z.string(), taken: z.optional(z.boolean()), outside: z.optional(z.boolean()) }),
    ),
  }),
  z.object({ days: z.array(z.object({ date: z.string(), open: z.boolean(), free: z.int() })) }),
]);
/** `taken` and `outside` (the branch's hours) appear only in staff grids. */
export type DayAvailability = {
  date: string;
  slots: { time: string; taken?: boolean | undefined; outside?: boolean | undefined }[];
};
export type MonthAvailability = { days: { date: string; open: boolean; free: number }[] };
export const getAvailability = endpoint({
  method: 'GET',
  path: '/api/locations/:id/availability',
  shows: ['appointments', 'locations', 'schedules'],
  access: 'public',
  key: 'schedules.read',
  summary:
    'Lists the free times of a day, or the free days of a range; staff also see taken times and times outside the hours',
  params: idParams,
  query: availabilityQuery,
  reply: availabilitySchema,
  errors: ['unknown_service', 'forbidden'],
});

/** Whole days, or part of them: without `startTime` the first day is whole, without `endTime` the last. */
export const absenceSchema = z.object({
  id,
  userId: id,
  startDate: z.string(),
  startTime: z.nullable(z.string()),
  endDate: z.string(),
  endTime: z.nullable(z.string()),
  reason: z.string(),
  /** Disruption that lists the displaced appointments; null: none were displaced. */
  disruptionId: z.nullable(id),
});
export type Absence = z.output<typeof absenceSchema>;

const stretch = {
  userId: id,
  startDate: isoDate,
  startTime: z.optional(z.nullable(dayTime)),
  endDate: isoDate,
  endTime: z.optional(z.nullable(dayTime)),
};
const absenceBody = z.object({ ...stretch, reason: z.optional(nameText(200, 0)) });

export const listAbsences = endpoint({
  method: 'GET',
  path: '/api/absences',
  shows: ['absences'],
  access: staffWithoutReceptionists,
  summary:
    "Lists absences that are not over, by time: a doctor's own, or for an admin those of one or all doctors",
  query: z.object({ userId: z.optional(idParam) }),
  reply: z.array(absenceSchema),
});
export const createAbsence = endpoint({
  method: 'POST',
  path: '/api/absences',
  changes: ['absences', 'schedules'],
  access: staffWithoutReceptionists,
  summary:
    "Records an absence of a doctor: her own or, for an admin, any doctor's. Her appointments stay until staff decide about each",
  body: absenceBody,
  reply: absenceSchema,
  status: 201,
  errors: ['foreign_user', 'unknown_doctor', 'in_the_past'],
});
export const previewAbsence = endpoint({
  method: 'POST',
  path: '/api/absences/preview',
  changes: [],
  access: staffWithoutReceptionists,
  summary: 'Lists the upcoming appointments that an absence would displace. Nothing is saved',
  body: z.object(stretch),
  reply: displacedVisitsSchema,
  errors: ['foreign_user', 'unknown_doctor', 'in_the_past'],
});
export const endAbsence = endpoint({
  method: 'DELETE',
  path: '/api/absences/:id',
  changes: ['absences', 'schedules'],
  access: staffWithoutReceptionists,
  summary: 'Deletes an absence: the doctor works at that time after all',
  params: idParams,
  reply: nothing,
  status: 204,
});
