import * as z from 'zod/mini';
import { staffRoles } from '../domain/people/roles.ts';
import {
  id,
  idParam,
  idParams,
  instant,
  isoDate,
  longText,
  personName,
  phoneText,
  reachedAt,
  stageSchema,
  statusSchema,
} from '../fields.ts';
import { doctorNameSchema } from './doctors.ts';
import { endpoint } from './endpoint.ts';

/* A branch's day: who is expected, waits, is with the doctor, was seen. */

const stamp = z.nullable(instant);
export const cardSchema = z.object({
  /** The visit's. */
  id,
  reference: z.string(),
  userId: id,
  version: z.int(),
  patient: z.object({
    name: z.string(),
    ...reachedAt,
    unreachable: z.boolean(),
  }),
  locationId: id,
  date: z.string(),
  appointmentTime: z.string(),
  durationMinutes: z.int(),
  service: z.string(),
  doctorId: z.nullable(id),
  doctor: z.nullable(doctorNameSchema),
  status: statusSchema,
  overbooked: z.boolean(),
  stage: stageSchema,
  /** The number of the day that is called instead of a name; given on arrival, never to two. */
  ticket: z.nullable(z.int()),
  walkIn: z.boolean(),
  /** She said herself that she is here; nobody has greeted her yet. */
  hereAt: stamp,
  /** It was reported by her phone number alone, which anybody can type. */
  hereByNumber: z.boolean(),
  arrivedAt: stamp,
  calledAt: stamp,
  seenAt: stamp,
  leftAt: stamp,
  /** Where she was called in to. */
  room: z.nullable(z.int()),
  /** Her place in the queue where staff moved her, in minutes of the day, and why. */
  place: z.nullable(z.number()),
  movedBecause: z.nullable(z.string()),
});
export type Card = z.output<typeof cardSchema>;

export const daySchema = z.object({
  date: z.string(),
  locationId: id,
  rooms: z.int(),
  windows: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
  /** By time; those cancelled before they came are not among them. */
  cards: z.array(cardSchema),
  /** The ticket that who comes next will have. */
  nextTicket: z.int(),
  /** Minutes of a usual consultation: the median of today, of 30 days until there are three. */
  usualMinutes: z.int(),
  usualOf: z.enum(['today', 'month', 'plan']),
});
export type ClinicDay = z.output<typeof daySchema>;

export const clinicDay = endpoint({
  method: 'GET',
  path: '/api/arrivals',
  shows: ['appointments', 'users', 'locations', 'schedules'],
  ofBranch: true,
  urgency: 'first',
  access: staffRoles,
  key: 'arrivals.read',
  summary: "A branch's day by stage: every visit with its ticket, and how long consultations take",
  query: z.object({ date: isoDate, locationId: idParam }),
  reply: daySchema,
  errors: ['not_found', 'not_your_branch'],
});

/** A branch's day as it stands now, without anything about who comes. */
const branchNowSchema = z.object({
  locationId: id,
  rooms: z.int(),
  /** Visits that are still to come, and their times. */
  expected: z.int(),
  expectedTimes: z.array(z.string()),
  /** Minutes of a usual consultation: with it and the queue anybody reckons how late it runs. */
  usualMinutes: z.int(),
  /** Who waits or is inside. */
  queue: z.array(
    z.object({
      id,
      stage: stageSchema,
      appointmentTime: z.string(),
      walkIn: z.boolean(),
      ticket: z.nullable(z.int()),
      arrivedAt: stamp,
      calledAt: stamp,
      place: z.nullable(z.number()),
    }),
  ),
});
export type BranchNow = z.output<typeof branchNowSchema>;

export const branchesNow = endpoint({
  method: 'GET',
  path: '/api/arrivals/now',
  shows: ['appointments', 'users', 'locations'],
  access: staffRoles,
  key: 'arrivals.read',
  summary: 'Today in the branches where the viewer works: who waits, is inside, is still to come, as a queue',
  reply: z.array(branchNowSchema),
});

export const changeStage = endpoint({
  method: 'POST',
  path: '/api/arrivals/:id/stage',
  changes: ['appointments'],
  urgency: 'first',
  access: staffRoles,
  key: 'arrivals.write',
  summary:
    'Arrived, called in, seen, left, or one of them taken back. `from` is the stage that was seen: who comes second is told',
  params: idParams,
  body: z.object({
    from: stageSchema,
    to: stageSchema,
    /** Where she is called in to; without it her own room, else the first that is free. */
    room: z.optional(z.int().check(z.gte(1), z.lte(50))),
    /** When it was pressed, of what a desk kept while its line was gone; otherwise it is of now. */
    at: z.optional(instant),
  }),
  reply: cardSchema,
  errors: ['not_found', 'stage_changed', 'wrong_stage', 'visit_to_come', 'patient_busy', 'unavailable'],
});

export const moveInQueue = endpoint({
  method: 'POST',
  path: '/api/arrivals/:id/place',
  changes: ['appointments'],
  urgency: 'first',
  access: staffRoles,
  key: 'arrivals.write',
  summary: 'Moves somebody who waits before another one, or (null) to the end, with the reason',
  params: idParams,
  body: z.object({ before: z.nullable(id), reason: longText(200, 1) }),
  reply: cardSchema,
  errors: ['not_found', 'stage_changed'],
});

const walkInBody = z.object({
  locationId: id,
  /** Somebody the clinic knows; otherwise her name, and her mobile where she gives one. */
  userId: z.optional(id),
  name: z.optional(personName()),
  phone: z.optional(phoneText),
  /** The phone belongs to patients of other names, and none of them came. */
  another: z.optional(z.boolean()),
  /** The clinic's first one unless named. */
  serviceId: z.optional(id),
});
export const walkIn = endpoint({
  method: 'POST',
  path: '/api/arrivals',
  changes: ['appointments', 'users'],
  urgency: 'first',
  access: staffRoles,
  key: 'arrivals.write',
  summary:
    'A visit for now, made at the desk: overbooked, no room, waiting at once. Takes an Idempotency-Key',
  body: walkInBody,
  reply: cardSchema,
  status: 201,
  errors: [
    'not_your_branch',
    'unknown_location',
    'unknown_patient',
    'unknown_service',
    'phone_known',
    'patient_busy',
    'outside_hours',
    'consent_withdrawn',
    'idempotency_key_reused',
  ],
});

/* The day of a visit as its patient sees it: that she is here, her ticket, how late it runs. */

export const ownDaySchema = z.object({
  stage: stageSchema,
  ticket: z.nullable(z.int()),
  /** When she said that she is here. */
  hereAt: z.nullable(instant),
  /** By how much her visit is expected to begin late, to five minutes; never a time before its own. */
  delayMinutes: z.int(),
  /** Of when this is. */
  at: instant,
});
export type OwnDay = z.output<typeof ownDaySchema>;

export const ownDay = endpoint({
  method: 'GET',
  path: '/api/arrivals/:id/mine',
  lock: 'visits',
  shows: ['appointments'],
  access: 'signed-in',
  summary: 'Her own visit on its day: where she is, and how late it runs. Only on the day itself',
  params: idParams,
  reply: ownDaySchema,
  errors: ['not_found'],
});
export const sayHere = endpoint({
  method: 'POST',
  path: '/api/arrivals/:id/here',
  lock: 'visits',
  changes: ['appointments'],
  access: 'signed-in',
  summary: 'She says that she is here: the desk sees it and has not greeted her yet',
  params: idParams,
  reply: ownDaySchema,
  errors: ['not_found', 'stage_changed'],
});
