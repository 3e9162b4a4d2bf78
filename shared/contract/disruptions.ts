import * as z from 'zod/mini';
import { callReasons, displacedActs, displacedCauses, displacedStates } from '../domain/displaced-state.ts';
import { messageChannels } from '../domain/message-kinds.ts';
import { proposalKinds } from '../domain/nearest-times.ts';
import { staffRoles } from '../domain/people/roles.ts';
import { dayTime, id, idParams, instant, isoDate, pageQuery, reachFields } from '../fields.ts';
import { appointmentSchema, notifiedSchema } from './appointments.ts';
import { callSchema, saidSchema } from './desk/calls.ts';
import { endpoint } from './endpoint.ts';

/* Disruptions: why appointments cannot take place, which ones, and what happened to each. */

const timeSchema = z.object({
  locationId: id,
  appointmentDate: z.string(),
  appointmentTime: z.string(),
  /** Doctor at that time; null: none. */
  doctorId: z.nullable(id),
});

/** Another time for a displaced appointment, nearest first. No time is proposed to two patients. */
const proposalSchema = z.extend(timeSchema, { kind: z.enum(proposalKinds) });
export type ProposedTime = z.output<typeof proposalSchema>;

const displacedVisitSchema = z.object({
  visit: appointmentSchema,
  /** Channel that reaches the patient; null: staff have to call. */
  reachedBy: z.nullable(z.enum(messageChannels)),
  proposals: z.array(proposalSchema),
});
export type DisplacedVisit = z.output<typeof displacedVisitSchema>;

/** Displaced appointments: the first ones by time, and the total. */
export const displacedVisitsSchema = z.object({
  count: z.int(),
  visits: z.array(displacedVisitSchema),
  /** Offers that end because their time no longer exists; each patient is notified. */
  offers: z.optional(z.int()),
  /** Waiting-list entries that lose their doctor; each patient is notified. */
  wishes: z.optional(z.int()),
  /** Waiting-list entries whose branches are closed on all their days; each patient is notified. */
  closedWishes: z.optional(z.int()),
});
export type DisplacedVisits = z.output<typeof displacedVisitsSchema>;

const rowSchema = z.extend(callSchema, {
  /** Id of the appointment; null if it was deleted. */
  appointmentId: z.nullable(id),
  reference: z.nullable(z.string()),
  id,
  patient: z.object({ id, name: z.string(), ...reachFields }),
  /** Time, branch and doctor from which the appointment was displaced. */
  was: timeSchema,
  /** Time, branch and doctor now; null if the appointment was deleted. */
  visit: z.nullable(timeSchema),
  state: z.enum(displacedStates),
  why: z.nullable(z.enum(callReasons)),
  /** The last offer. */
  offer: z.nullable(
    z.extend(timeSchema, { heldUntil: instant, isKept: z.boolean(), answeredAt: z.nullable(instant) }),
  ),
  remindedAt: z.nullable(instant),
});
export type DisplacedRow = z.output<typeof rowSchema>;

const headSchema = z.object({
  id,
  cause: z.enum(['absence', 'hours', 'departure', 'rooms']),
  /** Every reason that displaced an appointment of the list; empty if no appointment is left. */
  causes: z.array(z.enum(displacedCauses)),
  /** The doctor who is away; null if a branch changed. */
  doctorId: z.nullable(id),
  doctor: z.nullable(z.string()),
  locationId: z.nullable(id),
  startDate: z.string(),
  startTime: z.string(),
  /** Exclusive end. */
  endDate: z.string(),
  endTime: z.string(),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  /** Number of displaced appointments in each state. */
  counts: z.partialRecord(z.enum(displacedStates), z.int()),
});
export type DisruptionHead = z.output<typeof headSchema>;

const disruptionSchema = z.extend(headSchema, { rows: z.array(rowSchema) });
export type Disruption = z.output<typeof disruptionSchema>;

/** `call`: disruptions with patients whom staff have to call about a future appointment. */
const disruptionParts = ['call'] as const;
export const listDisruptions = endpoint({
  method: 'GET',
  path: '/api/disruptions',
  shows: ['disruptions', 'offers', 'appointments', 'absences', 'schedules'],
  access: staffRoles,
  summary:
    'Lists absences and changed hours that displaced appointments, newest first, or only those with patients to call',
  query: z.object({ ...pageQuery, which: z.optional(z.enum(disruptionParts)) }),
  reply: z.array(headSchema),
});
export const listStandingDisplaced = endpoint({
  method: 'GET',
  path: '/api/disruptions/standing',
  lock: 'visits',
  shows: ['disruptions', 'offers', 'appointments', 'absences', 'schedules'],
  access: 'signed-in',
  summary: 'Lists the ids of upcoming displaced appointments that the viewer may see, until they are moved',
  reply: z.array(id),
});
export const getDisruption = endpoint({
  method: 'GET',
  path: '/api/disruptions/:id',
  shows: ['disruptions', 'offers', 'appointments', 'absences', 'schedules', 'users'],
  access: staffRoles,
  summary: 'Returns a disruption with all its displaced appointments and the current state of each',
  params: idParams,
  reply: disruptionSchema,
});
export const proposeAgain = endpoint({
  method: 'GET',
  path: '/api/disruptions/:id/proposals',
  shows: ['disruptions', 'offers', 'appointments', 'absences', 'schedules'],
  access: staffRoles,
  summary: 'Lists other times for displaced appointments that have no open offer',
  params: idParams,
  reply: displacedVisitsSchema,
});

const visitsToChange = z
  .array(
    z.object({
      appointmentId: id,
      /** Required for `offer`, and for `move` if no time is held; otherwise not used. */
      time: z.optional(
        z.object({
          locationId: id,
          appointmentDate: isoDate,
          appointmentTime: dayTime,
          doctorId: z.nullable(id),
        }),
      ),
    }),
  )
  .check(z.minLength(1, 'validation.required'), z.maxLength(500, 'validation.tooMany'));
const outcomeSchema = z.object({
  /** Number of appointments that were changed. */
  done: z.int(),
  /** Appointments left unchanged: the patient has answered, or the time is taken. */
  left: z.array(id),
  /** After the move of one appointment: where the message to the patient is sent. */
  notified: z.optional(notifiedSchema),
  /** Names of the moved patients whom no message reaches. */
  untold: z.optional(z.array(z.string())),
});

export const actOnDisplaced = endpoint({
  method: 'POST',
  path: '/api/disruptions/:id/acts',
  changes: ['disruptions', 'offers', 'appointments', 'notifications'],
  urgency: 'first',
  access: staffRoles,
  summary:
    'Offers other times (one message per patient), sends reminders, moves appointments, and records or removes calls',
  params: idParams,
  body: z.object({ act: z.enum(displacedActs), visits: visitsToChange, said: saidSchema }),
  reply: outcomeSchema,
});
export const offerDisplaced = endpoint({
  method: 'POST',
  path: '/api/disruptions/offers',
  changes: ['disruptions', 'offers', 'appointments', 'notifications'],
  urgency: 'first',
  access: staffRoles,
  summary:
    'Offers other times to displaced appointments of any disruption, as chosen before a change was saved',
  body: z.object({ visits: visitsToChange }),
  reply: z.extend(outcomeSchema, {
    /** Disruptions that the appointments belong to. */
    disruptionIds: z.array(id),
  }),
});
