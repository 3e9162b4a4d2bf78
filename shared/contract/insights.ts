import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import { id, idParam, instant, isoDate } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const insightsSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Appointments by weekday (Sunday 0) and starting hour. */
  load: z.array(z.object({ weekday: z.int(), hour: z.int(), count: z.int() })),
  /** One row per week (dated by its Sunday). */
  weeks: z.array(
    z.object({ week: z.string(), total: z.int(), attended: z.int(), noShow: z.int(), cancelled: z.int() }),
  ),
  /** Results of the waiting list in these days. */
  waiting: z.object({
    wishes: z.int(),
    offered: z.int(),
    taken: z.int(),
    /** Total minutes of the appointments filled from the waiting list: time that would have stayed free. */
    minutes: z.int(),
  }),
  branches: z.array(
    z.object({
      locationId: id,
      name: z.string(),
      nameAr: z.nullable(z.string()),
      total: z.int(),
      attended: z.int(),
      noShow: z.int(),
      cancelled: z.int(),
    }),
  ),
});
export type Insights = z.output<typeof insightsSchema>;
export const getInsights = endpoint({
  method: 'GET',
  path: '/api/insights',
  shows: ['appointments', 'offers'],
  access: ['admin'],
  key: 'insights.read',
  summary: 'Returns the figures of the charts between two days (default: the last 12 weeks)',
  query: z.object({ from: z.optional(isoDate), to: z.optional(isoDate), locationId: z.optional(idParam) }),
  reply: insightsSchema,
});

/** Failed messages are shown for this many days. */
export const failedDays = 7;
/** Counts of open tasks stop at this number. */
export const maxWaiting = 1000;
const firstDay = z.nullable(z.string());
export const waitingSchema = z.object({
  /** Future appointments that are not confirmed. */
  pending: z.int(),
  /** Of these, online bookings that need a confirming call. */
  calls: z.int(),
  /** Future appointments of patients whom no message can reach: staff have to call. */
  unreachable: z.int(),
  /** Open entries of the call list: undelivered notices, and offers answered with a request for a call. */
  toTell: z.int(),
  /** Future appointments that cannot take place: the doctor is away, or the branch is closed. */
  displaced: z.int(),
  /** Unread messages in the inbox of the contact form. */
  messages: z.int(),
  /** Messages of the last days whose delivery was given up; for admins only. */
  failed: z.int(),
  /** Date of the first appointment of each kind. */
  first: z.object({
    pending: firstDay,
    calls: firstDay,
    unreachable: firstDay,
    toTell: firstDay,
    displaced: firstDay,
  }),
  /** Time of the oldest message of each kind. */
  oldest: z.object({ messages: z.nullable(instant), failed: z.nullable(instant) }),
});
export type Waiting = z.output<typeof waitingSchema>;
export type WaitingKind = Exclude<keyof Waiting, 'first' | 'oldest'>;
export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/waiting',
  shows: ['appointments', 'contact-messages', 'notifications', 'offers', 'users', 'absences', 'schedules'],
  access: staffRoles,
  summary: 'Counts open tasks: appointments to confirm or to move, patients to call, messages to answer',
  reply: waitingSchema,
});
