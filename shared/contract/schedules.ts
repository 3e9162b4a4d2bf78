import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import { endpoint } from './endpoint.ts';
import { clockTime, id, idParams, isoDate, nameText } from './fields.ts';

const weekday = z.int().check(z.gte(0, 'validation.weekday'), z.lte(6, 'validation.weekday'));

/** One row a shift; a weekday without any has one row with `isAvailable: false`. Times `HH:MM:SS`. */
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
      startTime: z.optional(z.nullable(clockTime)),
      endTime: z.optional(z.nullable(clockTime)),
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
      startTime: z.optional(z.nullable(clockTime)),
      endTime: z.optional(z.nullable(clockTime)),
      reason: z.optional(z.nullable(nameText(200, 0))),
      reasonAr: z.optional(z.nullable(nameText(200, 0))),
    }),
  )
  .check(z.maxLength(1000, 'validation.tooMany'));

export const listSchedules = endpoint({
  method: 'GET',
  path: '/api/locations/:id/schedules',
  shows: ['schedules'],
  access: 'public',
  summary: "A branch's weekly hours; [] where no weekday has a shift",
  params: idParams,
  reply: z.array(scheduleSchema),
});
export const putSchedules = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/schedules',
  changes: ['schedules', 'locations'],
  access: ['admin'],
  summary: 'Replaces the weekly hours',
  params: idParams,
  body: scheduleBody,
  reply: z.array(scheduleSchema),
  errors: ['hours_overlap'],
});
export const listExceptions = endpoint({
  method: 'GET',
  path: '/api/locations/:id/exceptions',
  shows: ['schedules'],
  access: 'public',
  summary: 'Holidays and days with other hours, from today on',
  params: idParams,
  reply: z.array(exceptionSchema),
});
export const putExceptions = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/exceptions',
  changes: ['schedules'],
  access: ['admin'],
  summary: 'Replaces the exceptions from today on',
  params: idParams,
  body: exceptionsBody,
  reply: z.array(exceptionSchema),
  errors: ['hours_overlap'],
});
/** Whom the new hours would hit: active appointments that would fall outside them. Nothing is saved. */
export const previewHours = endpoint({
  method: 'POST',
  path: '/api/locations/:id/hours-preview',
  changes: [],
  access: ['admin'],
  summary: 'Which future appointments would fall outside the hours',
  params: idParams,
  body: z.object({ schedules: z.optional(scheduleBody), exceptions: z.optional(exceptionsBody) }),
  reply: z.object({
    count: z.int(),
    appointments: z.array(
      z.object({
        id,
        reference: z.string(),
        patientName: z.string(),
        appointmentDate: z.string(),
        appointmentTime: z.string(),
      }),
    ),
  }),
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
  shows: ['schedules'],
  access: staffRoles,
  summary: 'Who is on duty at a branch through the week',
  params: idParams,
  reply: z.array(dutySchema),
});
export const putDuties = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/duties',
  changes: ['schedules'],
  access: ['admin'],
  summary: 'Replaces who is on duty',
  params: idParams,
  body: z
    .array(z.object({ userId: id, dayOfWeek: weekday, startTime: clockTime, endTime: clockTime }))
    .check(z.maxLength(200)),
  reply: z.array(dutySchema),
  errors: ['hours_overlap'],
});

/**
 * Either `date` (its times) or `from` and `to` (its days, at most 62). `service` by English name or id;
 * without, 20 minutes. With a `grid` of the staff's: its times, and what of a day is free on it.
 */
const availabilityQuery = z.object({
  date: z.optional(isoDate),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  service: z.optional(z.string()),
  grid: z.optional(z.enum(['admin', 'doctor'])),
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
/** `taken` and `outside` (of the branch's hours) in the grids of the staff. */
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
  summary:
    'Free times of a day, or free days of a range; staff grids also show what is taken or outside the hours',
  params: idParams,
  query: availabilityQuery,
  reply: availabilitySchema,
  errors: ['unknown_service', 'forbidden'],
});
