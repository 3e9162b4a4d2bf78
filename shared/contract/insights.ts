import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import { id, idParam, instant, isoDate } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const insightsSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Visits by weekday (Sunday 0) and starting hour. */
  load: z.array(z.object({ weekday: z.int(), hour: z.int(), count: z.int() })),
  /** One row a week (its Sunday). */
  weeks: z.array(
    z.object({ week: z.string(), total: z.int(), attended: z.int(), noShow: z.int(), cancelled: z.int() }),
  ),
  /** What the waiting list brought about in these days. */
  waiting: z.object({
    wishes: z.int(),
    offered: z.int(),
    taken: z.int(),
    /** Of the visits that it gave: time that would have stood empty. */
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
  summary: 'Pictures of the business between two days (the last 12 weeks unless named)',
  query: z.object({ from: z.optional(isoDate), to: z.optional(isoDate), locationId: z.optional(idParam) }),
  reply: insightsSchema,
});

/** Messages that failed are news for so many days. */
export const failedDays = 7;
/** What waits for somebody of the clinic; from `mostWaiting` on nothing is counted further. */
export const mostWaiting = 1000;
const firstDay = z.nullable(z.string());
export const waitingSchema = z.object({
  /** Visits to come that nobody has confirmed. */
  pending: z.int(),
  /** Of these, what their patients booked themselves and a call confirms. */
  calls: z.int(),
  /** Visits to come whose patient no message reaches: somebody has to call her. */
  unreachable: z.int(),
  /** Whom a message to many did not reach, and nobody has called yet. */
  toTell: z.int(),
  /** Visits to come that cannot take place: their doctor is away, or the branch is closed by then. */
  displaced: z.int(),
  /** Messages in her inbox that nobody has opened. */
  messages: z.int(),
  /** Messages of the last days that were given up; an admin's. */
  failed: z.int(),
  /** Of visits, the day of the first. */
  first: z.object({
    pending: firstDay,
    calls: firstDay,
    unreachable: firstDay,
    toTell: firstDay,
    displaced: firstDay,
  }),
  /** Of messages, since when the oldest waits. */
  oldest: z.object({ messages: z.nullable(instant), failed: z.nullable(instant) }),
});
export type Waiting = z.output<typeof waitingSchema>;
export type WaitingKind = Exclude<keyof Waiting, 'first' | 'oldest'>;
export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/waiting',
  shows: ['appointments', 'contact-messages', 'notifications', 'offers', 'users', 'absences', 'schedules'],
  access: staffRoles,
  summary: 'How much waits for somebody: visits to confirm or to move, patients to call, messages',
  reply: waitingSchema,
});
