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
  reachFields,
  stageSchema,
  statusSchema,
} from '../fields.ts';
import { doctorNameSchema } from './doctors.ts';
import { endpoint } from './endpoint.ts';

/* The day board of a branch: patients who are expected, waiting, with the doctor, or seen. */

const stamp = z.nullable(instant);
export const cardSchema = z.object({
  /** Id of the appointment. */
  id,
  reference: z.string(),
  userId: id,
  version: z.int(),
  patient: z.object({
    name: z.string(),
    ...reachFields,
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
  /** Number that is called instead of a name; assigned on arrival, unique within the day. */
  ticket: z.nullable(z.int()),
  walkIn: z.boolean(),
  /** The patient checked in herself; staff have not yet greeted her. */
  hereAt: stamp,
  /** The check-in used only a phone number, which anybody can type. */
  hereByNumber: z.boolean(),
  arrivedAt: stamp,
  calledAt: stamp,
  seenAt: stamp,
  leftAt: stamp,
  /** Room into which the patient was called. */
  room: z.nullable(z.int()),
  /** Position in the queue if staff moved the patient, in minutes of the day, and the reason. */
  place: z.nullable(z.number()),
  movedBecause: z.nullable(z.string()),
});
export type Card = z.output<typeof cardSchema>;

export const daySchema = z.object({
  date: z.string(),
  locationId: id,
  rooms: z.int(),
  windows: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
  /** Sorted by time, without appointments cancelled before arrival. */
  cards: z.array(cardSchema),
  /** Ticket of the next patient to arrive. */
  nextTicket: z.int(),
  /** Minutes of a usual consultation: the median of today, or of the last 30 days until today has three. */
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
  summary:
    'Lists the appointments of a branch on a day by stage, with tickets and the length of consultations',
  query: z.object({ date: isoDate, locationId: idParam }),
  reply: daySchema,
  errors: ['not_found', 'not_your_branch'],
});

/** State of a branch's day now, without patient data. */
const branchNowSchema = z.object({
  locationId: id,
  rooms: z.int(),
  /** Number and times of the appointments still expected. */
  expected: z.int(),
  expectedTimes: z.array(z.string()),
  /** Minutes of a usual consultation: with the queue, it gives the delay. */
  usualMinutes: z.int(),
  /** Patients who are waiting or inside. */
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
  summary:
    "Returns today's queue in the branches of the viewer: patients who wait, are with the doctor or have not arrived",
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
    'Moves an appointment to another stage (arrived, called in, seen, left) or back. Rejected if its stage is no longer `from`',
  params: idParams,
  body: z.object({
    from: stageSchema,
    to: stageSchema,
    /** Room to call the patient into; by default the room of the appointment, else the first free one. */
    room: z.optional(z.int().check(z.gte(1), z.lte(50))),
    /** Time of the action if a desk stored it while offline; otherwise now. */
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
  summary: 'Moves a waiting patient before another one or, with null, to the end of the queue, with a reason',
  params: idParams,
  body: z.object({ before: z.nullable(id), reason: longText(200, 1) }),
  reply: cardSchema,
  errors: ['not_found', 'stage_changed'],
});

const walkInBody = z.object({
  locationId: id,
  /** A known patient; otherwise a name, and optionally a mobile number. */
  userId: z.optional(id),
  name: z.optional(personName()),
  phone: z.optional(phoneText),
  /** Confirms that none of the patients with this phone came. */
  another: z.optional(z.boolean()),
  /** By default the first service of the clinic. */
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
    'Creates an appointment for a walk-in patient: overbooked, without a room, waiting at once. Takes an Idempotency-Key header',
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

/* The day of an appointment for its patient: check-in, ticket and delay. */

export const ownDaySchema = z.object({
  stage: stageSchema,
  ticket: z.nullable(z.int()),
  /** When the patient checked in herself. */
  hereAt: z.nullable(instant),
  /** Expected delay, rounded to five minutes; never negative. */
  delayMinutes: z.int(),
  /** Time at which these values were computed. */
  at: instant,
});
export type OwnDay = z.output<typeof ownDaySchema>;

export const ownDay = endpoint({
  method: 'GET',
  path: '/api/arrivals/:id/mine',
  lock: 'visits',
  shows: ['appointments'],
  access: 'signed-in',
  summary:
    "Returns the stage of the patient's own appointment and the delay, on the day of the appointment only",
  params: idParams,
  reply: ownDaySchema,
  errors: ['not_found'],
});
export const checkIn = endpoint({
  method: 'POST',
  path: '/api/arrivals/:id/here',
  lock: 'visits',
  changes: ['appointments'],
  access: 'signed-in',
  summary: 'Tells the front desk that the patient has arrived; the desk has not greeted her yet',
  params: idParams,
  reply: ownDaySchema,
  errors: ['not_found', 'stage_changed'],
});
