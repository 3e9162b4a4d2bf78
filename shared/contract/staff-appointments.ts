import * as z from 'zod/mini';
import { beyondTheDesk, staffRoles } from '../domain/people/roles.ts';
import { perStatus } from '../domain/visits/appointment-status.ts';
import { appointmentSchema } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, idParams, instant, isoDate, listQuery, month, statusSchema } from './fields.ts';

/* What the staff read of visits beside their list: changes, figures, calendars. */

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
  urgency: 'last',
  access: staffRoles,
  summary: 'Every change of an appointment, oldest first: who, when, before, after',
  params: idParams,
  reply: z.array(changeEntrySchema),
});
export const patientHistory = endpoint({
  method: 'GET',
  path: '/api/users/:id/history',
  shows: ['appointments', 'users'],
  urgency: 'last',
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
});
export const calendarMonth = endpoint({
  method: 'GET',
  path: '/api/appointments/calendar',
  shows: ['appointments', 'users'],
  access: staffRoles,
  summary: 'The whole weeks around a month: how many a day, and the first three',
  query: z.object({ month, locationId: z.optional(idParam) }),
  reply: z.object({ days: z.array(z.object({ date: z.string(), total: z.int(), first: z.array(brief) })) }),
});
export const calendarDay = endpoint({
  method: 'GET',
  path: '/api/appointments/day',
  shows: ['appointments', 'users'],
  urgency: 'first',
  access: staffRoles,
  summary: "A branch's day: its windows and every appointment with its room",
  query: z.object({ date: isoDate, locationId: idParam }),
  reply: z.object({
    date: z.string(),
    rooms: z.int(),
    windows: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
    appointments: z.array(appointmentSchema),
  }),
});
