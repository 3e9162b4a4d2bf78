import * as z from 'zod/mini';
import { callActs, callWordsLength } from '../../domain/messages/calls.ts';
import type { Role } from '../../domain/people/roles.ts';
import { id, instant, longText, pageQuery, reachFields } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* The call list: patients whom staff have to call, and the results. */

/** Result of a call. */
export const callSchema = z.object({
  triedAt: z.nullable(instant),
  calledAt: z.nullable(instant),
  /** Caller's name; null if the account was deleted. */
  calledBy: z.nullable(z.string()),
  /** The patient's answer. */
  said: z.nullable(z.string()),
});
export type Call = z.output<typeof callSchema>;

/** The patient's answer; only with `called`. */
export const saidSchema = z.optional(longText(callWordsLength, 1));

/**
 * Reason of the call: a notice that did not reach the patient, or her answer to an offer that asks for a
 * call.
 */
export const callAbouts = ['notice', 'offer'] as const;
export type CallAbout = (typeof callAbouts)[number];

const calleeSchema = z.extend(callSchema, {
  about: z.enum(callAbouts),
  /** Id of the notice or offer row; a notice and an offer may have the same id. */
  id,
  patient: z.object({ id, name: z.string(), ...reachFields }),
  /** The appointment at the time of the notice; for an offer, the offered time. */
  appointmentId: z.nullable(id),
  locationId: id,
  appointmentDate: z.string(),
  appointmentTime: z.string(),
  /** Text of the notice in the patient's language; empty for an offer. */
  words: z.string(),
  /** When the notice was sent, or when the patient asked for a call. */
  sentAt: instant,
  sentBy: z.nullable(z.string()),
});
export type Callee = z.output<typeof calleeSchema>;

/** Calls to make, and calls made. */
export const callParts = ['open', 'called'] as const;
export type CallPart = (typeof callParts)[number];

const callingRoles = ['receptionist', 'admin'] as const satisfies readonly Role[];
export const listCalls = endpoint({
  method: 'GET',
  path: '/api/calls',
  shows: ['notifications', 'appointments', 'offers', 'users'],
  access: callingRoles,
  summary:
    'Lists phone calls to make: patients whom a message to many did not reach, and patients who want a call about an offer, soonest first; then the calls of the last week',
  query: z.object({ ...pageQuery, which: z.optional(z.enum(callParts)) }),
  reply: z.array(calleeSchema),
});
export const actOnCalls = endpoint({
  method: 'POST',
  path: '/api/calls/acts',
  changes: ['notifications', 'offers'],
  access: callingRoles,
  summary: 'Records calls and their results, postpones calls, or removes a recorded call',
  body: z.object({
    act: z.enum(callActs),
    about: z.enum(callAbouts),
    calls: z.array(id).check(z.minLength(1, 'validation.required'), z.maxLength(500, 'validation.tooMany')),
    said: saidSchema,
  }),
  reply: z.object({
    /** Number of entries that were changed. */
    done: z.int(),
    /** Entries left unchanged: somebody else was first, or no call is needed any more. */
    left: z.array(id),
  }),
});
