import * as z from 'zod/mini';
import { dayParts } from '../domain/day-part.ts';
import { staffRoles } from '../domain/people/roles.ts';
import { doctorWishes } from '../domain/visits/doctor-times.ts';
import { offerAnswers, offerReasons, offerStates } from '../domain/visits/offer-state.ts';
import { endReasons, pauseReasons } from '../domain/wish-rules.ts';
import {
  dayTime,
  id,
  idParam,
  idParams,
  instant,
  isoDate,
  nothing,
  pageQuery,
  reachFields,
  tokenParams,
} from '../fields.ts';
import { callSchema } from './desk/calls.ts';
import { endpoint } from './endpoint.ts';

/* Offers: time slots held for one patient until a deadline that the patient is told. */

const whenAndWhere = { appointmentDate: z.string(), appointmentTime: z.string(), locationId: id };

const offerSchema = z.object({
  id,
  patientId: id,
  state: z.enum(offerStates),
  reason: z.enum(offerReasons),
  /** Answers that the patient can still give; empty once the time is no longer held. */
  answers: z.array(z.enum(offerAnswers)),
  ...whenAndWhere,
  serviceId: id,
  /** Doctor of the appointment that would be moved. */
  doctorId: z.nullable(id),
  heldUntil: instant,
  appointmentId: z.nullable(id),
  /** The appointment that would be moved; null if the offer is for a new one. */
  visit: z.nullable(
    z.object({
      ...whenAndWhere,
      /** The appointment has not taken place yet. */
      isOpen: z.boolean(),
    }),
  ),
  createdAt: instant,
  answeredAt: z.nullable(instant),
});
export type Offer = z.output<typeof offerSchema>;

const clinicOfferSchema = z.extend(offerSchema, {
  /**
   * The patient asked for a call, and nobody called yet. False for a displaced appointment: its own list says
   * so.
   */
  toCall: z.boolean(),
  /** Whether somebody called the patient; her answer is only on the call list, for those who call. */
  ...z.pick(callSchema, { calledAt: true, calledBy: true }).shape,
  patient: z.object({ id, name: z.string(), ...reachFields }),
});
export type ClinicOffer = z.output<typeof clinicOfferSchema>;

const timeRefusals = [
  'slot_taken',
  'patient_busy',
  'doctor_busy',
  'doctor_away',
  'in_the_past',
  'too_far_ahead',
  'outside_hours',
  'off_grid',
  'unknown_location',
] as const;

/** Offers that are held or need a call, and offers that are over. */
export const offerParts = ['current', 'over'] as const;
export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  shows: ['offers', 'appointments', 'users'],
  access: staffRoles,
  summary:
    'Lists offers: first open offers and those with a call to make, then the newest; or one of these parts',
  query: z.object({ ...pageQuery, which: z.optional(z.enum(offerParts)) }),
  reply: z.array(clinicOfferSchema),
});
export const listOwnOffers = endpoint({
  method: 'GET',
  path: '/api/offers/mine',
  lock: 'visits',
  shows: ['offers', 'appointments'],
  access: 'signed-in',
  summary: "Lists the patient's open offers, and those that ended within the last hour",
  reply: z.array(offerSchema),
});
export const makeOffer = endpoint({
  method: 'POST',
  path: '/api/offers',
  changes: ['offers', 'notifications'],
  urgency: 'first',
  access: staffRoles,
  summary:
    'Holds a future time for a patient until a deadline. With an appointment, taking the offer moves that appointment',
  body: z.object({
    userId: id,
    locationId: id,
    serviceId: id,
    appointmentDate: isoDate,
    appointmentTime: dayTime,
    appointmentId: z.optional(id),
    /** The entry of the waiting list for which the time is offered. */
    wishId: z.optional(id),
    /** Minutes for which the time is held; by default the clinic's setting. */
    minutes: z.optional(z.int().check(z.gte(5, 'validation.number'), z.lte(2880, 'validation.number'))),
  }),
  reply: clinicOfferSchema,
  status: 201,
  errors: [...timeRefusals, 'not_your_branch', 'unknown_service', 'unknown_patient', 'not_movable'],
});
export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/api/offers/:id',
  changes: ['offers'],
  access: staffRoles,
  summary: 'Withdraws an offer and releases its time. The patient sees that it has ended',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['offer_over'],
});

/** The offer of a link, and other current offers to the patient. */
const linkedSchema = z.extend(offerSchema, {
  /** Reference code of the appointment that would be moved. */
  reference: z.nullable(z.string()),
});
const linkOfferSchema = z.extend(linkedSchema, { others: z.array(linkedSchema) });
export type LinkOffer = z.output<typeof linkOfferSchema>;

const answerBody = z.object({
  answer: z.enum(offerAnswers),
  /** These fields go with the answer `another`. */
  locationId: z.optional(id),
  appointmentDate: z.optional(isoDate),
  appointmentTime: z.optional(dayTime),
});
const answerErrors = [...timeRefusals, 'offer_over', 'not_movable', 'too_many_open'] as const;
export const answerOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/answer',
  lock: 'visits',
  changes: ['offers', 'appointments', 'notifications'],
  urgency: 'first',
  access: 'signed-in',
  summary: 'Answers an offer: take it, other times, call me, or decline. Repeating an answer changes nothing',
  params: idParams,
  body: answerBody,
  reply: offerSchema,
  errors: [...answerErrors, 'consent_withdrawn'],
});
export const getLinkOffer = endpoint({
  method: 'GET',
  path: '/api/links/:token/offer',
  shows: [],
  access: 'public',
  summary: 'Returns the offer of a link without a name and without changing it',
  params: tokenParams,
  reply: linkOfferSchema,
  errors: ['not_found', 'rate_limited'],
});
export const answerLinkOffer = endpoint({
  method: 'POST',
  path: '/api/links/:token/offer',
  changes: ['offers', 'appointments', 'notifications'],
  urgency: 'first',
  access: 'public',
  summary: 'Answers an offer with the link of a message, without an account',
  params: tokenParams,
  body: z.extend(answerBody, {
    /** Another offer of the same patient, instead of the link's own. */
    offerId: z.optional(id),
  }),
  reply: linkOfferSchema,
  errors: ['not_found', 'rate_limited', ...answerErrors, 'consent_withdrawn'],
});

const wishSchema = z.object({
  id,
  /** The appointment that the patient wants earlier; null if she waits for a new one. */
  appointmentId: z.nullable(id),
  serviceId: id,
  doctorId: z.nullable(id),
  doctorWish: z.enum(doctorWishes),
  locationIds: z.array(id),
  /** First and last date that suit the patient; null if the date of the appointment is the limit. */
  fromDate: z.nullable(z.string()),
  toDate: z.nullable(z.string()),
  /** Empty: the whole day. */
  parts: z.array(z.enum(dayParts)),
  /** How many offers were made for this entry. */
  offered: z.int(),
  /** Position on the waiting list of these branches: the patient who waits longest is first. */
  place: z.int(),
  createdAt: instant,
});
export type Wish = z.output<typeof wishSchema>;

const waitingSchema = z.extend(wishSchema, {
  patient: z.object({ id, name: z.string(), ...reachFields }),
  /** The current appointment; null if there is none. */
  visit: z.nullable(z.object(whenAndWhere)),
  minutes: z.int(),
  /** Offers made for this entry, newest first. */
  offers: z.array(z.object({ ...whenAndWhere, state: z.enum(offerStates) })),
  /** Why nothing is offered automatically now; null: the next suitable time is offered. */
  rests: z.nullable(z.enum(pauseReasons)),
});
export type Waiting = z.output<typeof waitingSchema>;

export const listWishes = endpoint({
  method: 'GET',
  path: '/api/offers/wishes',
  lock: 'visits',
  shows: ['offers', 'appointments'],
  access: 'signed-in',
  summary:
    "Lists the patient's places on the waiting list: for an earlier time of an appointment, or for a new appointment",
  reply: z.array(wishSchema),
});
export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/offers/waiting',
  shows: ['offers', 'appointments', 'users'],
  access: staffRoles,
  summary: 'Lists the waiting list, longest waiting first, and why a patient gets no offer now',
  query: z.object({
    ...pageQuery,
    userId: z.optional(idParam),
    locationId: z.optional(idParam),
  }),
  reply: z.array(waitingSchema),
});
export const makeWish = endpoint({
  method: 'POST',
  path: '/api/offers/wishes',
  lock: 'visits',
  changes: ['offers'],
  access: ['patient', ...staffRoles],
  summary:
    'Adds the patient to the waiting list for a new appointment or an earlier time; repeating it changes the same place',
  body: z.object({
    /** The appointment that should be earlier. Without it, a service and dates are required. */
    appointmentId: z.optional(id),
    serviceId: z.optional(id),
    fromDate: z.optional(isoDate),
    toDate: z.optional(isoDate),
    doctorId: z.optional(z.nullable(id)),
    doctorWish: z.optional(z.enum(doctorWishes)),
    parts: z.optional(z.array(z.enum(dayParts)).check(z.maxLength(dayParts.length, 'validation.tooMany'))),
    locationIds: z
      .array(id)
      .check(z.minLength(1, 'validation.required'), z.maxLength(50, 'validation.tooMany')),
    /** The patient whom staff put on the list. */
    userId: z.optional(id),
  }),
  reply: z.array(wishSchema),
  status: 201,
  errors: [
    'not_found',
    'not_movable',
    'unknown_location',
    'unknown_service',
    'unknown_doctor',
    'not_your_branch',
    'in_the_past',
    'too_far_ahead',
    'no_way_to_tell',
    'too_many_wishes',
  ],
});
export const listWishTimes = endpoint({
  method: 'GET',
  path: '/api/offers/wishes/:id/times',
  shows: ['offers', 'appointments', 'schedules', 'absences', 'settings'],
  access: staffRoles,
  summary:
    'Lists the free times that suit a place on the waiting list, soonest first, without those offered before',
  params: idParams,
  reply: z.object({
    times: z.array(z.object({ locationId: id, appointmentDate: z.string(), appointmentTime: z.string() })),
    count: z.int(),
    /** Minutes for which an offered time would be held. */
    minutes: z.int(),
  }),
});
export const leaveWish = endpoint({
  method: 'DELETE',
  path: '/api/offers/wishes/:id',
  lock: 'visits',
  changes: ['offers'],
  access: ['patient', ...staffRoles],
  summary: 'Removes a place from the waiting list. Staff may give a reason, which is recorded',
  params: idParams,
  query: z.object({ why: z.optional(z.enum(endReasons)) }),
  reply: nothing,
  status: 204,
});
