import * as z from 'zod/mini';
import { doctorWishes } from '../domain/visits/doctor-times.ts';
import {
  dayTime,
  id,
  isoDate,
  nothing,
  personName,
  phoneText,
  statusSchema,
  tokenParams,
  version,
} from '../fields.ts';
import { appointmentSchema, doctorWishFields } from './appointments.ts';
import { ownDaySchema } from './arrivals.ts';
import { endpoint } from './endpoint.ts';

/**
 * Links in messages. Opening one shows a page; its button acts once, without a sign-in. Replies contain no
 * names of patients.
 */
export const linkActions = ['here', 'confirm', 'cancel', 'move', 'stop', 'join'] as const;
export type LinkAction = (typeof linkActions)[number];

export const linkSchema = z.object({
  kind: z.enum(['visit', 'stop', 'keep', 'offer']),
  /** Actions that are still possible; empty once the link was used or its time has passed. */
  actions: z.array(z.enum(linkActions)),
  /** Why no action is possible. */
  over: z.nullable(z.enum(['used', 'past', 'cutoff', 'displaced'])),
  /** Branch in which to look for another time, while the link can move the appointment. */
  locationId: z.nullable(id),
  /** Doctor and wish of the appointment, for that search. */
  doctorId: z.nullable(id),
  doctorWish: z.enum(doctorWishes),
  /** Channel that a stop link turns off. */
  channel: z.nullable(z.enum(['email', 'sms', 'whatsapp', 'push'])),
  /** The appointment of a message's link now: time and branch, without patient or service. */
  current: z.nullable(
    z.object({
      status: statusSchema,
      appointmentDate: z.string(),
      appointmentTime: z.string(),
      locationId: id,
      version: z.int(),
      /** Time stated in the message, if the appointment was moved since. */
      movedFrom: z.nullable(z.object({ date: z.string(), time: z.string() })),
    }),
  ),
  /** Only for a `keep` link, which was shown to the patient alone: her appointment, without her name. */
  visit: z.nullable(
    z.object({
      reference: z.string(),
      status: statusSchema,
      appointmentDate: z.string(),
      appointmentTime: z.string(),
      locationId: id,
      serviceId: id,
      version: z.int(),
    }),
  ),
  /** On the day of the appointment: the patient's stage and the delay. */
  day: z.nullable(ownDaySchema),
});
export type MessageLink = z.output<typeof linkSchema>;
export const getLink = endpoint({
  method: 'GET',
  path: '/api/links/:token',
  shows: [],
  access: 'public',
  summary: 'Returns what the link of a message can do',
  params: tokenParams,
  reply: linkSchema,
  errors: ['not_found', 'rate_limited'],
});
export const linkCalendarFile = endpoint({
  method: 'GET',
  path: '/api/links/:token/calendar.ics',
  shows: [],
  access: 'public',
  summary: 'Returns the appointment of a link as a calendar file',
  params: tokenParams,
  reply: z.string(),
  errors: ['not_found', 'rate_limited'],
});
export const useLink = endpoint({
  method: 'POST',
  path: '/api/links/:token',
  changes: ['appointments', 'notifications'],
  urgency: 'first',
  access: 'public',
  summary:
    'Does what the link is for. The link is then used up, unless it confirms an appointment or is a link to keep',
  params: tokenParams,
  body: z.object({
    action: z.enum(linkActions),
    /** These fields go with `move`. */
    appointmentDate: z.optional(isoDate),
    appointmentTime: z.optional(dayTime),
    /** Version of the appointment that the page showed; a request with another version is rejected. */
    version: z.optional(version),
  }),
  reply: z.object({ done: z.enum(linkActions) }),
  errors: [
    'not_found',
    'not_signed_in',
    'invalid_token',
    'past_cutoff',
    'slot_taken',
    'patient_busy',
    'stage_changed',
    'stale',
    'rate_limited',
  ],
});

export const visitorVisitBody = z.object({
  name: personName(),
  phone: phoneText,
  locationId: id,
  serviceId: id,
  appointmentDate: isoDate,
  appointmentTime: dayTime,
  ...doctorWishFields,
});
/** Only if the clinic cannot send codes; otherwise a phone number must be verified before booking. */
export const bookAsVisitor = endpoint({
  method: 'POST',
  path: '/api/visitor-visits',
  changes: ['appointments'],
  urgency: 'first',
  access: 'public',
  summary:
    'Books a pending appointment with name and mobile number if no code can be sent. Requires an Idempotency-Key header',
  body: visitorVisitBody,
  reply: z.object({
    /** Omits the patient record and what the clinic knows of the patient: the number was not verified. */
    appointment: z.omit(appointmentSchema, { userId: true, patient: true, waitsForCall: true }),
    /**
     * Path of the page where the patient sees, moves and cancels this appointment. It works as a key and is
     * shown to her alone.
     */
    link: z.string(),
  }),
  status: 201,
  errors: [
    'booking_closed',
    'forbidden',
    'slot_taken',
    'in_the_past',
    'too_far_ahead',
    'too_soon',
    'outside_hours',
    'off_grid',
    'unknown_location',
    'unknown_service',
    'unknown_doctor',
    'doctor_busy',
    'doctor_away',
    'call_to_book',
    'idempotency_key_reused',
    'rate_limited',
  ],
});

/**
 * Called by the clinic's gateway when somebody replies to a text message. `x-timestamp` and `x-signature` are
 * computed as for outgoing messages.
 */
export const inboundMessage = z.object({
  from: z.string().check(z.maxLength(40)),
  text: z.string().check(z.maxLength(2000)),
  channel: z.optional(z.enum(['sms', 'whatsapp'])),
  /** Id of the message at the gateway: a repeated delivery acts only once. */
  id: z.optional(z.string().check(z.maxLength(200))),
});
export type InboundMessage = z.output<typeof inboundMessage>;
export const receiveReply = endpoint({
  method: 'POST',
  path: '/api/delivery/inbound',
  changes: ['appointments', 'notifications', 'contact-messages'],
  access: 'public',
  summary:
    'Receives a reply to a text message, signed by the gateway: STOP, a confirmation, a cancellation, or a message for the inbox',
  binaryBody: ['application/json'],
  reply: nothing,
  status: 204,
  errors: ['forbidden', 'not_configured', 'rate_limited'],
});
