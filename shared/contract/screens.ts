import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import { id, idParam, idParams, instant, nothing, phoneText, tokenParams } from '../fields.ts';
import { ownDaySchema } from './arrivals.ts';
import { endpoint } from './endpoint.ts';

/* Waiting-room screens: they show tickets and rooms, and nothing about patients or their reasons to come. */

/** A screen of the waiting room, or a printed poster by which patients check in. */
const screenKind = z.enum(['screen', 'poster']);
const screenSchema = z.object({
  id,
  locationId: id,
  kind: screenKind,
  createdAt: instant,
  createdBy: z.string(),
  /** When a screen last requested data by this link. */
  seenAt: z.nullable(instant),
});
export type Screen = z.output<typeof screenSchema>;

export const listScreens = endpoint({
  method: 'GET',
  path: '/api/screens',
  shows: ['locations'],
  access: staffRoles,
  summary: "Lists the active links of a branch's waiting-room screens and posters, newest first",
  query: z.object({ locationId: idParam }),
  reply: z.array(screenSchema),
  errors: ['not_your_branch'],
});
export const makeScreen = endpoint({
  method: 'POST',
  path: '/api/screens',
  changes: ['locations'],
  access: staffRoles,
  summary: 'Creates a link for a waiting-room screen or a printed poster, shown only in this answer',
  body: z.object({ locationId: id, kind: z.optional(screenKind) }),
  reply: z.object({ id, link: z.string() }),
  status: 201,
  errors: ['not_your_branch', 'unknown_location'],
});
export const revokeScreen = endpoint({
  method: 'DELETE',
  path: '/api/screens/:id',
  changes: ['locations'],
  access: staffRoles,
  summary: 'Ends a link: its screen or poster shows nothing from now on',
  params: idParams,
  reply: nothing,
  status: 204,
});

const called = z.object({ ticket: z.int(), room: z.nullable(z.int()), calledAt: instant });
export const screenState = z.object({
  branch: z.object({ name: z.string(), nameAr: z.nullable(z.string()) }),
  rooms: z.int(),
  /** Patients who are with a doctor, last called first. */
  called: z.array(called),
  /** Next tickets, in the order of the queue. */
  next: z.array(z.int()),
  delayMinutes: z.int(),
  /** Outside the hours of the day, and nobody is inside or waiting. */
  closed: z.boolean(),
});
export type ScreenState = z.output<typeof screenState>;
export const readScreen = endpoint({
  method: 'GET',
  path: '/api/screens/:token/now',
  shows: [],
  urgency: 'first',
  access: 'public',
  summary: 'Returns what a waiting-room screen shows now',
  params: tokenParams,
  reply: screenState,
  errors: ['not_found'],
});

/* Check-in by the printed poster of a branch: its address identifies no patient. */

export const readPoster = endpoint({
  method: 'GET',
  path: '/api/screens/:token/poster',
  shows: ['appointments'],
  access: 'public',
  summary: 'Returns the branch of a poster and, for a signed-in patient, her appointments there today',
  params: tokenParams,
  reply: z.object({
    branch: z.object({ name: z.string(), nameAr: z.nullable(z.string()) }),
    /** The signed-in user is a patient, so the form need not ask who she is. */
    known: z.boolean(),
    day: z.nullable(ownDaySchema),
  }),
  errors: ['not_found', 'rate_limited'],
});
export const checkInByPoster = endpoint({
  method: 'POST',
  path: '/api/screens/:token/here',
  changes: ['appointments'],
  access: 'public',
  summary:
    'Tells the front desk that a patient has arrived: by her session or else her phone number. The answer never reveals whose number it is',
  params: tokenParams,
  body: z.object({ phone: z.optional(phoneText) }),
  reply: z.object({ day: z.nullable(ownDaySchema) }),
  errors: ['not_found', 'rate_limited'],
});
